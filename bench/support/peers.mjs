// What TPPs use in place of psd2: the packages of bench/peers, which nothing else needs. They are installed by their lock file
// when a bench first asks for one.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createFolder, startCommand } from './processes.mjs';

const folder = fileURLToPath(new URL('../peers/', import.meta.url));
const requirePeer = createRequire(new URL('../peers/package.json', import.meta.url));
const openApiFile = fileURLToPath(new URL('../../docs/openapi.yaml', import.meta.url));

/** Where the interface's operations are in the REST API of json-server. */
const JSON_SERVER_TARGETS = { POST: '/payments', GET: '/accounts' };

/** Loads what a package exports. */
export function loadPeer(name) {
  return requirePeer(findPeer(name));
}

/** Finds a package's file, and installs the packages if they aren't yet. */
export function findPeer(name) {
  const [scope, unscoped] = name.split('/');
  const own = name.startsWith('@') ? `${scope}/${unscoped}` : scope;
  if (!existsSync(join(folder, 'node_modules', own, 'package.json'))) installPeers();
  const path = join(folder, 'node_modules', name);
  return /\.c?js$/.test(name) && existsSync(path) ? path : requirePeer.resolve(name);
}

let failure;

function installPeers() {
  if (failure !== undefined) throw failure;
  console.error('Installing the packages of bench/peers.');
  // wrangler and stripe would fetch what their versions don't need.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  if (status === 0) return;
  failure = new Error(`bench/peers can't be installed: ${stderr}`);
  throw failure;
}

/**
 * Calls `start` for each name. A peer that can't be had is left out, with a note for the table.
 * @returns {Promise<{ started: Record<string, any>, notes: string[] }>}
 */
export async function startPeers(starts) {
  const started = {};
  const notes = [];
  for (const [name, start] of Object.entries(starts)) {
    try {
      started[name] = await start();
    } catch (error) {
      notes.push(`Not measured: ${name}: ${String(error.message).trim().split('\n')[0]}`);
    }
  }
  return { started, notes };
}

/** Starts Prism's mock of docs/openapi.yaml. It verifies no signature, keeps nothing and speaks plain HTTP. */
export async function startPrism() {
  const port = await findFreePort();
  const command = [findPeer('@stoplight/prism-cli/dist/index.js'), 'mock', openApiFile];
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent'];
  const child = startCommand([...command, ...flags], { NODE_ENV: 'production' });
  return waitForServer({ child, port, adapt: (lines) => lines });
}

/** Starts json-server with its data in memory. It verifies nothing and speaks plain HTTP. */
export async function startJsonServer() {
  const port = await findFreePort();
  const data = join(createFolder(), 'data.cjs');
  const accounts = Array.from({ length: 3 }, (_, id) => ({ id, iban: 'NO9386011117947', currency: 'NOK' }));
  writeFileSync(data, `module.exports = () => (${JSON.stringify({ accounts, payments: [] })});`);
  const command = [findPeer('json-server/lib/cli/bin.js'), data, '--quiet'];
  const child = startCommand([...command, '--host', '127.0.0.1', '--port', String(port)]);
  return waitForServer({ child, port, adapt: (lines) => lines.map(adaptToJsonServer) });
}

function adaptToJsonServer(line) {
  const { method, body } = JSON.parse(line);
  const headers = [['Content-Type', 'application/json']];
  return JSON.stringify({ method, target: JSON_SERVER_TARGETS[method], headers, body });
}

/** Resolves with a server when it takes connections. */
async function waitForServer({ child, port, ...more }) {
  for (let tried = 0; !(await takesConnections(port)); tried += 1) {
    if (child.exitCode !== null || tried > 600) throw new Error('it did not start within a minute');
    await wait(100);
  }
  return { child, port, scheme: 'http', ...more };
}

async function findFreePort() {
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
