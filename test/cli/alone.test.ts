import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandSurfaces } from '../support/command-surface.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { emptyFolder, psd2 } from '../support/program.ts';

async function asJson(home: string) {
  const { code, stdout, stderr } = await psd2(['--json'], { home });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('psd2 alone [C-alone]', () => {
  it('says what it is, three commands to try, where one is, and each topic once; it makes nothing', async () => {
    const home = join(emptyFolder(), 'home');
    const { code, stdout, stderr } = await psd2([], { home });
    expect({ code, stderr, made: existsSync(home) }).toEqual({ code: 0, stderr: '', made: false });
    expect(stdout.match(/^ {2}psd2 /gm)).toHaveLength(3);
    expect(stdout).toMatch(
      /^ {2}Profile +offline, .*\n {2}PSU +none yet\n {2}Certificate +created on first use$/m,
    );
    const tops = new Set((await commandSurfaces()).map(({ name }) => name.split(' ')[0] ?? ''));
    const lines = stdout.slice(stdout.indexOf('\nTopics')).split('\n');
    for (const name of tops)
      expect(
        lines.filter((line) => line.startsWith(`  ${name} `)),
        name,
      ).toHaveLength(1);
  });

  it('knows the last PSU and the days of the certificate', async () => {
    const home = await homeWithKeys();
    const files = () => readdirSync(home, { recursive: true, encoding: 'utf8' }).sort();
    const before = files();
    expect(await asJson(home)).toMatchObject({ certificate: { daysLeft: expect.any(Number) } });
    expect(files()).toEqual(before);
    await psd2(['consent', 'grant', '--sca', 'approve', '--as', '15813963008', '--accounts', 'all'], {
      home,
    });
    expect(await asJson(home)).toMatchObject({
      profile: { name: 'offline', bank: 'embedded' },
      psu: { customerNumber: '15813963008', context: 'PRIVATE' },
    });
    expect((await psd2([], { home })).stdout).toMatch(/^ {2}PSU +15813963008, PRIVATE$/m);
  });

  it('is not stopped by settings, a key or a ledger that can not be read', async () => {
    const home = await homeWithKeys();
    writeFileSync(join(home, 'offline', 'client.db'), 'no store', { mode: 0o600 });
    writeFileSync(join(home, 'offline', 'keys', 'seal.pem'), 'no certificate');
    expect(await asJson(home)).toMatchObject({ profile: { name: 'offline' } });
    mkdirSync(join(home, 'served'));
    writeFileSync(join(home, 'settings.json'), '{');
    chmodSync(join(home, 'settings.json'), 0o600);
    const { code, stdout } = await psd2([], { home });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}Settings +\S/m);
  });
});
