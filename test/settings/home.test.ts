import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findHomeFolder, makeProfileFolder } from '../../src/settings/home.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { SOMEBODY_ELSE, surroundings, US } from './surroundings.ts';

function mode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

function withUmask(mask: number): void {
  const before = process.umask(mask);
  onTestFinished(() => {
    process.umask(before);
  });
}

it.each([
  ['PSD2_HOME', { PSD2_HOME: '/ci/job', HOME: '/home/kari', XDG_CONFIG_HOME: '/x' }, 'linux', '/ci/job'],
  ['a PSD2_HOME relative to the working folder', { PSD2_HOME: 'job' }, 'linux', '/srv/job'],
  ['XDG_CONFIG_HOME', { HOME: '/home/kari', XDG_CONFIG_HOME: '/x' }, 'linux', '/x/psd2'],
  ['~/.config', { HOME: '/home/kari' }, 'linux', '/home/kari/.config/psd2'],
  [
    '~/.config, variables set to nothing aside',
    { HOME: '/home/kari', PSD2_HOME: '', XDG_CONFIG_HOME: '' },
    'linux',
    '/home/kari/.config/psd2',
  ],
  [
    '~/.config, a relative XDG_CONFIG_HOME aside',
    { HOME: '/home/kari', XDG_CONFIG_HOME: 'x' },
    'linux',
    '/home/kari/.config/psd2',
  ],
  [
    'Application Support on macOS',
    { HOME: '/Users/kari' },
    'darwin',
    '/Users/kari/Library/Application Support/psd2',
  ],
  [
    'LOCALAPPDATA on Windows',
    { LOCALAPPDATA: 'C:\\Users\\kari\\AppData\\Local' },
    'win32',
    'C:\\Users\\kari\\AppData\\Local\\psd2',
  ],
] as const)('where the home is is %s [C-psd2-home]', (_, env, platform, expected) => {
  expect(findHomeFolder(surroundings({ env, platform }))).toBe(expected);
});

describe('the folders of a home [S8-files-folders, C-files-folders]', () => {
  it.each([0o000, 0o022, 0o077, 0o277])('are made 0700 under umask %o', (mask) => {
    const home = join(temporaryFolder(), 'home');
    withUmask(mask);
    const places = makeProfileFolder(home, 'offline', US);
    expect([mode(home), mode(places.folder)]).toEqual(['700', '700']);
    expect(places).toEqual({
      folder: join(home, 'offline'),
      store: join(home, 'offline', 'bank.db'),
      ledger: join(home, 'offline', 'client.db'),
      keys: join(home, 'offline', 'keys'),
    });
  });

  it('an empty home that others can read is closed to them', () => {
    const home = temporaryFolder();
    chmodSync(home, 0o775);
    makeProfileFolder(home, 'offline', US);
    expect(mode(home)).toBe('700');
  });

  it('a home with content keeps its mode, and is refused when others can write in it', () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'diary.txt'), '');
    chmodSync(home, 0o755);
    makeProfileFolder(home, 'offline', US);
    expect(mode(home)).toBe('755');
    chmodSync(home, 0o777);
    expect(() => makeProfileFolder(home, 'offline', US)).toThrow(
      expect.objectContaining({ code: 'PERMISSIONS', details: { hint: `chmod 700 ${home}` } }),
    );
    expect(mode(home)).toBe('777');
  });

  it('a home of another user is refused', () => {
    const home = temporaryFolder();
    expect(() => makeProfileFolder(home, 'offline', SOMEBODY_ELSE)).toThrow(
      expect.objectContaining({ code: 'PERMISSIONS', message: expect.stringContaining('another user') }),
    );
  });
});
