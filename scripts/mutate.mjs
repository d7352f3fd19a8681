/**
 * Checks that the tests catch mistakes: applies each mutation of test/mutations in a copy of the checkout and runs the
 * tests of its room, the file that most likely catches it first, at the level of `npm test` and then of `test:all`.
 * Ends with 1 when one is not caught.
 *
 *   npm run mutate -- [--room NAME] [--only N] [--list]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, transform } from 'esbuild';

const LEFT_OUT = ['node_modules', '.git', 'coverage'];
/** A longer test run is in an endless loop. */
const LONGEST_RUN_MS = 600_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: { room: { type: 'string' }, only: { type: 'string' }, list: { type: 'boolean' } },
});
const all = await readMutations();
const chosen = all.filter(
  ({ number, room }) =>
    (options.room === undefined || room.name === options.room) &&
    (options.only === undefined || number === Number(options.only)),
);

if (chosen.length === 0) {
  const rooms = [...new Set(all.map(({ room }) => room.name))].join(', ');
  console.error(`There is no such mutation: --only is 1 to ${all.length}, --room one of ${rooms}.`);
  process.exitCode = 2;
} else if (options.list) {
  for (const mutation of chosen) console.log(titleOf(mutation));
} else {
  const copy = mkdtempSync(join(tmpdir(), 'psd2-mutate-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  process.once('SIGINT', () => process.exit(130));
  cpSync(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  process.exitCode = await tryAll(copy, chosen);
}

function titleOf({ number, room, file, suffers }) {
  return `${String(number).padStart(2)} ${room.name}  ${file}\n   ${suffers}`;
}

/** Reads the mutations of test/mutations, which are TypeScript, numbered, each with its room. */
async function readMutations() {
  const entryPoints = [join(root, 'test', 'mutations', 'rooms.ts')];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: 'esm' });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const { ROOMS } = await import(`data:text/javascript;base64,${code}`);
  const all = ROOMS.flatMap((room) => room.mutations.map((mutation) => ({ ...mutation, room })));
  return all.map((mutation, place) => ({ ...mutation, number: place + 1 }));
}

/** @returns the exit code */
async function tryAll(copy, mutations) {
  const caught = { quick: 0, all: 0 };
  const sound = new Set();
  for (const mutation of mutations) {
    const begun = performance.now();
    console.log(titleOf(mutation));
    const path = join(copy, mutation.file);
    const right = readFileSync(path, 'utf8');
    writeFileSync(path, await applyMutation(right, mutation));
    const found = await findCatch(copy, mutation);
    writeFileSync(path, right);
    const { level, said } = (await isSound(copy, found, sound))
      ? found
      : { said: `NOT CAUGHT: ${found.file} fails without the mutation too` };
    console.log(`   ${said}, ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    if (level !== undefined) caught[level] += 1;
  }
  const missed = mutations.length - caught.quick - caught.all;
  console.log(
    `${mutations.length} mutations: npm test catches ${caught.quick}, test:all alone ${caught.all}.`,
  );
  console.log(`${missed} missed.`);
  return missed === 0 ? 0 : 1;
}

/** @throws Error unless the mutation's text occurs exactly once and the mutated file parses */
async function applyMutation(right, { file, find, replace }) {
  const pieces = right.split(find);
  if (pieces.length !== 2) throw new Error(`${file} has the text ${pieces.length - 1} times`);
  const wrong = pieces.join(replace);
  await transform(wrong, { loader: 'ts', logLevel: 'silent' });
  return wrong;
}

/** @returns the level with a test that catches the mutation, undefined without one, and the words for both */
async function findCatch(copy, { by, room }) {
  for (const level of ['quick', 'all']) {
    for (const filters of [[by], room.tests]) {
      const file = await findFailure(copy, filters, level);
      if (file === undefined) continue;
      return { level, file, said: `caught by ${file}${file === by ? '' : `, not by ${by}`} (${level})` };
    }
  }
  return { said: `NOT CAUGHT by ${room.tests.join(', ')}` };
}

/** Returns true if the file passes without the mutation. @param sound the files that are known to, with their level */
async function isSound(copy, { level, file }, sound) {
  const key = `${level} ${file}`;
  if (level === undefined || sound.has(key)) return true;
  if ((await findFailure(copy, [file], level)) !== undefined) return false;
  sound.add(key);
  return true;
}

/**
 * Runs test files or folders at a level of test/support/levels.mts until the first one fails.
 * @returns the file that failed, or what was run where something failed outside the tests; undefined when all passed,
 * and when the level has none of them
 * @throws Error when vitest gave no report
 */
async function findFailure(copy, filters, level) {
  const report = join(copy, 'mutate-report.json');
  rmSync(report, { force: true });
  const args = ['run', '--bail', '1', '--reporter=json', `--outputFile=${report}`, ...filters];
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  // In a process group of its own, so that workers in an endless loop end with it.
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: copy,
    env: { ...process.env, PSD2_TESTS: level },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const stop = () => process.kill(-child.pid, 'SIGKILL');
  process.prependOnceListener('exit', stop);
  const timer = setTimeout(stop, LONGEST_RUN_MS);
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  const [status] = await once(child, 'close');
  clearTimeout(timer);
  process.off('exit', stop);
  // A mutation that makes the tests hang counts as caught.
  if (status === null) return filters[0];
  const said = Buffer.concat(chunks).toString('utf8');
  if (said.includes('No test files found')) return undefined;
  if (!existsSync(report)) throw new Error(`vitest gave no report:\n${said.slice(-2000)}`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = testResults.filter((result) => result.status === 'failed');
  const [first] = failed.sort((a, b) => a.endTime - b.endTime);
  if (first !== undefined) return relative(copy, first.name);
  return status === 0 || testResults.length === 0 ? undefined : filters[0];
}
