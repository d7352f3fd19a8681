/**
 * Chunks beside the core, each with the paths of its modules; the first row that matches has a module, and `program`
 * what no row matches. The core has what every start evaluates: the static imports of the bundle's first module.
 */
const CHUNKS = {
  // oclif asks for it at each start, behind a dynamic import.
  core: /^lean:wsl-utils/,
  bank: /^src\/(?:bank|store|chaos|library|server)\b/,
  // Writing a request is part of signing one.
  captures: /^src\/captures\/(?!write\b|octets\b|unreadable\b|capture\b)|^src\/breaks\//,
  seed: /^src\/seed\/|node_modules\/(?:yaml|csv-parse)\//,
  certificates: /node_modules\/node-forge\//,
  https: /node_modules\/undici\/|^lean:undici/,
  prompts: /node_modules\/@inquirer\//,
};

export const CORE = 'core';

/**
 * Assigns each module to a chunk.
 * @param inputs esbuild's description of each module, by path
 * @param entry the path of the first module
 * @returns {Map<string, string>} chunk by path
 */
export function assignChunks(inputs, entry) {
  const core = new Set();
  const queue = [entry];
  for (const path of queue) {
    if (core.has(path)) continue;
    core.add(path);
    queue.push(...staticImports(inputs[path]));
  }
  return new Map(Object.keys(inputs).map((path) => [path, core.has(path) ? CORE : chunkByPath(path)]));
}

function staticImports({ imports }) {
  return imports
    .filter(({ kind, external }) => !external && kind !== 'dynamic-import')
    .map(({ path }) => path);
}

function chunkByPath(path) {
  return Object.keys(CHUNKS).find((name) => CHUNKS[name].test(path)) ?? 'program';
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
