// Runs every bench of this folder and prints their tables; `--write` adds them to RESULTS.md; names as arguments
// choose among the benches. Each bench measures its floor in the same run: only ratios can be compared.
import { appendFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const FRAME = new Set([
  'run.mjs',
  'processes.mjs',
  'built-program.mjs',
  'floor-server.mjs',
  'served-bank.mjs',
  'served-load.mjs',
  'served-acts.mjs',
  'prism-mock.mjs',
  'served-parts.mjs',
  'peers.mjs',
  'bank-in-process.mjs',
  'insert-anew.mjs',
  'lock-watch.mjs',
  'copied-payments.mjs',
  'watched-transactions.mjs',
  'quarter.mjs',
  'transaction-rows.mjs',
  'all-transactions.mjs',
]);
const folder = fileURLToPath(new URL('.', import.meta.url));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

const files = readdirSync(folder).filter((file) => file.endsWith('.mjs') && !FRAME.has(file));
const chosen = files.filter((file) => wanted.length === 0 || wanted.includes(file.replace('.mjs', '')));
if (chosen.length === 0)
  throw new Error(`no such bench; there are: ${files.join(', ').replaceAll('.mjs', '')}`);

const tables = [];
for (const file of chosen) {
  const { bench } = await import(new URL(file, import.meta.url).href);
  const made = [await bench()].flat().map(asTable);
  tables.push(...made);
  console.log(`${made.join('\n\n')}\n`);
}
if (process.argv.includes('--write')) {
  const heading = `## ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`;
  appendFileSync(new URL('RESULTS.md', import.meta.url), `\n${heading}\n\n${tables.join('\n\n')}\n`);
}

/** A Markdown table: each row's value, its ratio to the floor, and the ratio it must keep. */
function asTable({ title, unit, floor, rows }) {
  const lines = rows.map(
    ({ name, value, ratio, limit }) =>
      `| ${name} | ${value.toFixed(1)} | ${ratio.toFixed(2)} | ${verdict(ratio, limit)} |`,
  );
  return [`### ${title}`, '', `| | ${unit} | × ${floor} | goal |`, '|---|---|---|---|', ...lines].join('\n');
}

function verdict(ratio, limit) {
  if (limit === undefined) return '';
  const { atMost, atLeast } = limit;
  const kept = atMost === undefined ? ratio >= atLeast : ratio <= atMost;
  const goal = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  return kept ? goal : `${goal}: missed`;
}
