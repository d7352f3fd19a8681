import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';
import { homeAt, servedBank } from '../support/remote-home.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { atTerminal } from '../support/terminal.ts';

const SAVE = ['sandbox', 'snapshot', 'save', 'saved'];
const RESTORE = ['sandbox', 'snapshot', 'restore', 'saved'];
const DELETE = ['sandbox', 'customer', 'delete', '310999024', '--yes'];
let home: string;
beforeEach(async () => {
  home = await homeWithKeys();
});

async function customersAt(at: string, ...more: string[]): Promise<number> {
  const { stdout } = await psd2(['sandbox', 'customer', 'list', '--quiet', ...more], { home: at });
  return stdout.trim().split('\n').length;
}

describe('sandbox snapshot restore [C-snapshot, D16-restore-checked]', () => {
  it('asks the person who is there; no leaves all as it is, yes restores it', async () => {
    await psd2(SAVE, { home });
    await psd2(DELETE, { home });
    const no = await atTerminal(RESTORE, [['(y/N)', 'n\r']], { home });
    expect(no.all.replaceAll(/\s+/g, ' ')).toContain(
      "This replaces the sandbox's data (profile offline) with snapshot saved: 3 customers,",
    );
    expect({ code: no.code, left: await customersAt(home) }).toEqual({ code: 130, left: 3 });
    const yes = await atTerminal(RESTORE, [['(y/N)', 'y\r']], { home });
    expect({ code: yes.code, left: await customersAt(home) }).toEqual({ code: 0, left: 4 });
  });

  it('tells the line that is wrong, whether the bank finds it or this program', async () => {
    await psd2(SAVE, { home });
    const file = join(home, 'snapshots', 'saved.jsonl');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"01929010120","type":"PRIVATE"', '"01929010120","type":"ALIEN"'));
    const refused = await psd2([...RESTORE, '--yes', '--json'], { home });
    expect(refused.code).toBe(3);
    expect(JSON.parse(refused.stdout).error.hint).toContain('Correct line 3 of the snapshot');
    writeFileSync(file, text.replace('\n', '\n\n'));
    const { code, stderr } = await psd2(RESTORE, { home });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('saved.jsonl:2 isn') });
  });
});

it('the folder of snapshots is the project file’s, where every profile and home finds them [C-snapshot-folder]', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'psd2.config.json'), '{"snapshotFolder": "worlds"}');
  await psd2(SAVE, { home, cwd });
  const other = await homeWithKeys();
  await psd2(DELETE, { home: other, cwd });
  expect((await psd2([...RESTORE, '--yes'], { home: other, cwd })).code).toBe(0);
  expect(await customersAt(other)).toBe(4);
  expect(readFileSync(join(cwd, 'worlds', 'saved.jsonl'), 'utf8')).toMatch(
    /^\{"snapshot":2,[\s\S]*\n\{"end":\d+\}\n$/,
  );
});

it.each([
  ['has a member twice', '{"customer":"1","name":"a","name":"b"}'],
  ['is nested too deeply', `{"bulk":9,"initiation":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`],
])('a line of a snapshot that JSON alone lets pass is told with its number: it %s [C-snapshot, D16-restore-checked]', async (told, line) => {
  mkdirSync(join(home, 'snapshots'), { recursive: true, mode: 0o700 });
  const file = join(home, 'snapshots', 'broken.jsonl');
  writeFileSync(file, `{"snapshot":1,"clockOffset":0}\n${line}\n`);
  const { code, stderr } = await psd2(['sandbox', 'snapshot', 'restore', 'broken', '--yes'], { home });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`${file}:2 ${told}.`) });
});

describe('sandbox fork [C-fork, D16-fork, S7-fork]', () => {
  it('begins with what the bank has, signs with its key, and goes its own way', async () => {
    const created = ['payments', 'create', '--domestic', '--example', '--sca', 'approve', '--quiet'];
    const paymentId = (await psd2(created, { home })).stdout.trim();
    expect((await psd2(['sandbox', 'fork', 'other'], { home })).code).toBe(0);
    const status = (...more: string[]) =>
      psd2(
        [
          'status',
          paymentId,
          '--quiet',
          '--product',
          'norwegian-domestic-credit-transfers',
          '--as',
          '15813963008',
          ...more,
        ],
        { home },
      );
    await psd2(['sandbox', 'batch', 'run', '--profile', 'other'], { home });
    expect((await status('--profile', 'other')).stdout).toBe('ACSC\n');
    expect((await status()).stdout).toBe('ACTC\n');
    const settings = JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8'));
    expect(settings.profiles.other).toEqual({ bank: 'embedded', keys: join(home, 'offline', 'keys') });
    // A fork of a fork has the keys of the first.
    expect(
      (await psd2(['sandbox', 'fork', 'third', '--profile', 'other', '--json'], { home })).stdout,
    ).toContain(JSON.stringify(join(home, 'offline', 'keys')));
    await psd2(['profile', 'remove', 'other', '--yes'], { home });
    expect((await psd2(['sandbox', 'fork', 'other'], { home })).code).toBe(0);
  });

  it('of a bank elsewhere is refused', async () => {
    const bank = await servedBank();
    const { code, stderr } = await psd2(['sandbox', 'fork', 'other'], { home: await homeAt(bank) });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("points to a remote bank, which can't be forked"),
    });
  });
});
