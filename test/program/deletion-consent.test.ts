import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';

describe('what deletes data where nobody can be asked [C-deletion-consent]', () => {
  let home: string;
  beforeEach(async () => {
    home = await homeWithKeys();
  });

  const run = (line: string) => psd2(line.split(' '), { home });

  it.each([
    {
      made: 'sandbox snapshot save saved',
      line: 'sandbox snapshot restore saved',
      would: "replace the sandbox's data (profile offline) with snapshot saved: 4 customers,",
      printed: /^Restored +saved\n/,
    },
    {
      made: 'sandbox snapshot save saved',
      line: 'sandbox snapshot delete saved',
      would: 'delete snapshot saved (',
      printed: /^Deleted +saved\n/,
    },
    {
      made: 'sandbox fork feature',
      line: 'profile remove feature',
      would: 'remove profile feature with its PSU-IDs',
      printed: /^Removed +feature\n/,
    },
    {
      made: 'consent grant --sca approve --as 15813963008',
      line: 'session forget 15813963008',
      would: 'forget PSU ',
      printed: /^PSU \S+ forgotten\./,
    },
    {
      made: 'sandbox account list',
      line: 'sandbox account delete 99901067291',
      would: 'delete account 99901067291 (',
      printed: /^Account 99901067291 deleted\./,
    },
    {
      made: 'sandbox customer list',
      line: 'sandbox customer delete 310999024',
      would: 'delete customer 310999024 from the sandbox (profile offline)',
      printed: /^Customer 310999024 deleted/,
    },
  ])('$line does nothing without --yes', async ({ made, line, would, printed }) => {
    expect((await run(made)).code).toBe(0);
    const refused = await run(`${line} --json`);
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stdout).error).toMatchObject({
      code: 'INPUT_MISSING',
      message: expect.stringContaining(`Missing: --yes. This would ${would}`),
      missing: ['--yes'],
    });
    const agreed = await run(`${line} --yes`);
    expect(agreed).toMatchObject({ code: 0, stdout: expect.stringMatching(printed) });
  });

  it('wants it for an agreement and for an engagement in it', async () => {
    const idOf = async (line: string) => (await run(`${line} --quiet`)).stdout.trim();
    const agreement = await idOf('sandbox agreement create --owner 310999024 --name X');
    const engagement = await idOf(
      `sandbox engagement add ${agreement} --customer 15813963008 --account NO7999901659334 --roles VIEW`,
    );
    for (const [line, would] of [
      [`engagement delete ${agreement} ${engagement}`, 'the engagement of customer 15813963008'],
      [`agreement delete ${agreement}`, `agreement ${agreement} (X)`],
    ] as const) {
      const refused = await run(`sandbox ${line}`);
      expect(refused).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`Missing: --yes. This would delete ${would}`),
      });
      expect(await run(`sandbox ${line} --yes`)).toMatchObject({ code: 0 });
    }
  });

  it('wants it for sandbox seed --prune, which names what would go, and not for --plan', async () => {
    const file = join(home, 'world.yaml');
    await writeFile(file, 'version: 1\ncustomers: []\n');
    const pruning = `sandbox seed ${file} --prune`;
    expect(await run(pruning)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^Error: Missing: --yes\. This would delete from the sandbox .*15813963008/,
      ),
    });
    expect((await run('sandbox customer list --quiet')).stdout.trim().split('\n')).toHaveLength(4);
    expect((await run(`${pruning} --plan`)).code).toBe(6);
    expect((await run(`${pruning} --yes`)).code).toBe(0);
    expect((await run('sandbox customer list --quiet')).stdout).toBe('');
    expect((await run(pruning)).code).toBe(0);
  });

  it.each([
    ['sandbox customer delete 310999999', 3],
    ['sandbox snapshot delete nosuch', 2],
    ['session forget 15813963008', 2],
  ])('%s of what is not there wants no consent', async (line, code) => {
    const refused = await run(`${line} --json`);
    expect(refused.code).toBe(code);
    expect(JSON.parse(refused.stdout).error.missing).toBeUndefined();
  });

  it.each([
    ['sandbox inti', 'psd2 sandbox --help'],
    ['sandbox snapshot delte', 'psd2 sandbox snapshot --help'],
    ['session forgte', 'psd2 session --help'],
    ['sandbox customer delet', 'psd2 sandbox customer --help'],
  ])('is not suggested for %s', async (line, next) => {
    const { code, stderr } = await run(line);
    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n').at(-1)?.trim()).toBe(next);
  });
});
