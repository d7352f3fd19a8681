import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ascii, refuseOtherThanAscii } from './ascii.mjs';
import { entrySource } from './commands.mjs';
import { lean } from './lean.mjs';

/**
 * The whole program as one CommonJS text.
 * @param manifest oclif's description of each command, by id
 * @returns {Promise<{ contents: Uint8Array, inputs: object }>} ASCII, which V8 reads without decoding; esbuild's
 *   description of each module that was asked for
 * @throws Error when it is not ASCII
 * @see A-one-built-form, A-https-lazy
 */
export async function bundle(root, manifest) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: entrySource(root, runtimePackageJson(root), manifest), resolveDir: root },
    absWorkingDir: root,
    outfile: join(root, 'dist', 'psd2.cjs'),
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    charset: 'ascii',
    legalComments: 'none',
    // Names stay, so that the stack of a fault of ours can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    // What is not bundled brings its own binary.
    external: ['@photostructure/sqlite'],
    // Inside the script that the code cache needs, import() throws on Node 20: every one becomes a require.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'bundleUrl' },
    banner: { js: "'use strict';const bundleUrl=require('node:url').pathToFileURL(__filename).href;" },
    plugins: [lean, ascii],
    metafile: true,
    logLevel: 'warning',
  });
  const [{ contents }] = outputFiles;
  refuseOtherThanAscii(contents, Object.keys(metafile.inputs), root);
  return { contents, inputs: metafile.inputs };
}

/** Appends a last line with the hash of all before it, by which a code cache knows its bundle. @see A-code-cache */
export function endWithHash(contents) {
  return Buffer.concat([contents, Buffer.from(`//${createHash('sha256').update(contents).digest('hex')}\n`)]);
}

/** What oclif reads of package.json while it runs. */
function runtimePackageJson(root) {
  const { name, version, description, oclif } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { name, version, description, oclif };
}
