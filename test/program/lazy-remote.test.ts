import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { makeCertificate, makePkcs12 } from '../support/openssl.ts';
import { emptyFolder, type Given, psd2, spawnPsd2 } from '../support/program.ts';
import { remoteHome, writeProfile } from '../support/remote-home.ts';

/** Runs the program in a process of its own and tells which modules of the bundle ran, by the coverage that V8 keeps. */
async function modulesRun(args: readonly string[], given: Omit<Given, 'clockAt'> = {}): Promise<string[]> {
  const coverage = emptyFolder();
  await spawnPsd2(args, { ...given, env: { ...given.env, NODE_V8_COVERAGE: coverage } });
  return readdirSync(coverage).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as {
      result: { functions: { functionName: string; ranges: { count: number }[] }[] }[];
    };
    return result.flatMap(({ functions }) =>
      functions.flatMap(({ functionName, ranges }) => {
        // A node_modules that is a link lies outside: '../../node_modules/conf/…'.
        const name = functionName.replace(/^(?:\.\.\/)+.*?(?=node_modules\/)/, '');
        return /^(?:src|node_modules)\//.test(name) && ranges[0]!.count > 0 ? [name] : [];
      }),
    );
  });
}

const LAZY = ['node_modules/undici/', 'node_modules/conf/', 'src/session/remote.ts'];

/** Which of them ran. */
async function ran(home: string, ...line: readonly string[]): Promise<string[]> {
  const modules = await modulesRun(line, { home });
  expect(modules.length).toBeGreaterThan(50);
  return LAZY.filter((beginning) => modules.some((name) => name.startsWith(beginning)));
}

describe('what a bank elsewhere needs, in the built program [A-remote-lazy]', () => {
  it('is not loaded by a command on the offline profile', async () => {
    const home = await homeWithKeys();
    expect(await ran(home, 'payments', 'create', '--domestic', '--example')).toEqual([]);
  });

  it('is loaded by what uses it: conf where settings are written, undici where a bank elsewhere is called', async () => {
    const home = await remoteHome();
    expect(await ran(home, 'profile', 'use', 'offline')).toEqual(['node_modules/conf/']);
    writeProfile(home, { baseUrl: 'https://127.0.0.1:9' });
    const remote = ['node_modules/undici/', 'src/session/remote.ts'];
    expect(await ran(home, 'payments', 'status', 'xyz')).toEqual(remote);
  });
});

it('node-forge in the built program runs where a certificate is made, or RC2 opened, and nowhere else [A-forge-lazy]', async () => {
  const [home, folder] = [emptyFolder(), emptyFolder()];
  await psd2(['cert', 'inspect'], { home });
  makeCertificate(folder, 'one');
  makePkcs12(folder, 'one');
  makeCertificate(folder, 'old');
  makePkcs12(folder, 'old', { options: ['-legacy'] });
  const ran = async (...args: readonly string[]) => {
    const modules = await modulesRun(args, { home, cwd: folder, env: { PSD2_PASSPHRASE: 'secret' } });
    return modules.some((name) => name.startsWith('node_modules/node-forge/'));
  };
  for (const command of ['inspect', 'lint', 'check', 'keyid']) {
    expect([command, await ran('cert', command, 'one.pem')]).toEqual([command, false]);
  }
  expect(await ran('cert', 'inspect', 'one.p12')).toBe(false);
  expect(await ran('cert', 'inspect', 'old.p12')).toBe(true);
  expect(await ran('cert', 'create')).toBe(true);
  expect(await ran('payments', 'create', '--domestic', '--example')).toBe(false);
}, 60_000);
