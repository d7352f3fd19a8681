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
    [{ profiles: { mybank: {} } }, 'profiles.mybank: baseUrl is missing'],
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

describe('a profile of a bank elsewhere [D13-profile, S10-production-default]', () => {
  const least = { baseUrl: 'https://bank.example/api/', certFile: 'seal.p12' };
  const read = (profile: object) => {
    const folder = home({ profiles: { mybank: profile } });
    return { folder, profile: readSettingsFile(folder, US).profiles[1] };
  };

  it('is production unless it says otherwise, and its paths start from the file', () => {
    const { folder, profile } = read({ ...least, caFile: '/etc/ca.pem', keyIdStyle: 'openssl' });
    expect(profile).toEqual({
      name: 'mybank',
      bank: 'production',
      remote: {
        baseUrl: 'https://bank.example/api',
        certFile: join(folder, 'seal.p12'),
        caFile: '/etc/ca.pem',
      },
      values: { keyIdStyle: 'openssl' },
    });
    expect(read({ ...least, bank: 'sandbox' }).profile?.bank).toBe('sandbox');
  });

  it.each([
    'http://127.0.0.1:8445',
    'http://localhost:8445',
    'http://[::1]:8445',
  ])('has a bank over HTTP on loopback where it is a sandbox [S10-https-only]: %s', (baseUrl) => {
    expect(read({ ...least, bank: 'sandbox', baseUrl }).profile).toMatchObject({ remote: { baseUrl } });
  });

  it.each([
    [{ ...least, bank: 'remote' }, 'bank must be one of embedded, sandbox, production'],
    [{ ...least, bank: 'embedded' }, '"baseUrl"'],
    [{ bank: 'embedded', keys: 'offline/keys' }, 'keys must be an absolute path'],
    [{ ...least, baseUrl: 'http://bank.example' }, 'baseUrl must be an address over HTTPS'],
    [{ ...least, baseUrl: 'http://127.0.0.1:8445' }, 'but a production profile only uses HTTPS'],
    [{ ...least, bank: 'sandbox', baseUrl: 'http://bank.example' }, 'baseUrl must be an address over HTTPS'],
    [{ baseUrl: least.baseUrl }, 'certFile is missing'],
    [{ ...least, keyFile: 'k', signer: 'exec:sign' }, "keyFile and signer can't be used together"],
    [{ ...least, signer: 'sign' }, 'signer must be exec:COMMAND'],
    [{ ...least, signer: 'exec:"sign' }, 'signer must be exec:COMMAND'],
    [{ ...least, operatorUrl: 'http://bank.example', operatorTokenFile: 't' }, 'operatorUrl must be'],
    [{ ...least, operatorTokenFile: 't' }, 'operatorTokenFile needs operatorUrl'],
    [{ ...least, tlsKeyFile: 'k' }, 'tlsKeyFile needs tlsCertFile'],
    [{ ...least, passphrase: 'secret' }, '"passphrase" can\'t be set here'],
    [{ ...least, output: 'json' }, '"output" can\'t be set here'],
  ])('%j is refused by name', (profile, message) => {
    expect(() => read(profile)).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', message: expect.stringContaining(message) }),
    );
  });

  it.each(['My Bank', '../x', '__proto__', 'settings.json'])('has no name %j', (name) => {
    const folder = home({});
    writeFileSync(
      join(folder, 'settings.json'),
      `{"profiles":{${JSON.stringify(name)}:${JSON.stringify(least)}}}`,
    );
    expect(() => readSettingsFile(folder, US)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });
});
