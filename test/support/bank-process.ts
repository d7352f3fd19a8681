/**
 * A process of its own with the bank of a store. `node bank-process.cjs <path> <now>`: opens it, says
 * `ready`, and at a line sets the clock to real time, so that everything due at the real time `now` is done; says the answer.
 */
import { openBank } from '../../src/library.ts';
import { endAfter, say, toldToGoOn } from './speaking-process.ts';

const [path = '', now = '0'] = process.argv.slice(2);

async function run(): Promise<void> {
  const bank = openBank({
    path,
    clock: () => Number(now),
    onUnexpected: (fault) => say(`unexpected: ${(fault as Error).stack}`),
  });
  await bank.open();
  say('ready');
  await toldToGoOn();
  const request = { method: 'POST', target: '/operator/clock/reset', headers: [], body: new Uint8Array() };
  const answer = await bank.handle(request, { address: '127.0.0.1', operator: true });
  say(`${answer.status} ${Buffer.from(answer.body).toString('utf8')}`);
  await bank.close();
}

endAfter(run());
