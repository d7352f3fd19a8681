export const CORE = 'core';

/**
 * Chunks in the order in which they take modules: each takes what is left of the modules whose paths match, and of what
 * its entries import statically; `program` takes the rest. V8 reads the code cache of a chunk whole, so a chunk has
 * what commands of one kind need beside the chunks above it.
 */
const CHUNKS = {
  help: { paths: /node_modules\/@oclif\/core\/lib\/help\/(?!util)|^src\/cli\/help\/(?!describe-command)/ },
  bank: { paths: /^src\/(?:bank|store|chaos|library|server)\b/ },
  captures: { paths: /^src\/captures\/(?!write\b|octets\b|unreadable\b|capture\b)|^src\/breaks\// },
  seed: { paths: /^src\/seed\/|node_modules\/(?:yaml|csv-parse)\// },
  certificates: { paths: /node_modules\/node-forge\// },
  https: { paths: /node_modules\/undici\/|^lean:undici/ },
  tables: { paths: /node_modules\/(?:cli-table3|@colors)\// },
  prompts: { paths: /node_modules\/@inquirer\// },
  // oclif asks for wsl-utils at each start, behind a dynamic import.
  [CORE]: { entries: ['<stdin>', 'lean:wsl-utils'] },
  command: { entries: ['src/cli/base-command.ts'] },
  signing: { entries: ['commands/sign.ts', 'src/certificates/trust.ts'] },
  verification: { entries: ['commands/verify.ts'] },
  schemas: { paths: /node_modules\/zod\/|^lean:zod|^src\/wire\// },
  payments: { entries: ['commands/payments/create.ts', 'src/payments/example.ts', 'src/sca/link.ts'] },
  session: { entries: ['src/session/embedded.ts'], paths: /^src\/(?:client|values|transport)\// },
};
const REST = 'program';

/**
 * Assigns each module to a chunk.
 * @param inputs esbuild's description of each module, by path
 * @returns {Map<string, string>} chunk by path
 * @throws Error when an entry of a chunk is not there
 */
export function assignChunks(inputs) {
  const chunkOf = new Map();
  for (const [name, { entries = [], paths }] of Object.entries(CHUNKS)) {
    const queue = [...entries, ...Object.keys(inputs).filter((path) => paths?.test(path))];
    for (const path of queue) {
      if (chunkOf.has(path)) continue;
      if (inputs[path] === undefined) throw new Error(`${path}, of the chunk ${name}, is not in the program`);
      chunkOf.set(path, name);
      if (!paths?.test(path)) queue.push(...staticImports(inputs[path]));
    }
  }
  for (const path of Object.keys(inputs)) if (!chunkOf.has(path)) chunkOf.set(path, REST);
  return chunkOf;
}

function staticImports({ imports }) {
  return imports
    .filter(({ kind, external }) => !external && kind !== 'dynamic-import')
    .map(({ path }) => path);
}

/** Lists the modules of each chunk that other chunks import. @returns {Map<string, string[]>} paths by chunk */
export function exportedModules(inputs, chunkOf) {
  const exported = new Map([...new Set(chunkOf.values())].map((chunk) => [chunk, new Set()]));
  for (const [importer, { imports }] of Object.entries(inputs)) {
    for (const { path, external } of imports) {
      if (!external && chunkOf.get(path) !== chunkOf.get(importer)) exported.get(chunkOf.get(path)).add(path);
    }
  }
  return new Map([...exported].map(([chunk, paths]) => [chunk, [...paths].sort()]));
}

/** Writes the object that gives a chunk's modules to the others, each evaluated when it is first asked for. */
export function modulesSource(paths) {
  const rows = paths.map(
    (path) => `  ${JSON.stringify(path)}: () => require(${JSON.stringify(specifier(path))}),`,
  );
  return `export const modules = {\n${rows.join('\n')}\n};`;
}

/** A replacement of lean.mjs has the name that it replaces. */
function specifier(path) {
  return path.startsWith('lean:') ? path.slice('lean:'.length) : `./${path}`;
}

/**
 * Makes the esbuild plugin that takes a module of another chunk from the loader (bin/code-cache.js). A package that is an
 * ES module can't take the default export of another chunk's ES module: to esbuild what it imports is CommonJS, whose
 * default is the whole. So packages that import each other in that way stay in one chunk.
 */
export function foreignModules(chunk, { inputs, chunkOf, keyOf }) {
  return {
    name: 'foreign modules',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, importer, namespace }) => {
        const found = inputs[keyOf(importer, namespace)]?.imports.find(({ original }) => original === path);
        if (found === undefined || found.external || chunkOf.get(found.path) === chunk) return undefined;
        return { path: found.path, namespace: 'foreign' };
      });
      build.onLoad({ filter: /.*/, namespace: 'foreign' }, ({ path }) => ({
        contents: `module.exports = loadChunk(${JSON.stringify(chunkOf.get(path))}).modules[${JSON.stringify(path)}]();`,
        loader: 'js',
      }));
    },
  };
}
