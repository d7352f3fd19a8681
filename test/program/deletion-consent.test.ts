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
