// Builds the one form in which the program runs: dist/psd2.cjs and, beside it, its code cache and what the package
// exports of it. npm runs this as `prepare`, also when npx runs the program in a clone, so it does nothing when nothing has changed.
import { chmodSync, existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, endWithHash } from './build/bundle.mjs';
import { codeCacheOf, makeCodeCache } from './build/code-cache.mjs';
import { libraryFiles } from './build/library.mjs';
import { makeManifest } from './build/manifest.mjs';
import { readStamp, sourceStamp, writeStamp } from './build/stamp.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const output = join(dist, 'psd2.cjs');

const stamp = sourceStamp(root);
if (readStamp(dist) !== stamp || !existsSync(output) || !existsSync(codeCacheOf(output))) {
  mkdirSync(dist, { recursive: true });
  // Under a umask of 002 a group could write here, and a code cache that others can write is not used.
  chmodSync(dist, statSync(dist).mode & 0o7755);
  const manifest = await makeManifest(root);
  writeWhole(output, endWithHash((await bundle(root, manifest)).contents));
  for (const [name, text] of libraryFiles(root)) writeWhole(join(dist, name), text);
  makeCodeCache(output, Object.keys(manifest));
  writeStamp(dist, stamp);
}

/** Two builds may run at once; each file is there whole or not at all. */
function writeWhole(path, contents) {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}
