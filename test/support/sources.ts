import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
const NOT_OURS = new Set(['node_modules', '.git', 'dist', 'coverage']);

export interface Source {
  /** From the root of the package, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The text without comments, for rules about code. */
  readonly code: string;
}

/** Every text file of the project whose path passes, sorted; built and installed files are left out. */
export function sources(passes: (path: string) => boolean): Source[] {
  return filesBelow('')
    .filter(passes)
    .sort()
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return { path, text, code: withoutComments(text) };
    });
}

export function isProgramSource(path: string): boolean {
  return /^(src|commands)\/.*\.ts$/.test(path);
}

export interface Import {
  /** `src/values/money.ts`, `node:fs` or a package's specifier. */
  readonly target: string;
  readonly typeOnly: boolean;
  /** An import() inside a function. */
  readonly lazy: boolean;
}

const STATIC_IMPORT = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s*)?'([^']+)'/gm;
const LAZY_IMPORT = /\bimport\(\s*'([^']+)'\s*,?\s*\)/g;

/** What a module imports; relative specifiers as paths from the root. */
export function importsOf({ path, code }: Source): Import[] {
  const target = (specifier: string) =>
    specifier.startsWith('.')
      ? normalize(join(dirname(path), specifier))
          .split(sep)
          .join('/')
      : specifier;
  const fixed = [...code.matchAll(STATIC_IMPORT)].map(([, type, specifier = '']) => ({
    target: target(specifier),
    typeOnly: type !== undefined,
    lazy: false,
  }));
  const lazy = [...code.matchAll(LAZY_IMPORT)].map(([, specifier = '']) => ({
    target: target(specifier),
    typeOnly: false,
    lazy: true,
  }));
  return [...fixed, ...lazy];
}

/** Places of a pattern, as `path:line: text`. */
export function placesOf(
  pattern: RegExp,
  files: readonly Source[],
  part: 'text' | 'code' = 'code',
): string[] {
  return files.flatMap((file) =>
    file[part].split('\n').flatMap((line, index) => {
      return pattern.test(line) ? [`${file.path}:${index + 1}: ${line.trim().slice(0, 100)}`] : [];
    }),
  );
}

/** Comments become blank lines, so that line numbers stay. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/(^|\s)\/\/.*$/gm, '$1');
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (NOT_OURS.has(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}
