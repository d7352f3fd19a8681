import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Modules of libraries which this program has no use for. Most are oclif's: it is given its root plugin with
 * every command, so nothing is searched for on disk, transpiled or installed. Each is replaced by the little
 * that is still called; what is left out costs nothing at start-up.
 *
 * oclif's only use of localeCompare (its first use costs 6 ms, it loads ICU) goes with config/plugin.js.
 * @see A-lean-matches, A-no-icu
 */
export const REPLACEMENTS = {
  // Plugins are given, never found.
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
  // Errors leave through src/cli/main.ts, progress is not oclif's, and nobody reads its own measurements.
  '@oclif/core/lib/errors/handle.js': 'export const handle = (error) => { throw error; };',
  '@oclif/core/lib/ux/action/simple.js': 'export default class { stop() {} }',
  '@oclif/core/lib/ux/action/spinner.js': 'export default class { stop() {} }',
  '@oclif/core/lib/performance.js':
    'export const Performance = { mark() {}, debug() {}, async collect() {} };',
  debug: 'module.exports = () => () => {};',
  // WSL is Linux to oclif; what opens a browser has the whole module.
  'wsl-utils': 'export const isWsl = false;',
  // Refusals have texts of their own: zod's, in forty languages, are a third of it.
  'zod/v4/locales/index.js': 'export {};',
  // Of undici the pool, for HTTP/1.1: the whole is 1 MB, with a fetch, a cache, mocks and proxies.
  undici: `
    exports.Pool = require('undici/lib/dispatcher/pool.js');
    exports.buildConnector = require('undici/lib/core/connect.js');`,
  'undici/lib/dispatcher/client-h2.js': `
    module.exports = () => { throw new Error('the bundle does not speak HTTP/2'); };`,
  'undici/lib/web/fetch/body.js': `
    exports.extractBody = () => { throw new Error('a body is bytes'); };`,
  // The settings are checked by a reader of our own, and have no schema and no migrations.
  'ajv/dist/2020.js': 'export class Ajv2020 {}',
  'ajv-formats': 'export default {};',
  semver: 'export default {};',
  // Of the library that writes them: it would listen to signals, which main.ts hears.
  'when-exit': 'export default () => () => {};',
  // Help texts hold no template but names of values: <%= config.bin %>.
  ejs: `
    const value = (name, context) => name.split('.').reduce((holder, key) => holder?.[key], context);
    const render = (text, context) => text.replaceAll(/<%=\\s*([\\w.]+)\\s*%>/g, (_, name) => value(name, context));
    export default { render };`,
};

/** The esbuild plugin that puts the replacements in. */
export const lean = {
  name: 'lean',
  setup(build) {
    build.onResolve(
      { filter: /^(ajv-formats|ajv\/dist\/2020\.js|debug|ejs|semver|undici|when-exit|wsl-utils)$/ },
      ({ path, importer }) =>
        moduleName(importer).startsWith('open/') ? undefined : { path, namespace: 'lean' },
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

/** `@oclif/core/lib/config/plugin.js`, wherever packages are installed. */
function moduleName(path) {
  const name = path.replace(/^.*\/node_modules\//, '');
  return name.endsWith('.js') ? name : `${name}.js`;
}
