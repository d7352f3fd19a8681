// Payments in a process of its own, for benches that compare versions of Node or builds of psd2. Forked with the root of a
// build as argument; told {payments}, it creates, approves and settles so many, and tells how many of each a second; told
// `end`, it ends.
import { openBank } from './bank.mjs';
import { createHome, createPaymentBody, loadLibrary } from './program.mjs';
import { countPerSecond } from './tables.mjs';

const IN_FLIGHT = 32;
const DOMESTIC = '/v1/payments/norwegian-domestic-credit-transfers';

const [root] = process.argv.slice(2);
const home = createHome(root);
const bank = await openBank({ library: await loadLibrary(root), home });

process.on('message', async (told) => {
  if (told === 'end') {
    await bank.close();
    process.exit();
  }
  process.send(await measurePayments(told.payments));
});
process.once('disconnect', () => process.exit(1));
process.send('ready');

async function measurePayments(payments) {
  const created = [];
  const create = await countPerSecond(payments, IN_FLIGHT, async () => {
    const request = bank.sign('POST', DOMESTIC, createPaymentBody(bank.accounts));
    created.push((await bank.send(request)).paymentId);
  });
  const approve = await countPerSecond(payments, IN_FLIGHT, () =>
    bank.operate(`/operator/sca/${created.pop()}/approve`),
  );
  const started = performance.now();
  const { settled } = await bank.operate('/operator/batch/run');
  if (settled !== payments) throw new Error(`settled ${settled} of ${payments}`);
  return { create, approve, settle: (settled * 1000) / (performance.now() - started) };
}
