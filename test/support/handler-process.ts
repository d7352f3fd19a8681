/**
 * A process of its own with the bank of a store. `node handler-process.cjs <path> <now>`: opens it at the real
 * time `now` and says `ready`. For each line `{"method", "target", "headers", "body"}`, a request that is signed
 * already, it says `holding`; on the next line it sends it, says `sent` when the request waits for the store's lock or
 * has its answer, and says the answer as `{"status", "body"}`.
 */
import { createInterface } from 'node:readline';
import { openBank } from '../../src/library.ts';
import { endAfter, say } from './speaking-process.ts';

const [path = '', now = '0'] = process.argv.slice(2);

async function run(): Promise<void> {
  let onLockWait = () => {};
  const bank = openBank({
    path,
    store: { onFlushed: () => {}, onLockWait: () => onLockWait() },
    clock: () => Number(now),
    onUnexpected: (fault) => say(`unexpected: ${(fault as Error).stack}`),
  });
  await bank.open();
  const told = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  say('ready');
  for (;;) {
    const { value, done } = await told.next();
    if (done) break;
    const request = JSON.parse(value);
    say('holding');
    await told.next();
    const body = Buffer.from(request.body, 'utf8');
    const lockWait = new Promise<void>((resolve) => {
      onLockWait = resolve;
    });
    const answering = bank.handle({ ...request, body }, { address: '127.0.0.1', operator: true });
    await Promise.race([lockWait, answering]);
    say('sent');
    const answer = await answering;
    say(JSON.stringify({ status: answer.status, body: Buffer.from(answer.body).toString('utf8') }));
  }
  await bank.close();
}

endAfter(run());
