import { isAscii } from 'node:buffer';
import { readFile } from 'node:fs/promises';
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

/** @throws Error for a byte above 0x7F: bin/code-cache.js reads each byte as a letter of its own */
export function refuseOtherThanAscii(contents) {
  if (isAscii(contents)) return;
  const text = Buffer.from(contents).toString('utf8');
  const { 0: letter, index } = /[^\0-\x7f]/u.exec(text);
  const code = letter.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw new Error(
    `The bundle must be ASCII, but has U+${code} after ${text.slice(Math.max(0, index - 60), index)}`,
  );
}
