import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what the system gives away by itself: no test that asks for any port can come between. */
const LOWEST = 20_000;
const HIGHEST = 29_999;
/** How many are tried: each may have been taken by another program. */
const TRIES = 50;
const given = new Set<number>();

/** A port of this machine's loopback that nobody has or was given here, for what must come back at the same one. */
export async function freePort(): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return String(port);
  }
  throw new Error(`none of ${TRIES} ports between ${LOWEST} and ${HIGHEST} was free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}
