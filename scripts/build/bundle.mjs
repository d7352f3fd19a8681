import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { entrySource } from './commands.mjs';
import { lean } from './lean.mjs';

/**
 * The whole program as one CommonJS text.
 * @param manifest oclif's description of each command, by id
 * @returns {Promise<Uint8Array>} ASCII, which V8 reads without decoding
 */
export async function bundle(root, manifest) {
  const { outputFiles } = await build({
    stdin: { contents: entrySource(root, runtimePackageJson(root), manifest), resolveDir: root },
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
    plugins: [lean],
    logLevel: 'warning',
  });
  return outputFiles[0].contents;
}

/** What oclif reads of package.json while it runs. */
function runtimePackageJson(root) {
  const { name, version, description, oclif } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { name, version, description, oclif };
}
