import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryFolder } from '../support/memory-folder.ts';
import { ROOT } from '../support/sources.ts';
import { connectTls, testTls } from '../support/tls.ts';

const MIB = 1024 * 1024;
const PATH = '/v1/payments/norwegian-domestic-credit-transfers';

/** Resident memory in MiB. */
function residentOf({ pid }: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/** A bank that is served by a process of its own. */
async function servedBank(): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(join(ROOT, 'bench', 'served-bank.mjs'));
  onTestFinished(() => void child.kill('SIGKILL'));
  const { key, certificate } = testTls();
  child.send({ key, certificate, path: join(memoryFolder('psd2-held-'), 'bank.db') });
  const [{ port }] = await once(child, 'message');
  return { child, port };
}

/** By how many MiB the bank grows, at most, while so many send this. */
async function growth(connections: number, bytes: Buffer): Promise<number> {
  const { child, port } = await servedBank();
  const idle = residentOf(child);
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentOf(child));
  }, 100);
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = await connectTls(port);
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => {});
      socket.resume();
      socket.write(bytes);
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 8000));
  clearInterval(watch);
  return peak - idle;
}

describe('the memory of a served bank [S12-held-bytes]', () => {
  it('does not grow with the bodies that 600 send at once', async () => {
    const head = `POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: ${MIB}\r\n\r\n`;
    // 600 MiB; 67 of them are held, the rest is what TLS keeps for each connection.
    expect(await growth(600, Buffer.concat([Buffer.from(head), Buffer.alloc(MIB - 1, 'x')]))).toBeLessThan(
      350,
    );
  });

  it('does not grow with the pieces in which a body comes', async () => {
    const head = `POST ${PATH} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await growth(30, Buffer.from(head + '1\r\nx\r\n'.repeat(200_000)))).toBeLessThan(150);
  });
});
