// Runs the benches of this folder and prints their tables: all but those that take long, or those that arguments name.
// `--write` replaces their sections of RESULTS.md and their pictures. Each bench measures its floor in the same run: only
// ratios can be compared.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { receive, startScript } from './support/processes.mjs';
import { writeResult } from './support/results.mjs';
import { formatTable } from './support/tables.mjs';

/** Benches that run when they are named. */
const ON_REQUEST = /^(curve-|before-and-after$)/;

const all = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .map((file) => file.replace('.mjs', ''));
const args = process.argv.slice(2);
const isWriting = args.includes('--write');
const wanted = args.filter((argument) => argument !== '--write');
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are ${all.join(', ')}.`);
  process.exit(2);
}
if (isWriting && process.env.PSD2_BENCH_TRY !== undefined) {
  console.error('PSD2_BENCH_TRY measures nothing that could be written.');
  process.exit(2);
}
const chosen = wanted.length > 0 ? wanted : all.filter((name) => !ON_REQUEST.test(name));

const started = performance.now();
for (const name of chosen) await runBench(name);
console.log(`All took ${formatSeconds(started)}.`);

/** Prints the tables of a bench; one that fails doesn't stop the others, and its last result remains. */
async function runBench(name) {
  const began = performance.now();
  console.log(`# ${name}\n`);
  try {
    const { tables } = await receive(startScript('bench-process.mjs', { args: [name] }));
    console.log(`${tables.map(formatTable).join('\n\n')}\n\n${name} took ${formatSeconds(began)}.\n`);
    if (isWriting) keepResult(name, tables);
  } catch (error) {
    process.exitCode = 1;
    console.error(`${name} failed: ${error.message}\n`);
  }
}

function keepResult(name, tables) {
  writeResult(name, tables);
  for (const { picture, svg } of tables) {
    if (svg === undefined) continue;
    mkdirSync(new URL('curves/', import.meta.url), { recursive: true });
    writeFileSync(new URL(picture, import.meta.url), svg);
  }
}

function formatSeconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`;
}
