import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';
import { startPsd2 } from '../support/program.ts';

const ACCOUNT = '99901067291';
/** More than a pipe holds: who prints them waits for who reads. */
const COUNT = 600;
const ALL = ['accounts', 'transactions', ACCOUNT, '--all', '--limit', '50'];
const OWN = { iban: 'NO2899901067291', bban: ACCOUNT };
const { run, folder } = oneHome();

async function done(...args: readonly string[]) {
  const { code, stderr } = await run(args, { cwd: folder() });
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
}

async function fill() {
  await done('sandbox', 'transactions', 'add', ACCOUNT, '--file', join(folder(), 'items.json'), '--quiet');
  await done('consent', 'grant', '--sca', 'approve', '--as', '15813963008', '--accounts', 'all');
}

beforeAll(async () => {
  const items = Array.from({ length: COUNT }, (_, place) => ({
    ...{ amount: 10, currency: 'NOK', valueDate: '2026-10-02', bookingDate: '2026-10-02', creditorId: '' },
    ...{ remittanceInformationUnstructured: `Invoice ${place}`, creditorName: '', creditorAccount: OWN },
    ...{ ultimateCreditor: '', debtorName: 'Ola', debtorAccount: { iban: '', bban: '99911200011' } },
    ...{ ultimateDebtor: '', purposeCode: 'SALA', bankTransactionCode: 'PMNT-RCDT-DMCT' },
  }));
  writeFileSync(join(folder(), 'items.json'), JSON.stringify(items));
  await fill();
});

/** Prints all of them into a pipe that nobody has read yet, and what comes of it. */
function printing(flags: readonly string[]) {
  const child = startPsd2([...ALL, ...flags], { home: folder(), cwd: folder() });
  const texts = { stdout: '', stderr: '' };
  child.stderr.setEncoding('utf8').on('data', (text) => {
    texts.stderr += text;
  });
  const begun = new Promise((resolve) => child.stdout.once('readable', resolve));
  const read = () => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      texts.stdout += text;
    });
  };
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  return { child, texts, begun, read, ended };
}

it('what fails when a part of it is written ends with the code of the error, which stands on stderr, and is no JSON [C-broken-off]', async () => {
  const { texts, begun, read, ended } = printing(['--json']);
  await begun;
  await done('sandbox', 'init', '--yes', '--quiet');
  read();
  expect({ code: await ended, stderr: texts.stderr }).toEqual({
    code: 4,
    stderr: expect.stringContaining('401 CONSENT_UNKNOWN'),
  });
  expect(texts.stdout).toMatch(/^\{\n {2}"account"/);
  expect(texts.stdout).not.toContain('CONSENT_UNKNOWN');
  expect(() => JSON.parse(texts.stdout)).toThrow(SyntaxError);
  await fill();
});

describe('what nobody reads any more [C-written-as-it-comes, C-closed-pipe, C-interrupted]', () => {
  it.each([['--json'], ['--csv'], []])('ends quietly: %s', async (...flags) => {
    const { child, texts, begun, ended } = printing(flags);
    await begun;
    child.stdout.destroy();
    expect({ code: await ended, ...texts }).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('says at Ctrl-C that it was interrupted, and is no JSON', async () => {
    const { child, texts, begun, read, ended } = printing(['--json']);
    await begun;
    child.kill('SIGINT');
    read();
    expect({ code: await ended, stderr: texts.stderr }).toEqual({
      code: 130,
      stderr: expect.stringContaining('Interrupted'),
    });
    expect(() => JSON.parse(texts.stdout)).toThrow(SyntaxError);
  });
});
