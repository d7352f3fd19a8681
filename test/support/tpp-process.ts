/**
 * A process of its own with a TPP at the bank of a home. `node tpp-process.cjs <act> <home> …`
 *
 * - `create <home> <name> <count> <inFlight>`: says `ready`, waits for a line, creates so many payments
 *   (`Infinity`: until it is killed), so many of them at a time, and says `created <paymentId>` as soon as it has the
 *   answer; at the end `done`.
 * - `race <home>`: for each line `{"requestId", "remittance"}` it signs and says `signed`; on the next line it sends,
 *   says `sent` when the request waits for the store's lock or has its answer, and says the answer as
 *   `{"status", "headers", "body"}`, without the header Date.
 */
import { createInterface } from 'node:readline';
import { endAfter, say } from './speaking-process.ts';
import { openTpp, type Tpp, textOf } from './tpp.ts';

const [act, home = '', name = '', count = '0', inFlight = '1'] = process.argv.slice(2);
const told = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function create(tpp: Tpp): Promise<void> {
  let begun = 0;
  const createOneByOne = async () => {
    while (begun < Number(count)) {
      const answer = await tpp.send(tpp.request({ remittance: `${name} ${begun++}` }));
      if (answer.status !== 201) throw new Error(textOf(answer));
      say(`created ${JSON.parse(textOf(answer)).paymentId}`);
    }
  };
  say('ready');
  await told.next();
  await Promise.all(Array.from({ length: Number(inFlight) }, createOneByOne));
  say('done');
}

let onLockWait = () => {};

async function race(tpp: Tpp): Promise<void> {
  say('ready');
  for (;;) {
    const { value, done } = await told.next();
    if (done) return;
    const request = tpp.request(JSON.parse(value));
    say('signed');
    await told.next();
    const lockWait = new Promise<void>((resolve) => {
      onLockWait = resolve;
    });
    const answering = tpp.send(request);
    await Promise.race([lockWait, answering]);
    say('sent');
    const answer = await answering;
    const headers = answer.headers.filter(([header]) => header !== 'Date');
    say(JSON.stringify({ status: answer.status, headers, body: textOf(answer) }));
  }
}

const acts: Readonly<Record<string, (tpp: Tpp) => Promise<void>>> = { create, race };

async function run(): Promise<void> {
  const tpp = await openTpp(home, () => onLockWait());
  await acts[act ?? '']?.(tpp);
  await tpp.close();
}

endAfter(run());
