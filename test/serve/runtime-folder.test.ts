import { existsSync, statSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RuntimeFolder } from '../../src/serve/runtime-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

afterEach(() => void vi.unstubAllEnvs());

describe('what a served bank needs while it runs [D14-memory-store, D13-serve-command]', () => {
  it('is named by its whole path, for a command that works in another folder', () => {
    vi.stubEnv('TMPDIR', relative(process.cwd(), temporaryFolder()));
    const folder = new RuntimeFolder();
    const path = folder.write('token', 'x');
    expect(isAbsolute(path)).toBe(true);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    folder.remove();
    expect(existsSync(join(path, '..'))).toBe(false);
  });

  it('says which folder is missing, and what names it', () => {
    const missing = join(temporaryFolder(), 'none');
    vi.stubEnv('TMPDIR', missing);
    expect(() => new RuntimeFolder().path('token')).toThrow(
      expect.objectContaining({
        code: 'FILE_UNREADABLE',
        message: `The temporary folder ${missing} can't be used (ENOENT).`,
        details: expect.objectContaining({ hint: expect.stringContaining('TMPDIR') }),
      }),
    );
  });
});
