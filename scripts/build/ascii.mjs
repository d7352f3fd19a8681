import { isAscii } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'esbuild';

/**
 * esbuild's `charset: 'ascii'` escapes strings, names and plain templates, but not tagged templates, which may read
 * their raw text, and regular expressions. For a module with remaining characters, this plugin replaces tagged
 * templates with calls of their tags; the characters that remain then are in regular expressions alone.
 * @see A-bundle-ascii, A-letters
 */
export const ascii = {
  name: 'ascii',
  setup(build) {
    build.onLoad({ filter: /\.[cm]?[jt]s$/, namespace: 'file' }, async ({ path }) => {
      const source = await readFile(path);
      if (isAscii(source)) return undefined;
      const options = { loader: path.endsWith('ts') ? 'ts' : 'js', charset: 'ascii', legalComments: 'none' };
      if (isPlain((await transform(source, options)).code)) return undefined;
      const { code } = await transform(source, { ...options, supported: { 'template-literal': false } });
      return { contents: withEscapes(code), loader: 'js' };
    });
  },
};

function isPlain(text) {
  return isAscii(Buffer.from(text));
}

/**
 * Escapes characters: in a regular expression `\uXXXX` is the code unit itself, and a backslash before a letter that
 * needs none means nothing.
 */
function withEscapes(code) {
  return code.replaceAll(/(\\*)([^\0-\x7f])/g, (_, { length }, unit) => {
    const escaped = `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return '\\'.repeat(length - (length % 2)) + escaped;
  });
}

/**
 * @param contents of the bundle
 * @param inputs the modules in it, as paths from the root
 * @throws Error naming each place of a byte above 0x7F: bin/code-cache.js reads each byte as a letter of its own
 */
export function refuseOtherThanAscii(contents, inputs, root) {
  if (isAscii(contents)) return;
  const text = Buffer.from(contents).toString('utf8');
  const modules = inputs
    .filter((path) => /^[^:]+\.[cm]?[jt]s$/.test(path))
    .map((path) => readModule(path, root));
  const places = [...text.matchAll(/[^\0-\x7f]/gu)].map(({ 0: letter, index }) => {
    const code = letter.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `  ${placeOf(text.slice(0, index + letter.length), modules) ?? 'unknown'}: ${letter} (U+${code})`;
  });
  throw new Error(`The bundle must be ASCII and is not, at\n${places.join('\n')}`);
}

function readModule(path, root) {
  return { path, lines: readFileSync(join(root, path), 'utf8').split('\n') };
}

/** Finds the end of a text that was bundled unchanged, except that its names may differ. */
function placeOf(text, modules) {
  for (const length of [20, 10, 5, 1]) {
    const end = text.slice(-length).split('\n').at(-1);
    for (const { path, lines } of modules) {
      const line = lines.findIndex((one) => one.includes(end));
      if (line !== -1) return `${path}:${line + 1}`;
    }
  }
  return undefined;
}
