// Signed creation of domestic payments in one process, one thread, durable: the client's operation, the signature, the bank's
// handler, its guards, one transaction on disk. One at a time it is beside the least work that does the same: a signature, its
// verification, one durable row. Many in flight share a commit, and are beside a bare signature.
import { createPublicKey, sign, verify } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { withBank } from './support/bank.mjs';
import { createFolder } from './support/processes.mjs';
import { countPerSecond, createRow, median, reduce } from './support/tables.mjs';

const ROUNDS = reduce(15);
const SIGNATURES = reduce(400);
const PAYMENTS = reduce(384);
const IN_FLIGHT = 32;

export function bench() {
  return withBank(measure);
}

async function measure(bank) {
  const least = prepareLeastWork(bank.key);
  const rates = { sign: [], least: [], single: [], many: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = {
      sign: await countPerSecond(SIGNATURES, 1, least.sign),
      least: await countPerSecond(PAYMENTS, 1, least.signVerifyKeep),
      single: await countPerSecond(PAYMENTS, 1, bank.createPayment),
      many: await countPerSecond(PAYMENTS, IN_FLIGHT, bank.createPayment),
    };
    await bank.endAuthorisations();
    // The first round warms up.
    if (round > 0) for (const [name, rate] of Object.entries(measured)) rates[name].push(rate);
  }
  least.close();
  const [bare, leastWork] = [median(rates.sign), median(rates.least)];
  return {
    title: `Signed creation in-process, durable (medians of ${ROUNDS})`,
    unit: 'a second',
    floor: 'what is named',
    rows: [
      createRow('sign, verify and one durable row', leastWork, leastWork),
      createRow('creation, one at a time, over these', median(rates.single), leastWork, { atLeast: 0.6 }),
      createRow('bare crypto.sign RSA-2048', bare, bare),
      createRow(`creation, ${IN_FLIGHT} in flight, over the bare signature`, median(rates.many), bare, {
        atLeast: 0.6,
      }),
    ],
  };
}

function prepareLeastWork(key) {
  const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite');
  const database = new DatabaseSync(join(createFolder(), 'row.db'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE payment (id INTEGER PRIMARY KEY, body TEXT) STRICT');
  const insert = database.prepare('INSERT INTO payment (body) VALUES (?)');
  const publicKey = createPublicKey(key);
  const text = Buffer.alloc(300, 'x');
  const body = 'x'.repeat(300);
  return {
    sign: () => sign('sha256', text, key),
    signVerifyKeep() {
      if (!verify('sha256', text, publicKey, sign('sha256', text, key))) throw new Error('not verified');
      insert.run(body);
    },
    close: () => database.close(),
  };
}
