import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadOperatorToken } from '../../src/serve/tls.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const uid = process.getuid?.();
const fileIn = (content: string, mode = 0o600) => {
  const file = join(temporaryFolder(), 'token');
  writeFileSync(file, content, { mode });
  chmodSync(file, mode);
  return file;
};

describe("the operator's token that is kept [C-serve-operator-token, S8-secrets]", () => {
  it('is made where there is none, for us alone, and is the same from then on', () => {
    const file = join(temporaryFolder(), 'token');
    const { token } = loadOperatorToken(file, uid);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([`${token}\n`, 0o600]);
    expect(loadOperatorToken(file, uid)).toEqual({ token, file });
    expect(loadOperatorToken(join(temporaryFolder(), 'token'), uid).token).not.toBe(token);
  });

  it('is what stands in the file, without blanks around it', () => {
    expect(loadOperatorToken(fileIn(`${'aB3._~+/=-'.repeat(4)}\r\n`), uid).token).toBe(
      'aB3._~+/=-'.repeat(4),
    );
  });

  it.each([
    ['nothing', ''],
    ['31 characters', 'x'.repeat(31)],
    ['two words', `${'x'.repeat(32)} ${'y'.repeat(32)}`],
    ['two lines', `${'x'.repeat(32)}\n${'y'.repeat(32)}`],
    ['a letter that no header has', `${'x'.repeat(32)}å`],
    ['513 characters', 'x'.repeat(513)],
  ])('is not %s, which stays as it was', (_, content) => {
    const file = fileIn(content);
    expect(() => loadOperatorToken(file, uid)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it.each([[0o640], [0o604], [0o620]])('is not read from a file that others have a right to (%o)', (mode) => {
    const file = fileIn('x'.repeat(40), mode);
    expect(() => loadOperatorToken(file, uid)).toThrow(expect.objectContaining({ code: 'PERMISSIONS' }));
  });

  it('is not made where there is no folder, nor read from one', () => {
    const unreadable = expect.objectContaining({ code: 'FILE_UNREADABLE' });
    expect(() => loadOperatorToken(join(temporaryFolder(), 'none', 'token'), uid)).toThrow(unreadable);
    const folder = join(temporaryFolder(), 'folder');
    mkdirSync(folder, { mode: 0o700 });
    expect(() => loadOperatorToken(folder, uid)).toThrow(unreadable);
  });
});
