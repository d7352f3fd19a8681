import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namesUsed } from '../support/names-used.ts';
import { forgetListeners } from '../support/output-listeners.ts';
import {
  buildScript,
  exportsOf,
  installed,
  library,
  REPLACEMENTS,
  replacement,
} from '../support/replacements.ts';
import { ROOT } from '../support/sources.ts';

/** esbuild's description of each module of the bundle, by path or by `lean:` and the name of a replacement. */
type Inputs = Readonly<
  Record<string, { readonly imports: readonly { readonly path: string; readonly original?: string }[] }>
>;

let bundled: Promise<Inputs> | undefined;

function inputs(): Promise<Inputs> {
  bundled ??= buildScript('bundle.mjs').then(async ({ readGraph }) => (await readGraph(ROOT)).inputs);
  return bundled as Promise<Inputs>;
}

/**
 * Names that modules of the bundle use and a replacement has not: what would use them is never reached, or they are
 * only handed to what ignores them.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // They parse flags and arguments that name files and folders, which no command declares.
  '@oclif/core/lib/util/fs.js': ['dirExists', 'fileExists'],
  // Only handed to `mark`.
  '@oclif/core/lib/performance.js': ['OCLIF_MARKER_OWNER'],
  // Asked for where SHELL is not set and the platform is Windows.
  'wsl-utils': ['powerShellPath'],
  // Handed on as `z.locales`, which nobody here asks for.
  'zod/v4/locales/index.js': ['*'],
};

const NAMES = Object.keys(REPLACEMENTS);

forgetListeners();

describe('what the bundle has in place of modules of libraries [A-lean-matches]', () => {
  it.each(NAMES)('stands for a module that is installed: %s', (name) => {
    expect(existsSync(installed(name))).toBe(true);
  });

  it.each(NAMES)('is in the bundle, and what it stands for is not: %s', async (name) => {
    const paths = Object.keys(await inputs());
    expect(paths).toContain(`lean:${name}`);
    const below = name.endsWith('.js') ? `node_modules/${name}` : `node_modules/${name}/`;
    // Of undici its own replacement asks for the pool.
    const wanted = name === 'undici' ? 'node_modules/undici/lib/' : 'nothing';
    expect(paths.filter((path) => path.startsWith(below) && !path.startsWith(wanted))).toEqual([]);
  });

  it.each(NAMES)('exports nothing that the module does not: %s', (name) => {
    const names = new Set(exportsOf(library(name)));
    expect(exportsOf(replacement(name)).filter((one) => !names.has(one))).toEqual([]);
  });

  it.each(NAMES)('exports what modules of the bundle use: %s', async (name) => {
    const used = Object.entries(await inputs()).flatMap(([path, { imports }]) =>
      imports
        .filter((one) => one.path === `lean:${name}`)
        .flatMap(({ original = '' }) => namesUsed(readFileSync(join(ROOT, path), 'utf8'), original)),
    );
    expect(used).not.toEqual([]);
    const made = exportsOf(replacement(name));
    const lacking = [...new Set(used)].filter((one) => !made.includes(one));
    expect(lacking).toEqual(LEFT_OUT[name] ?? []);
  });
});
