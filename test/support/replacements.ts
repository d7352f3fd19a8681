import { createRequire } from 'node:module';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { ROOT } from './sources.ts';

/** A module of this project's build, which is no TypeScript. */
export function buildScript(name: string) {
  return import(join(ROOT, 'scripts', 'build', name));
}

// biome-ignore lint/suspicious/noExplicitAny: a library's module
type Module = any;

/** What the bundle has in place of modules of libraries: the code of each, by name. */
export const { REPLACEMENTS }: { REPLACEMENTS: Readonly<Record<string, string>> } =
  await buildScript('lean.mjs');

export const requireFromRoot = createRequire(join(ROOT, 'package.json'));

/** A replacement, evaluated. */
export function replacement(name: string): Module {
  const { code } = transformSync(REPLACEMENTS[name] ?? '', { format: 'cjs' });
  const module = { exports: {} as Module };
  new Function('module', 'exports', 'require', code)(module, module.exports, requireFromRoot);
  return module.exports;
}

/** Where the module that is replaced is installed: a file, or a package's folder. */
export function installed(name: string): string {
  return join(ROOT, 'node_modules', name);
}

/** The module that is replaced. */
export function library(name: string): Module {
  return requireFromRoot(name.endsWith('.js') ? installed(name) : name);
}

/** The names that a module exports; `default` is a CommonJS module itself. */
export function exportsOf(module: Module): string[] {
  const names = Object.keys(module).filter((name) => name !== '__esModule');
  return module.__esModule || 'default' in module ? names : [...names, 'default'];
}
