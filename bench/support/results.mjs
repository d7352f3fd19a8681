// RESULTS.md: the last result of each bench, in a section of its own.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { formatTable } from './tables.mjs';

const file = new URL('../RESULTS.md', import.meta.url);

/** Replaces the section of a bench, or adds it where its name belongs. */
export function writeResult(name, tables) {
  const [intro, ...sections] = readFileSync(file, 'utf8').split(/^(?=## )/m);
  const where = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`;
  const section = `${[`## ${name}`, where, ...tables.map(formatTable)].join('\n\n')}\n\n`;
  const others = sections.filter((other) => !other.startsWith(`## ${name}\n`));
  const sorted = [...others.map((other) => `${other.trimEnd()}\n\n`), section].sort();
  writeFileSync(file, `${intro.trimEnd()}\n\n${sorted.join('').trimEnd()}\n`);
}
