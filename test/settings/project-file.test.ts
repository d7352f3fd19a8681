import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProjectFile } from '../../src/settings/settings-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { SOMEBODY_ELSE, US } from './surroundings.ts';

function project(content: unknown): string {
  const folder = temporaryFolder();
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, 'psd2.config.json'), text);
  return folder;
}

describe('the project file [S10-project-file-keys, S10-project-file-owner, C-project-file-upwards]', () => {
  it('is found in the folder and above it, the nearest first', () => {
    const folder = project({ output: 'json' });
    const inner = join(folder, 'a', 'b');
    mkdirSync(inner, { recursive: true });
    expect(findProjectFile(inner, US)?.path).toBe(join(folder, 'psd2.config.json'));
    writeFileSync(join(folder, 'a', 'psd2.config.json'), '{}');
    expect(findProjectFile(inner, US)?.path).toBe(join(folder, 'a', 'psd2.config.json'));
  });

  it('sets output, callback port, seed file, snapshot folder and the name of a profile', () => {
    const folder = project({
      output: 'json',
      callbackPort: 8123,
      seedFile: 'bank.yaml',
      snapshotFolder: '../snapshots',
      profile: 'offline',
    });
    expect(findProjectFile(folder, US)).toEqual({
      path: join(folder, 'psd2.config.json'),
      profile: 'offline',
      values: {
        output: 'json',
        callbackPort: 8123,
        seedFile: join(folder, 'bank.yaml'),
        snapshotFolder: join(folder, '..', 'snapshots'),
      },
    });
  });

  it.each([
    ...['baseUrl', 'key', 'certificate', 'keyIdStyle', 'redirectUri', 'acceptFix', 'psuIpAddress'],
    ...['confirmAmount', 'profiles', '__proto__', 'constructor'],
  ])('is refused when it sets %s, by that name', (key) => {
    const folder = project(`{"output":"json",${JSON.stringify(key)}:{}}`);
    expect(() => findProjectFile(folder, US)).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', message: expect.stringContaining(`"${key}"`) }),
    );
  });

  it.each([
    ['output', 'yaml', 'one of text, json, quiet'],
    ['callbackPort', 0, 'a port'],
    ['callbackPort', 65_536, 'a port'],
    ['callbackPort', '8123', 'a port'],
    ['seedFile', 7, 'text of one line'],
    ['snapshotFolder', 'a\nb', 'text of one line'],
    ['profile', '../other', "a profile's name"],
  ])('is refused when %s is %j', (key, value, expected) => {
    const folder = project({ [key]: value });
    expect(() => findProjectFile(folder, US)).toThrow(
      expect.objectContaining({
        code: 'INPUT_INVALID',
        message: expect.stringContaining(`${key} must be ${expected}`),
      }),
    );
  });

  it('is not taken from a file that another user owns', () => {
    const folder = project({ output: 'json' });
    expect(() => findProjectFile(folder, SOMEBODY_ELSE)).toThrow(
      expect.objectContaining({
        code: 'PERMISSIONS',
        message: expect.stringContaining('belongs to another user'),
      }),
    );
  });

  it.each([
    ['not JSON', 'FILE_UNREADABLE'],
    ['[1]', 'INPUT_INVALID'],
    ['null', 'INPUT_INVALID'],
  ])('is refused when it is %j', (text, code) => {
    const folder = project(text);
    expect(() => findProjectFile(folder, US)).toThrow(expect.objectContaining({ code }));
  });
});
