import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSettings, resolveSettings, type Sources } from '../../src/settings/precedence.ts';
import type { Profile } from '../../src/settings/profile.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { surroundings } from './surroundings.ts';

const OFFLINE: Profile = { name: 'offline', bank: 'embedded', values: {} };
const remote = { baseUrl: 'https://bank.example', certFile: '/keys/seal.p12' };
const REMOTE: readonly Profile[] = [
  { name: 'tryout', bank: 'sandbox', remote, values: { keyIdStyle: 'java' } },
  { name: 'mybank', bank: 'production', remote, values: {} },
];

function sources(change: Partial<Sources> = {}): Sources {
  return {
    given: {},
    env: {},
    projectFile: undefined,
    settingsFile: { path: '/home/settings.json', profiles: [OFFLINE, ...REMOTE] },
    ...change,
  };
}

describe('precedence [C-precedence, C-environment-of-flag]', () => {
  const profile = { ...OFFLINE, values: { acceptFix: 'of-profile' } };
  const settingsFile = { path: '/home/settings.json', profiles: [profile] };
  const env = { PSD2_ACCEPT_FIX: 'of-environment' };

  it('takes a flag before the environment', () => {
    const settings = resolveSettings(sources({ given: { acceptFix: 'of-flag' }, env, settingsFile }));
    expect(settings.values.acceptFix).toBe('of-flag');
    expect(settings.origins.acceptFix).toEqual({ origin: 'flag', source: '--accept-fix' });
  });

  it('takes the environment before the profile', () => {
    const settings = resolveSettings(sources({ env, settingsFile }));
    expect(settings.values.acceptFix).toBe('of-environment');
    expect(settings.origins.acceptFix).toEqual({ origin: 'environment', source: 'PSD2_ACCEPT_FIX' });
  });

  it('takes the environment before the project file, and the project file before the default', () => {
    const projectFile = { path: '/p/psd2.config.json', values: { callbackPort: 8000 } };
    const both = resolveSettings(sources({ env: { PSD2_CALLBACK_PORT: '9000' }, projectFile }));
    expect(both.values.callbackPort).toBe(9000);
    const one = resolveSettings(sources({ projectFile }));
    expect(one.values.callbackPort).toBe(8000);
    expect(one.origins.callbackPort).toEqual({ origin: 'project file', source: '/p/psd2.config.json' });
  });

  it('chooses the profile by flag, environment, project file, settings file, and then offline', () => {
    const projectFile = { path: '/p/psd2.config.json', profile: 'tryout', values: {} };
    const inUse = { path: '/home/settings.json', profile: 'mybank', profiles: [OFFLINE, ...REMOTE] };
    const all = { projectFile, settingsFile: inUse, env: { PSD2_PROFILE: 'mybank' } };
    const name = (change: Partial<Sources>) => {
      const { profile: chosen, origins } = resolveSettings(sources(change));
      return [chosen.name, origins.profile.origin];
    };
    expect(name({ ...all, given: { profile: 'offline' } })).toEqual(['offline', 'flag']);
    expect(name(all)).toEqual(['mybank', 'environment']);
    expect(name({ ...all, env: {} })).toEqual(['tryout', 'project file']);
    expect(name({ settingsFile: inUse })).toEqual(['mybank', 'settings file']);
    expect(name({})).toEqual(['offline', 'default']);
  });

  it('counts a variable that is set to nothing as not set, and a flag given as nothing as given', () => {
    expect(resolveSettings(sources({ env: { PSD2_ACCEPT_FIX: '' } })).origins.acceptFix.origin).toBe(
      'default',
    );
    expect(resolveSettings(sources({ given: { acceptFix: '' } })).values.acceptFix).toBe('');
  });

  it.each([
    [
      { given: { keyIdStyle: 'Java' } },
      'USAGE',
      '--keyid-style is "Java", but must be one of rfc2253, java, openssl',
    ],
    [
      { env: { PSD2_REQUEST_TARGET: 'yes' } },
      'INPUT_INVALID',
      'PSD2_REQUEST_TARGET is "yes", but must be true or false',
    ],
    [{ env: { PSD2_CALLBACK_PORT: '99999' } }, 'INPUT_INVALID', 'PSD2_CALLBACK_PORT is "99999"'],
    [{ env: { PSD2_PROFILE: '../x' } }, 'INPUT_INVALID', "must be a profile's name"],
    [{ given: { profile: 'nobank' } }, 'INPUT_INVALID', 'no profile "nobank" (--profile)'],
  ])('%j is refused, naming where it stands', (change, code, message) => {
    expect(() => resolveSettings(sources(change))).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });
});

describe('defaults [C-default-profile, S10-psu-ip, C-accept-fix-default, G1-options, S10-project-file-profile]', () => {
  it('are those of the specification, with the embedded bank', () => {
    const settings = resolveSettings(sources());
    expect(settings.profile).toEqual(OFFLINE);
    expect(settings.values).toEqual({
      keyIdStyle: 'rfc2253',
      serialDigits: 'minimal',
      encodedWord: 'auto',
      requestTarget: false,
      emptyBodyDigest: false,
      digestAlgorithm: 'SHA-256',
      redirectUri: undefined,
      acceptFix: 'amount-as-string',
      psuIpAddress: '192.0.2.1',
      callbackPort: undefined,
      output: 'text',
      seedFile: undefined,
      snapshotFolder: undefined,
    });
    expect(new Set(Object.values(settings.origins).map(({ origin }) => origin))).toEqual(
      new Set(['default']),
    );
  });

  it("never invents a PSU's address for a remote bank", () => {
    for (const profile of ['tryout', 'mybank']) {
      expect(resolveSettings(sources({ given: { profile } })).values.psuIpAddress).toBeUndefined();
    }
  });

  it('a project file names a sandbox profile but no production profile', () => {
    const named = (profile: string) =>
      resolveSettings(sources({ projectFile: { path: '/p/psd2.config.json', profile, values: {} } }));
    expect(named('tryout').values.keyIdStyle).toBe('java');
    expect(() => named('mybank')).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', message: expect.stringContaining('production') }),
    );
  });
});

it('settings of one command are read from home and working folder, and nothing is made [C-precedence, C-psd2-home]', () => {
  const home = join(temporaryFolder(), 'home');
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'psd2.config.json'), '{"output":"quiet"}');
  const opened = openSettings(surroundings({ env: { PSD2_HOME: home, PSD2_PSU_IP: '192.0.2.9' }, cwd }), {
    keyIdStyle: 'openssl',
  });
  expect(opened.home).toBe(home);
  expect(opened.places.store).toBe(join(home, 'offline', 'bank.db'));
  expect(opened.values).toMatchObject({
    output: 'quiet',
    psuIpAddress: '192.0.2.9',
    keyIdStyle: 'openssl',
  });
  expect(existsSync(home)).toBe(false);
});
