import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CORE = 'core';

/**
 * Chunks in the order in which they claim modules: each claims the unclaimed modules whose paths match, and those that
 * its entries import statically; `program` claims the rest. V8 reads the code cache of a chunk whole, so a chunk
 * contains what commands of one kind need in addition to the chunks above it. A chunk that is `rare` is loaded when one
 * of its exports is first read, not when it is imported.
 */
const CHUNKS = {
  causes: {
    rare: true,
    paths:
      /^src\/signing\/(?:arrangements|body-candidates|json-candidates|json-text|re-encodings|single-char-edits|string-builds|string-search|target-variants|value-changes)\b/,
  },
  readers: {
    rare: true,
    paths: /^src\/captures\/(?:curl|javascript|powershell|program-request|shell|write)\b/,
  },
  files: {
    rare: true,
    paths:
      /^src\/(?:credentials\/material|certificates\/(?:certificate-file|issue\/der-writer|pem|pkcs12|private-key)|signing\/differences)\b/,
  },
  snapshots: { rare: true, paths: /^src\/bank\/(?:deletions|snapshot|store\/tables\/snapshot-rows)\b/ },
  progress: {
    rare: true,
    paths:
      /^src\/bank\/(?:domain\/(?:ledger|settlement|transactions)|handlers\/accounts\/report|life\/(?:moves|payer|transactions)|sca\/(?:site\/(?!handlers)|steps|subjects)|store\/tables\/(?:psus|runs|views))\b/,
  },
  requests: {
    rare: true,
    paths: /^src\/wire\/(?:answers\/(?:information|operator)|operator|product-bodies|sandbox|tpp-registry)\b/,
  },
  failures: { rare: true, paths: /^src\/cli\/(?:failure|prompts)\b/ },
  breaks: { paths: /^src\/breaks\// },
  serving: { paths: /^src\/(?:chaos|client\/callback|library|server)\b/ },
  colours: {
    paths:
      /node_modules\/(?:ansis|ansi-\w+|color-convert|color-name|emoji-regex|has-flag|is-fullwidth-code-point|string-width|strip-ansi|supports-color|widest-line|wordwrap)\/|@oclif\/core\/(?:node_modules\/wrap-ansi|lib\/(?:interfaces\/theme|ux|errors\/errors\/pretty-print|parser\/errors))\b/,
  },
  // A completion reads the stores with their driver only.
  completion: { paths: /^src\/completion\/|^src\/store\/sqlite\/driver\b|^src\/sandbox\/snapshot-folder/ },
  help: {
    entries: ['src/cli/help/show-help.ts', 'src/cli/help/start-page.ts'],
    paths:
      /@oclif\/core\/lib\/(?:help\/(?!util)|symbols|util\/(?:cache-default-value|ensure-arg-object))|^src\/(?:cli\/(?:help|unknown-command)|profiles\/overview)\b/,
  },
  bank: { paths: /^src\/(?:bank|store)\b/ },
  demo: {
    paths:
      /^src\/(?:session\/demo-world|seed\/(?:faults|generate|random|transaction-templates|world|apply\/transactions))\b/,
  },
  captures: { paths: /^src\/captures\/(?!octets\b|unreadable\b|capture\b)/ },
  seed: { paths: /^src\/seed\/|node_modules\/(?:yaml|csv-parse)\// },
  certificates: { paths: /node_modules\/node-forge\// },
  https: { paths: /node_modules\/undici\/|^lean:undici|^src\/transport\/https\b/ },
  tables: { paths: /node_modules\/(?:cli-table3|@colors)\// },
  prompts: { paths: /node_modules\/@inquirer\// },
  // oclif imports wsl-utils at each start, dynamically.
  [CORE]: {
    entries: [
      '<stdin>',
      'lean:wsl-utils',
      'src/settings/precedence.ts',
      'src/cli/terminal.ts',
      'src/wire/errors.ts',
      'src/wire/explanations.ts',
    ],
  },
  command: { entries: ['src/cli/base-command.ts'] },
  signing: { entries: ['commands/sign.ts', 'src/certificates/trust.ts', 'src/core/json-text.ts'] },
  verification: { entries: ['commands/verify.ts'] },
  schemas: { paths: /^used:zod|^src\/wire\// },
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

/** Builds the source of the object that exports a chunk's modules to the others, each evaluated on first use. */
export function modulesSource(paths) {
  const rows = paths.map(
    (path) => `  ${JSON.stringify(path)}: () => require(${JSON.stringify(specifier(path))}),`,
  );
  return `export const modules = {\n${rows.join('\n')}\n};`;
}

/** Returns the specifier of a module; a replacement (lean.mjs, zod.mjs) has the name of the module that it replaces. */
function specifier(path) {
  const [, name] = /^(?:lean|used):(.*)/.exec(path) ?? [];
  return name ?? `./${path}`;
}

/**
 * Creates the esbuild plugin that resolves a module of another chunk through the loader (bin/code-cache.js). A package
 * that is an ES module can't use the default export of another chunk's ES module: esbuild treats the import as
 * CommonJS, whose default is the whole module. So packages with such imports stay in one chunk.
 */
export function foreignModules(root, chunk, { inputs, chunkOf, keyOf }) {
  return {
    name: 'foreign modules',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, importer, namespace }) => {
        const found = inputs[keyOf(importer, namespace)]?.imports.find(({ original }) => original === path);
        if (found === undefined || found.external || chunkOf.get(found.path) === chunk) return undefined;
        return { path: found.path, namespace: 'foreign' };
      });
      build.onLoad({ filter: /.*/, namespace: 'foreign' }, ({ path }) => {
        const name = chunkOf.get(path);
        const load = `loadChunk(${JSON.stringify(name)}).modules[${JSON.stringify(path)}]()`;
        const contents = CHUNKS[name]?.rare
          ? buildLaterModule(join(root, path), load)
          : `module.exports = ${load};`;
        return { contents, loader: 'js' };
      });
    },
  };
}

/** Builds a module with the same exports as another, which it loads when one of them is first read. */
function buildLaterModule(path, load) {
  const source = readFileSync(path, 'utf8');
  if (/^export (?:[*{]|default\b|(?:const|let) [[{])/m.test(source))
    throw new Error(`${path} has an export without a declaration of its name, so it can't be rare`);
  const declared = source.matchAll(/^export (?:async |abstract )*(?:function\*?|const|let|class) (\w+)/gm);
  const getters = [...new Set([...declared].map(([, name]) => name))].map(
    (name) => `get ${name}() { return (loaded ??= ${load}).${name}; },`,
  );
  return ['let loaded;', 'module.exports = {', '__esModule: true,', ...getters, '};'].join('\n');
}
