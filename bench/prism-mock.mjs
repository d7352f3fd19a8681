// Prism's mock of the standard's OpenAPI file, in a process of its own: what TPPs have used in a bank's place.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findPeer } from './peers.mjs';

/** The standard's file, where it is: it isn't ours to ship. */
const standardFile =
  process.env.PSD2_STANDARD_FILE ??
  fileURLToPath(new URL('../../shared/standards/berlin-group-psd2-api-1.3.11.yaml', import.meta.url));

/** Resolves when the mock takes connections. */
export async function startMock() {
  if (!existsSync(standardFile)) throw new Error(`PSD2_STANDARD_FILE must name the file: ${standardFile}`);
  const port = await freePort();
  const args = [findPeer('@stoplight/prism-cli/dist/index.js'), 'mock', standardFile];
  const given = ['--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent'];
  const child = spawn(process.execPath, [...args, ...given], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let tried = 0; !(await takesConnections(port)); tried += 1) {
    if (child.exitCode !== null || tried > 300) throw new Error('the mock did not start');
    await wait(100);
  }
  return { child, port, scheme: 'http' };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function takesConnections(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
