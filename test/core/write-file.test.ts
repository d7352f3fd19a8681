import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { replaceFile, writeNewFile } from '../../src/core/write-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-write-file-'));
const file = join(folder, 'file.json');
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => writeFileSync(file, 'old', { mode: 0o644 }));
const mode = () => statSync(file).mode & 0o777;

describe('a file that is replaced as a whole [S8-files-0600]', () => {
  it('has the new content and mode 0600, whatever the umask, and nothing is beside it', () => {
    const umask = process.umask(0o377);
    try {
      replaceFile(file, 'new');
    } finally {
      process.umask(umask);
    }
    expect([readFileSync(file, 'utf8'), mode(), readdirSync(folder)]).toEqual(['new', 0o600, ['file.json']]);
  });

  it('stays as it was when the new one fails, and nothing is beside it', () => {
    const fails = (path: string) => {
      writeFileSync(path, 'half');
      throw new Error('disk full');
    };
    expect(() => replaceFile(file, fails)).toThrow('disk full');
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['old', ['file.json']]);
  });

  it('stays when the caller keeps what is there', () => {
    replaceFile(file, 'new', { keepsExisting: true });
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['old', ['file.json']]);
    rmSync(file);
    replaceFile(file, 'new', { keepsExisting: true });
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['new', ['file.json']]);
  });

  it('may be read by others when it is shared', () => {
    replaceFile(file, 'new', { isShared: true });
    expect(mode()).toBe(0o666 & ~process.umask());
  });
});

it('a new file never takes the place of another [S8-files-0600]', () => {
  expect(() => writeNewFile(file, 'new')).toThrow('EEXIST');
  expect(readFileSync(file, 'utf8')).toBe('old');
});
