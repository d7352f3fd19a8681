import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const OCLIF = join(root, 'node_modules', '@oclif', 'core', 'lib');

/**
 * Library modules that this program doesn't need. Most are oclif's: the program passes it the root plugin with every
 * command, so nothing is searched for on disk, transpiled or installed. Each is replaced by the few functions that are
 * still called; the rest costs nothing at start-up.
 *
 * oclif's only use of localeCompare (its first use costs 6 ms, it loads ICU) is removed with config/plugin.js.
 * @see A-lean-matches, A-no-icu
 */
export const REPLACEMENTS = {
  // Plugins are passed in, never searched for.
  '@oclif/core/lib/config/plugin.js': 'export class Plugin {}',
  '@oclif/core/lib/config/plugin-loader.js': `
    export default class {
      constructor({ plugins }) { this.plugins = plugins; }
      async loadRoot() { return [...this.plugins.values()][0]; }
      async loadChildren() { return { plugins: this.plugins, errors: [] }; }
    }`,
  // No TypeScript at run time, and no module that oclif loads by path: there are no hooks and no help class.
  '@oclif/core/lib/config/ts-path.js': 'export const tsPath = async (root, path) => path;',
  '@oclif/core/lib/module-loader.js': `
    const refuse = () => { throw new Error('the bundle loads no module by its path'); };
    export { refuse as load, refuse as loadWithData };`,
  // Each start looks for a file of colours: node:fs reads it, because its promises take longer to load than to use.
  '@oclif/core/lib/util/fs.js': `
    import { readFileSync } from 'node:fs';
    export const safeReadJson = async (path) => {
      try { return JSON.parse(readFileSync(path, 'utf8')); } catch { return undefined; }
    };`,
  // src/cli/main.ts reports errors, the program doesn't use oclif's progress output, and nothing reads its
  // measurements.
  '@oclif/core/lib/errors/handle.js': 'export const handle = (error) => { throw error; };',
  '@oclif/core/lib/ux/action/simple.js': 'export default class { stop() {} }',
  '@oclif/core/lib/ux/action/spinner.js': 'export default class { stop() {} }',
  '@oclif/core/lib/performance.js':
    'export const Performance = { mark() {}, debug() {}, async collect() {} };',
  debug: 'module.exports = () => () => {};',
  // oclif treats WSL as Linux; the package that opens a browser has the complete module.
  'wsl-utils': 'export const isWsl = false;',
  // Only undici's pool, for HTTP/1.1: the whole package is 1 MB, with a fetch, a cache, mocks and proxies.
  undici: `
    exports.Pool = require('undici/lib/dispatcher/pool.js');
    exports.buildConnector = require('undici/lib/core/connect.js');`,
  'undici/lib/dispatcher/client-h2.js': `
    module.exports = () => { throw new Error('the bundle does not speak HTTP/2'); };`,
  'undici/lib/web/fetch/body.js': `
    exports.extractBody = () => { throw new Error('a body is bytes'); };`,
  // The program's own reader validates the settings, which have no schema and no migrations.
  'ajv/dist/2020.js': 'export class Ajv2020 {}',
  'ajv-formats': 'export default {};',
  semver: 'export default {};',
  // A dependency of the library that writes settings: it would listen to signals, which main.ts handles.
  'when-exit': 'export default () => () => {};',
  // Help texts contain no template but names of values: <%= config.bin %>.
  ejs: `
    const value = (name, context) => name.split('.').reduce((holder, key) => holder?.[key], context);
    const render = (text, context) => text.replaceAll(/<%=\\s*([\\w.]+)\\s*%>/g, (_, name) => value(name, context));
    export default { render };`,
};

/** The esbuild plugin that inserts the replacements, and makes the requires of oclif's modules lazy. */
export const lean = {
  name: 'lean',
  setup(build) {
    build.onLoad(
      { filter: /[\\/]@oclif[\\/]core[\\/]lib[\\/].*\.js$/, namespace: 'file' },
      async ({ path }) => ({
        contents: makeRequiresLazy(await readFile(path, 'utf8')),
        loader: 'js',
      }),
    );
    // The part of help that names a command: every start needs it.
    build.onResolve({ filter: /^@oclif\/core\/help$/ }, ({ importer }) =>
      importer.endsWith(join('src', 'cli', 'main.ts')) ? { path: join(OCLIF, 'help', 'util.js') } : undefined,
    );
    build.onResolve({ filter: /^[\w@]/ }, ({ path, importer }) =>
      path in REPLACEMENTS && !moduleName(importer).startsWith('open/')
        ? { path, namespace: 'lean' }
        : undefined,
    );
    build.onResolve({ filter: /^\.{1,2}(\/|$)/ }, ({ path, resolveDir }) => {
      const name = moduleName(join(resolveDir, path));
      return name in REPLACEMENTS ? { path: name, namespace: 'lean' } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: 'lean' }, ({ path }) => ({
      contents: REPLACEMENTS[path],
      loader: 'js',
      resolveDir: root,
    }));
  },
};

/**
 * Moves each `require` of a module that TypeScript compiled to CommonJS to the use of its result, so that a module is
 * evaluated when a function first needs it. Modules used at the top level are evaluated as before.
 */
export function makeRequiresLazy(source) {
  const declaration = /^(?:const|var) (\w+_\d+) = ((?:__importDefault\()?require\("[^"]+"\)\)?);$/gm;
  const loads = new Map([...source.matchAll(declaration)].map(([, name, load]) => [name, `(${load})`]));
  return source.replace(declaration, '').replace(/\b\w+_\d+\b/g, (name) => loads.get(name) ?? name);
}

/** Returns a module's name, `@oclif/core/lib/config/plugin.js`, regardless of where packages are installed. */
function moduleName(path) {
  const name = path.replace(/^.*\/node_modules\//, '');
  return name.endsWith('.js') ? name : `${name}.js`;
}
