// Signed creation of domestic payments in one process, one thread, synchronous signing, durable: the client's
// operation, the signature, the bank's door, its guards, one transaction on disk. The floor is the least work
// possible: one bare RSA-2048 signature.
import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadProgram, withHome } from './built-program.mjs';
import { median } from './processes.mjs';
import { letOpenEnd } from './quarter.mjs';

const ROUNDS = 15;
const SIGNATURES = 400;
const PAYMENTS = 384;
const IN_FLIGHT = 32;

export function bench() {
  return withHome((home) => measure(join(home, 'offline')));
}

async function measure(folder) {
  const tpp = await openTpp(folder);
  const floor = () => perSecond(SIGNATURES, () => sign('sha256', tpp.sample, tpp.key));
  const single = () => createPayments(tpp, PAYMENTS, 1);
  const many = () => createPayments(tpp, PAYMENTS, IN_FLIGHT);
  const rates = { floor: [], single: [], many: [] };
  await single();
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.floor.push(floor());
    rates.single.push(await single());
    rates.floor.push(floor());
    rates.many.push(await many());
    await tpp.letOpenEnd();
  }
  await tpp.close();
  const bare = median(rates.floor);
  const row = (name, value, atLeast) => ({
    name,
    value,
    ratio: value / bare,
    ...(atLeast ? { limit: { atLeast } } : {}),
  });
  return {
    title: `Signed creation in-process, durable (medians of ${ROUNDS})`,
    unit: 'a second',
    floor: 'bare crypto.sign RSA-2048',
    rows: [
      row('bare crypto.sign RSA-2048', bare),
      row('creation, one at a time', median(rates.single), 0.35),
      row(`creation, ${IN_FLIGHT} in flight`, median(rates.many), 0.5),
    ],
  };
}

async function openTpp(folder) {
  const program = loadProgram();
  const library = await program.library();
  const key = createPrivateKey(readFileSync(join(folder, 'keys', 'seal.key.pem')));
  const { blocks } = library.readPem(readFileSync(join(folder, 'keys', 'seal.pem'), 'utf8'));
  const { certificate } = library.readCertificate(blocks[0].der);
  const bank = library.openBank({ path: join(folder, 'bank.db'), onUnexpected: fail });
  const transport = library.signRequests(
    library.createInProcessTransport(bank.handle),
    library.createSigner(key, certificate),
    {
      clock: Date.now,
    },
  );
  const caller = { transport, stopwatch: () => performance.now() };
  const { resource: accounts } = await library.call(
    caller,
    library.listSandboxAccounts,
    undefined,
    context(),
  );
  const create = (body) =>
    library.call(
      caller,
      library.createPayment,
      { kind: 'domestic', body, allowLogicalDuplicate: false },
      context(),
    );
  const sample = createHash('sha512').update('a signing string is about this long').digest();
  return {
    key,
    sample,
    accounts,
    create,
    letOpenEnd: () => letOpenEnd(bank.handle),
    close: () => bank.close(),
  };
}

function fail(fault) {
  throw fault;
}

function context() {
  return {
    basePath: '',
    requestId: randomUUID(),
    acceptFix: 'amount-as-string',
    tppSessionId: 'bench',
    tppRedirectUri: 'http://127.0.0.1:8910/cb/bench',
    psuIpAddress: '192.0.2.1',
    psu: { context: 'PRIVATE' },
  };
}

/** Each payment differs, so none is a duplicate. */
async function createPayments(tpp, count, inFlight) {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      const { resource } = await tpp.create(Buffer.from(JSON.stringify(paymentBody(tpp.accounts))));
      if (resource.transactionStatus !== 'RCVD')
        throw new Error(`not received: ${resource.transactionStatus}`);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  return (count * 1000) / (performance.now() - started);
}

function paymentBody(accounts) {
  return {
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    creditorName: 'Ola Eksempel',
    creditorAccount: { bban: accounts[2].bban, currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: accounts[0].bban, currency: 'NOK' },
    remittanceInformationUnstructured: `bench ${randomUUID()}`,
  };
}

function perSecond(count, act) {
  const started = performance.now();
  for (let done = 0; done < count; done += 1) act();
  return (count * 1000) / (performance.now() - started);
}
