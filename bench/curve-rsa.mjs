// What the length of the RSA key costs: signing, verifying, and a signed creation in one process, durable, 32 in flight. The
// keys take turns.
import { createHash, sign, verify } from 'node:crypto';
import { join } from 'node:path';
import { openBank } from './support/bank.mjs';
import { createCurve } from './support/curve.mjs';
import { createFolder, runProcess } from './support/processes.mjs';
import { createHome, findSeal, loadLibrary, RUN_FILE } from './support/program.mjs';
import { countPerSecond, median, reduce } from './support/tables.mjs';

const LENGTHS = [2048, 3072, 4096];
const ROUNDS = reduce(7);
const SIGNATURES = reduce(100);
const VERIFICATIONS = reduce(1000);
const PAYMENTS = reduce(192);
const IN_FLIGHT = 32;

export async function bench() {
  const library = await loadLibrary();
  const banks = [];
  for (const bits of LENGTHS) {
    const home = createHome();
    banks.push({ ...(await openBank({ library, home, seal: createSeal(home, bits) })), bits });
  }
  const works = banks.map(listWorks);
  const rates = works.map((own) => Object.fromEntries(Object.keys(own).map((name) => [name, []])));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [place, own] of works.entries()) {
      for (const [name, measure] of Object.entries(own)) {
        const rate = await measure();
        // The first round warms up.
        if (round > 0) rates[place][name].push(rate);
      }
      await banks[place].endAuthorisations();
    }
  }
  for (const bank of banks) await bank.close();
  return createCurve({
    ...{
      file: 'rsa',
      title: 'Operations by the length of the RSA key',
      unit: 'a second',
      axis: 'bits',
      values: LENGTHS,
    },
    series: Object.keys(works[0])
      .filter((name) => name !== 'verify')
      .map((name) => ({ name, values: rates.map((own) => median(own[name])) })),
    notes: [`crypto.verify: ${rates.map((own) => median(own.verify).toFixed(0)).join(', ')} a second.`],
  });
}

/** Creates a seal for a key of so many bits, beside the home's own. */
function createSeal(home, bits) {
  if (bits === 2048) return findSeal(home);
  const folder = createFolder();
  const flags = ['--key-bits', String(bits), '--out', join(folder, 'seal')];
  runProcess([RUN_FILE, 'cert', 'create', ...flags], { PSD2_HOME: home });
  return { keyFile: join(folder, 'seal.key.pem'), certificateFile: join(folder, 'seal.pem') };
}

function listWorks(bank) {
  const text = createHash('sha512').update('a signing string is about this long').digest();
  const signature = sign('sha256', text, bank.key);
  return {
    'bare crypto.sign': () => countPerSecond(SIGNATURES, 1, () => sign('sha256', text, bank.key)),
    verify: () =>
      countPerSecond(VERIFICATIONS, 1, () => verify('sha256', text, bank.certificate.publicKey, signature)),
    'creation, one at a time': () => countPerSecond(PAYMENTS, 1, bank.createPayment),
    [`creation, ${IN_FLIGHT} in flight`]: () => countPerSecond(PAYMENTS, IN_FLIGHT, bank.createPayment),
  };
}
