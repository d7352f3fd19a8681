import { createHash } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { makeProfileFolder } from '../../src/settings/home.ts';
import { openIdentity } from '../../src/settings/identity.ts';

/**
 * A process of its own that opens the identity of the profile `offline`, for the tests of several starts at
 * once. Arguments: the home, the time in milliseconds. It says `ready`, waits for a line, and prints what it has
 * got as one line of JSON. With the third argument `stall` it says `making` when it asks for the time, which is in the
 * middle of making, and stays there to be killed.
 */
const [home = '', time = '', stall] = process.argv.slice(2);

function now(): number {
  if (stall === 'stall') {
    writeSync(1, 'making\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  return Number(time);
}

async function open(): Promise<string> {
  const uid = process.getuid?.();
  const identity = await openIdentity(makeProfileFolder(home, 'offline', uid).keys, uid, { now });
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  return JSON.stringify({
    key: hash(identity.privateKey.export({ type: 'pkcs8', format: 'der' }) as Buffer),
    certificate: hash(identity.certificateDer),
    ca: hash(readFileSync(identity.caFile)),
  });
}

process.stdin.once('data', () => {
  void open().then((line) => {
    process.stdout.write(`${line}\n`);
    process.stdin.destroy();
  });
});
process.stdout.write('ready\n');
