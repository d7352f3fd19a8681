/**
 * Runs command lines of the built program one after the other in this process, at the terminal that it has:
 * `node at-one-terminal.cjs LINES.json`. Chance is the same in each such process, so that two of them print the same.
 */
const crypto = require('node:crypto');
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..', '..');
const bundle = join(root, 'dist', 'psd2.cjs');
const { loadBundle } = require(join(root, 'bin', 'code-cache.js'));

let drawn = 0;
crypto.randomBytes = (size) => {
  drawn += 1;
  return crypto.createHash('shake128', { outputLength: size }).update(`${drawn}`).digest();
};
crypto.randomUUID = () =>
  crypto
    .randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

async function runLines(lines) {
  const { exports: program } = loadBundle(bundle, true);
  const kept = new Map();
  for (const { args, keeps, into } of lines) {
    const argv = args.map((word) => word.replaceAll(/\{(\w+)\}/g, (_, name) => kept.get(name)));
    const take = keeps === undefined && into === undefined ? () => '' : takeOutput();
    await runOne(program, argv);
    const output = take();
    if (keeps !== undefined) kept.set(keeps, output.trim());
    if (into !== undefined) writeFileSync(into, output);
    process.stdout.write(`\n${process.exitCode ?? 0} ${END}\n`);
    process.exitCode = 0;
  }
}

/** What each line's output ends with, behind its exit code. */
const END = '=== end of the line ===';

async function runOne(program, argv) {
  process.argv = [process.execPath, join(root, 'bin', 'run.js'), ...argv];
  process.exitCode = undefined;
  await program.run(argv);
  for (const event of ['SIGINT', 'uncaughtException']) process.removeAllListeners(event);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
}

/** Takes what goes to stdout until it is asked for. */
function takeOutput() {
  const { write } = process.stdout;
  let output = '';
  process.stdout.write = (text) => {
    output += text;
    return true;
  };
  return () => {
    process.stdout.write = write;
    return output;
  };
}

runLines(JSON.parse(readFileSync(process.argv[2], 'utf8')));
