// Builds the one form in which the program runs: dist/psd2.cjs and, beside it, its code cache and the package's
// exports. npm runs this as `prepare`, also when npx runs the program in a clone, so it does nothing when nothing has
// changed.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleChunks } from './build/bundle.mjs';
import { makeCodeCaches } from './build/code-cache.mjs';
import { bundleDashboard } from './build/dashboard.mjs';
import { libraryFiles } from './build/library.mjs';
import { divideManifest, readManifest } from './build/manifest.mjs';
import { computeStamp } from './build/stamp.mjs';

const { assetPath, chunkPath } = createRequire(import.meta.url)('../bin/code-cache.js');
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const output = join(dist, 'psd2.cjs');

const stampFile = join(dist, 'stamp');
const stamp = computeStamp(root);
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp || !existsSync(output)) {
  mkdirSync(dist, { recursive: true });
  // Under a umask of 002 a group could write here, and the program rejects a code cache that others can write.
  chmodSync(dist, statSync(dist).mode & 0o7755);
  const chunks = await bundleChunks(root);
  for (const [name, contents] of chunks) writeWhole(chunkPath(output, name), contents);
  removeOthers([...chunks.keys()].map((name) => chunkPath(output, name)));
  writeWhole(assetPath(output, 'dashboard.html'), await bundleDashboard(root));
  const { manifest, details } = divideManifest(await readManifest(root, output));
  writeWhole(assetPath(output, 'manifest.json'), JSON.stringify(manifest));
  writeWhole(assetPath(output, 'details.json'), JSON.stringify(details));
  for (const [name, text] of libraryFiles(root)) writeWhole(join(dist, name), text);
  makeCodeCaches(output);
  writeWhole(stampFile, stamp);
}

/** Removes chunks of an earlier division, which the package would otherwise contain, and their code caches. */
function removeOthers(paths) {
  for (const name of readdirSync(dist).filter((file) => /^psd2\..*cjs/.test(file))) {
    if (!paths.some((path) => join(dist, name).startsWith(path))) rmSync(join(dist, name), { force: true });
  }
}

/** Writes each file atomically: two builds may run at once. */
function writeWhole(path, contents) {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}
