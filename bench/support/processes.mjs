// Processes and folders of a bench: all are removed when this process ends, however it ends.
import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './tables.mjs';

const children = new Set();
const folders = new Set();

process.on('exit', () => {
  for (const child of children) child.kill();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

/** Creates a temporary folder. */
export function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-bench-'));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

/** Remembers a process, so that it ends with this one. */
export function keep(child) {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/**
 * Starts a script of this folder. PSD2_BENCH_PROFILE names a folder where each leaves a profile of its CPU when it ends.
 * @param {{ execPath?: string, args?: string[] }} options
 */
export function startScript(script, { execPath = process.execPath, args = [] } = {}) {
  const folder = process.env.PSD2_BENCH_PROFILE;
  const profile = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${script}.cpuprofile`];
  const execArgv = folder === undefined ? [] : profile;
  const path = fileURLToPath(new URL(script, import.meta.url));
  return keep(fork(path, args, { env: createEnvironment(), execPath, execArgv }));
}

/** Starts a command of a peer, which prints nothing but errors. */
export function startCommand(args, variables = {}) {
  const env = createEnvironment(variables);
  return keep(spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] }));
}

/** Sends a message to a script, and resolves with its next one. */
export function ask(child, message) {
  const answer = receive(child);
  child.send(message);
  return answer;
}

/** Resolves with the next message of a script. */
export function receive(child) {
  return new Promise((resolve, reject) => {
    const fail = (code) => reject(new Error(`a process of the bench ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
  });
}

/** Ends scripts and commands, and waits for those that still run. */
export async function end(...ended) {
  const running = ended.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const exits = running.map((child) => once(child, 'exit'));
  for (const child of running) {
    // What has gone meanwhile can't be told, and its measures are complete.
    if (child.connected) child.send('end', () => {});
    else child.kill();
  }
  await Promise.all(exits);
}

/**
 * Returns the median milliseconds of whole processes, which take turns.
 * @param {{ args: string[], execPath?: string, variables?: Record<string, string> }[]} commands
 * @param {Record<string, string>} common of all
 * @returns {number[]} in the order of the commands
 */
export function measureProcesses(commands, common, runs) {
  const times = commands.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    commands.forEach(({ args, execPath, variables }, place) => {
      times[place].push(timeProcess(args, { ...common, ...variables }, execPath));
    });
  }
  return times.map(median);
}

/** Returns the milliseconds of one process; throws if it fails, because a failure is no measure. */
export function timeProcess(args, variables, execPath) {
  const started = performance.now();
  runProcess(args, variables, execPath);
  return performance.now() - started;
}

/** Returns what one process prints; throws if it fails. @returns {Buffer} */
export function runProcess(args, variables = {}, execPath = process.execPath) {
  const options = {
    env: createEnvironment(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 26,
  };
  const { status, stdout, stderr } = spawnSync(execPath, args, options);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** Creates an environment with little of this one's: NODE_EXTRA_CA_CERTS adds 36 ms to every start of Node 20. */
function createEnvironment(variables = {}) {
  const own = Object.entries(process.env).filter(
    ([name]) => name === 'PATH' || name.startsWith('PSD2_BENCH_'),
  );
  return { ...Object.fromEntries(own), ...variables };
}

/** Measures microseconds of the processor so far, and bytes of memory; of the heap what is in use, where it can be collected. */
export function measureUsage() {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return { processor: user + system, rss, heapUsed };
}
