import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { ascii, refuseOtherThanAscii } from './ascii.mjs';
import { assignChunks, CORE, exportedModules, foreignModules, modulesSource } from './chunks.mjs';
import { entrySource } from './commands.mjs';
import { lean } from './lean.mjs';
import { zod } from './zod.mjs';

const ENTRY = '<stdin>';

/**
 * Reads every module of the program and assigns each to a chunk.
 * @returns `inputs`: esbuild's description of each module by path, `chunkOf`: chunk by path, `exported`: paths by chunk
 */
export async function readGraph(root) {
  const contents = entrySource(root, runtimePackageJson(root));
  const { inputs } = (await bundleText(root, { contents, plugins: [] })).metafile;
  const chunkOf = assignChunks(inputs);
  return { inputs, chunkOf, exported: exportedModules(inputs, chunkOf) };
}

/**
 * Bundles the program as CommonJS texts, which bin/code-cache.js loads on demand.
 * @returns {Promise<Map<string, Uint8Array>>} the chunks by name
 * @throws Error when one is not ASCII
 * @see A-one-built-form, A-https-lazy
 */
export async function bundleChunks(root) {
  const graph = await readGraph(root);
  const names = [...graph.exported.keys()];
  const contents = await Promise.all(names.map((name) => bundleChunk(root, name, graph)));
  return new Map(names.map((name, place) => [name, contents[place]]));
}

async function bundleChunk(root, chunk, { inputs, chunkOf, exported }) {
  const source = chunk === CORE ? entrySource(root, runtimePackageJson(root)) : '';
  const contents = `${source}\n${modulesSource(exported.get(chunk))}`;
  /** Returns the name of a module in esbuild's metafile. */
  const keyOf = (importer, namespace) => {
    if (importer === ENTRY) return ENTRY;
    return namespace === 'file' ? relative(root, importer) : `${namespace}:${importer}`;
  };
  const plugins = [foreignModules(root, chunk, { inputs, chunkOf, keyOf })];
  const { outputFiles } = await bundleText(root, { contents, plugins });
  refuseOtherThanAscii(outputFiles[0].contents);
  return wrapChunk(Buffer.from(shareExports(outputFiles[0].text)));
}

/**
 * Lets importers of another chunk's ES module use its exports directly. esbuild treats such a module as CommonJS and
 * copies all its exports once per importing module.
 */
function shareExports(text) {
  const helper = '__toESM=(mod,isNodeMode,target)=>(';
  return text.replace(helper, '__toESM=(mod,isNodeMode,target)=>!isNodeMode&&mod?.__esModule?mod:(');
}

function bundleText(root, { contents, plugins }) {
  return build({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    outfile: join(root, 'dist', 'psd2.cjs'),
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    charset: 'ascii',
    legalComments: 'none',
    // Names stay, so that stack traces are readable.
    minifyWhitespace: true,
    minifySyntax: true,
    // An external package has its own binary.
    external: ['@photostructure/sqlite'],
    // In the script that the code cache needs, import() throws on Node 20: each one becomes a require.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'bundleUrl' },
    banner: {
      js: "'use strict';const{loadChunk,readAsset}=module;const bundleUrl=require('node:url').pathToFileURL(__filename).href;",
    },
    plugins: [...plugins, lean, zod, ascii],
    metafile: true,
    logLevel: 'warning',
  });
}

/**
 * Wraps a chunk in the function that the loader calls, and appends a last line with the hash of all before it, by which
 * a code cache knows its chunk. The loader would need a second copy of the text to wrap it.
 * @see A-code-cache
 */
export function wrapChunk(contents) {
  const start = '(function (exports, require, module, __filename, __dirname) {';
  const wrapped = Buffer.concat([Buffer.from(start), contents, Buffer.from('\n})\n')]);
  return Buffer.concat([wrapped, Buffer.from(`//${createHash('sha256').update(wrapped).digest('hex')}\n`)]);
}

/** Selects the members of package.json that oclif reads at run time. */
function runtimePackageJson(root) {
  const { name, version, description, oclif } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { name, version, description, oclif };
}
