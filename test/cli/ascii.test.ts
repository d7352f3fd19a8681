import { isAscii } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../support/program.ts';
import { buildScript } from '../support/replacements.ts';

const { ascii, refuseOtherThanAscii } = await buildScript('ascii.mjs');

/** A module with letters beyond ASCII wherever a program can have them. */
const MODULE = `
  // A comment – …
  const cooked = (strings: TemplateStringsArray, ...held: string[]) => strings.join('|') + held.join();
  const smile = '😀';
  class Ærlig { static naïve = 'ø'; }
  export const answer = [
    'Sørlandet', "’", \`– \${smile}\`, Ærlig.naïve, { å: 1, 'æ': 2 },
    cooked\`bank’s \${smile} … \\u00e5\`, String.raw\`ø\\u2019\${smile}\\’\`,
    /^[æøå]\\ø\\\\å$/.test('æø\\\\å'), /^[😀-😂]$/u.test('😁'), /(?<ø>…)/.exec('…')?.groups?.ø,
    'aø'.replace(/\\ø/, 'b'), /\\\\\\’/.test('\\\\’'),
  ];`;

async function built(plugins: unknown[]): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from './module.ts'`, resolveDir: folderWith(MODULE) },
    write: false,
    bundle: true,
    format: 'cjs',
    charset: 'ascii',
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: plugins as [],
  });
  return outputFiles[0]!.contents;
}

function folderWith(module: string): string {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'module.ts'), module);
  return folder;
}

function answerOf(contents: Uint8Array): unknown[] {
  const module = { exports: { answer: [] as unknown[] } };
  new Function('module', 'exports', Buffer.from(contents).toString('utf8'))(module, module.exports);
  return module.exports.answer;
}

describe('letters beyond ASCII in the bundle [A-bundle-ascii]', () => {
  it('are escaped wherever they stand, and mean the same', async () => {
    const [plain, escaped] = [await built([]), await built([ascii])];
    expect(isAscii(plain)).toBe(false);
    expect(isAscii(escaped)).toBe(true);
    expect(answerOf(escaped)).toEqual(answerOf(plain));
    expect(answerOf(escaped)).toEqual([
      ...['Sørlandet', '’', '– 😀', 'ø', { å: 1, æ: 2 }],
      ...['bank’s | … å😀', 'ø\\u2019😀\\’', true, true, '…', 'ab', true],
    ]);
  });

  it('are refused with their place', () => {
    const text = `var n2=1,page=html\`\n<p>\${name3}’s bank – \${n2}</p>\`;`;
    expect(() => refuseOtherThanAscii(Buffer.from(text))).toThrow(
      'The bundle must be ASCII, but has U+2019 after var n2=1,page=html`\n<p>${name3}',
    );
    expect(() => refuseOtherThanAscii(Buffer.from('"\\u20ac"'))).not.toThrow();
  });
});
