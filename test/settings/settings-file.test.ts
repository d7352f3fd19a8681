import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettingsFile } from '../../src/settings/settings-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { SOMEBODY_ELSE, US } from './surroundings.ts';

function home(content: unknown, mode = 0o600): string {
  const folder = temporaryFolder();
  const path = join(folder, 'settings.json');
  writeFileSync(path, JSON.stringify(content));
  chmodSync(path, mode);
  return folder;
}

describe('settings.json [C-default-profile, C-profile-options, S8-settings-file]', () => {
  it('absent, leaves the built-in profile offline with the embedded bank', () => {
    expect(readSettingsFile(temporaryFolder(), US).profiles).toEqual([
      { name: 'offline', bank: 'embedded', values: {} },
    ]);
    expect(readSettingsFile(join(temporaryFolder(), 'none'), US).profile).toBeUndefined();
  });

  it("sets a profile's signing options, redirect URI, accept-fix and PSU address", () => {
    const values = {
      keyIdStyle: 'java',
      serialDigits: 'even',
      encodedWord: 'always',
      requestTarget: true,
      emptyBodyDigest: true,
      digestAlgorithm: 'SHA-512',
      redirectUri: 'https://tpp.example/return',
      acceptFix: 'amount-as-string, longer-names',
      psuIpAddress: '192.0.2.7',
    };
    const file = readSettingsFile(home({ profile: 'offline', profiles: { offline: values } }), US);
    expect(file.profile).toBe('offline');
    expect(file.profiles).toEqual([{ name: 'offline', bank: 'embedded', values }]);
  });

  it.each([
    [{ profile: 7 }, "profile must be a profile's name"],
    [{ colour: 'red' }, '"colour"'],
    [{ profiles: [] }, 'profiles must be a JSON object'],
    [{ profiles: { mybank: {} } }, '"mybank"'],
    [{ profiles: { offline: 1 } }, 'profiles.offline must be a JSON object'],
    [{ profiles: { offline: { output: 'json' } } }, '"output"'],
    [{ profiles: { offline: { keyIdStyle: 'Java' } } }, 'keyIdStyle must be one of rfc2253, java, openssl'],
    [{ profiles: { offline: { requestTarget: 'yes' } } }, 'requestTarget must be true or false'],
    [{ profiles: { offline: { redirectUri: 'https://a\r\nB: c' } } }, 'redirectUri must be text of one line'],
  ])('%j is refused by name', (content, message) => {
    const folder = home(content);
    expect(() => readSettingsFile(folder, US)).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', message: expect.stringContaining(message) }),
    );
  });

  it.each([0o644, 0o640, 0o620, 0o604])('of mode %o is refused with the command that mends it', (mode) => {
    const folder = home({}, mode);
    expect(() => readSettingsFile(folder, US)).toThrow(
      expect.objectContaining({
        code: 'PERMISSIONS',
        details: { hint: `chmod 600 ${join(folder, 'settings.json')}` },
      }),
    );
  });

  it('of another user is refused', () => {
    const folder = home({});
    expect(() => readSettingsFile(folder, SOMEBODY_ELSE)).toThrow(
      expect.objectContaining({ code: 'PERMISSIONS' }),
    );
  });
});
