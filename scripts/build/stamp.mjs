import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All inputs of a built file. */
const SOURCES = ['bin', 'commands', 'scripts', 'src', 'package.json', 'package-lock.json'];

/** Computes one hash over the sources, the lockfile and the Node that builds. @see A-build-when-changed */
export function computeStamp(root) {
  const hash = createHash('sha256').update(`${process.version} ${process.arch}`);
  for (const path of SOURCES.flatMap((source) => filesIn(root, source)).sort()) {
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

function filesIn(root, source) {
  if (source.includes('.')) return [source];
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
}
