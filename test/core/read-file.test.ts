import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeReadError, openPlainFile, readFileWithin } from '../../src/core/read-file.ts';

const LIMIT = 2 * 1024 * 1024;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'psd2-read-file-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

function reasonOf(path: string): string {
  try {
    return `${readFileWithin(path, LIMIT).length} bytes`;
  } catch (error) {
    return describeReadError(error, LIMIT);
  }
}

describe('a file that is read within a limit [S12-file-limits]', () => {
  it('may have as many bytes as the limit and not one more', () => {
    const path = join(folder, 'large');
    writeFileSync(path, 'a');
    truncateSync(path, LIMIT);
    expect(reasonOf(path)).toBe(`${LIMIT} bytes`);
    truncateSync(path, LIMIT + 1);
    expect(reasonOf(path)).toBe("it's larger than the limit of 2 MiB");
  });

  it('is bounded by what is read, where its size is told as 0', () => {
    if (!existsSync('/proc/self/smaps')) return;
    expect(() => readFileWithin('/proc/self/smaps', 10)).toThrow('TOO_LARGE');
    expect(readFileWithin('/proc/self/stat', LIMIT).length).toBeGreaterThan(10);
  });

  it.each<[string, string, (path: string) => void]>([
    ['a link to a device that never ends', "it isn't a plain file", (path) => symlinkSync('/dev/zero', path)],
    [
      'a pipe without a writer, which would never be opened',
      "it isn't a plain file",
      (path) => execFileSync('mkfifo', [path]),
    ],
    ['a folder', "it's a folder", (path) => mkdirSync(path)],
    ['a link to itself', 'its symbolic links lead in a circle', (path) => symlinkSync(path, path)],
    ['a link to nothing', "there's no such file", (path) => symlinkSync(`${path}.gone`, path)],
  ])('is not %s', (what, reason, make) => {
    const path = join(folder, what.replaceAll(' ', '-'));
    make(path);
    expect(reasonOf(path)).toBe(reason);
  });

  it('is a stream of the shell only where the caller reads those', () => {
    const link = join(folder, 'stream');
    symlinkSync('/dev/fd/0', link);
    expect(() => openPlainFile('/dev/zero', { allowsShellStreams: true })).toThrow('NOT_PLAIN');
    if (reasonOf('/dev/fd/0') === "it isn't a plain file")
      expect(() => openPlainFile(link, { allowsShellStreams: true })).toThrow('NOT_PLAIN');
  });
});
