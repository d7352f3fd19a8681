import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';
import { emptyFolder } from '../support/program.ts';

const { run, json, payments } = oneHome();

const create = ['payments', 'create', '--domestic'];
const example = [...create, '--example'];

/** Every flag that a domestic payment requires; what it debits is no account of the bank. */
const given = [
  ...['--amount', '100.50', '--currency', 'NOK', '--to-name', 'Ola Eksempel', '--to-bban', '86011117947'],
  ...['--country', 'NO', '--from-bban', '99901067291'],
];

describe('an amount that breaks a rule [C-local-checks, C-exit-codes, C-failure-json]', () => {
  it('is refused before anything is sent or made, naming field and rule, exit 2', async () => {
    const fresh = join(emptyFolder(), 'home');
    const wrong = given.map((argument) => (argument === '100.50' ? '100.5' : argument));
    const { code, stdout, stderr } = await run([...create, ...wrong], { home: fresh });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/instructedAmount\.amount must have 2 decimals in NOK/);
    expect(stderr).toContain('--amount');
    expect(existsSync(join(fresh, 'offline', 'bank.db'))).toBe(false);
  });

  it('is so of an example: no payment is made', async () => {
    const before = payments();
    const { code, stderr, value } = await json([...example, '--amount', '100.5']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(value.error).toMatchObject({
      code: 'INPUT_INVALID',
      exitCode: 2,
      message: expect.stringMatching(/^instructedAmount\.amount must have 2 decimals in NOK/),
      hint: expect.stringContaining('--no-local-checks'),
    });
    expect(value.error).not.toHaveProperty('status');
    expect(payments()).toEqual(before);
  });

  it("is the bank's refusal with --no-local-checks, exit 3 with code and path", async () => {
    const { code, value } = await json([...example, '--amount', '100.5', '--no-local-checks']);
    expect(code).toBe(3);
    expect(Object.keys(value)).toEqual(['error']);
    expect(value.error).toMatchObject({
      code: 'BANK_REFUSED',
      message: expect.stringContaining('400 FORMAT_ERROR'),
      exitCode: 3,
      status: 400,
      tppMessages: [
        {
          category: 'ERROR',
          code: 'FORMAT_ERROR',
          path: 'instructedAmount.amount',
          text: expect.stringContaining('decimals'),
        },
      ],
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const { stdout, stderr } = await run([...example, '--amount', '100.5', '--no-local-checks']);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/FORMAT_ERROR at instructedAmount\.amount: /);
  });
});

describe('an example around a wrong field [C-local-checks]', () => {
  it.each([
    ['payments', 'create', '--domestic'],
    ['payments', 'create', '--periodic'],
    ['payments', 'fees'],
  ])('%s %s %s is refused before anything is opened or made', async (...command) => {
    const fresh = join(emptyFolder(), 'home');
    const wrong = [...command, '--example', '--amount', '100.5'];
    const { code, stderr } = await run(wrong, { home: fresh });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('write 100.50') });
    expect(existsSync(join(fresh, 'offline'))).toBe(false);
  });
});

describe('missing input [C-missing-input, C-missing-payment-flags]', () => {
  const all = ['--amount', '--currency', '--to-name', '--to-bban', '--country', '--from-bban'];

  it('is named whole, exit 2, and nothing is made', async () => {
    const fresh = join(emptyFolder(), 'home');
    expect(await json(create, { home: fresh })).toMatchObject({
      code: 2,
      stderr: '',
      value: { error: { code: 'INPUT_MISSING', exitCode: 2, missing: all } },
    });
    const { stdout, stderr } = await run(create, { home: fresh });
    expect(stdout).toBe('');
    for (const flag of all) expect(stderr).toContain(flag);
    expect(existsSync(join(fresh, 'offline'))).toBe(false);
  });

  it('is what is left after flags, environment and file', async () => {
    const { value } = await json([...create, '--amount', '1.00', '--file', '-'], {
      env: { PSD2_TO_NAME: 'Ola' },
      input: '{"instructedAmount":{"currency":"NOK"},"creditorAddress":{"country":"NO"}}',
    });
    expect(value.error.missing).toEqual(['--to-bban', '--from-bban']);
  });

  it('is the kind of payment, or the id, when that is not there', async () => {
    const kinds = ['--domestic', '--cross-border', '--instant', '--periodic', '--bulk'];
    expect((await json(['payments', 'create', '--example'])).value.error.missing).toEqual(kinds);
    expect((await json(['payments', 'get'])).value.error.missing).toEqual(['ID']);
    expect((await json(['status'])).value.error.missing).toEqual(['ID']);
  });
});

describe('--file [C-file-unchanged, C-stdin-bytes, C-print-body]', () => {
  const printed = async (...more: string[]) => (await run([...example, '--print-body', ...more])).stdout;

  it('takes the body that --print-body printed, from stdin and from a file', async () => {
    const fromStdin = await json([...create, '--file', '-'], { input: await printed() });
    expect(fromStdin).toMatchObject({ code: 0, value: { transactionStatus: 'RCVD' } });
    const file = join(emptyFolder(), 'body.json');
    writeFileSync(file, await printed());
    expect(await json([...create, '--file', file])).toMatchObject({
      code: 0,
      value: { transactionStatus: 'RCVD' },
    });
  });

  it('prints the same body with and without --json, and sends nothing', async () => {
    const before = payments();
    const same = ['--message', 'Same', '--amount', '100.00'];
    const text = await printed(...same);
    expect(await printed(...same, '--json')).toBe(text);
    expect(JSON.parse(text)).toMatchObject({ remittanceInformationUnstructured: 'Same' });
    expect(JSON.parse(text)).not.toHaveProperty('_meta');
    expect(payments()).toEqual(before);
  });

  it('prints a body of flags alone without making anything', async () => {
    const fresh = join(emptyFolder(), 'home');
    const { code, stdout } = await run([...create, ...given, '--print-body'], { home: fresh });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      instructedAmount: { amount: '100.50', currency: 'NOK' },
      creditorName: 'Ola Eksempel',
      creditorAccount: { bban: '86011117947', currency: 'NOK' },
      creditorAddress: { country: 'NO' },
      debtorAccount: { bban: '99901067291', currency: 'NOK' },
    });
    expect(existsSync(join(fresh, 'offline', 'bank.db'))).toBe(false);
  });

  it('is changed by flags', async () => {
    const input = await printed();
    const changed = await run([...create, '--file', '-', '--amount', '9.00', '--print-body'], { input });
    expect(JSON.parse(changed.stdout)).toEqual({
      ...JSON.parse(input),
      instructedAmount: { amount: '9.00', currency: 'NOK' },
    });
  });

  it.each([
    ['no JSON', 'not JSON', /isn't JSON/],
    ['a list', '[]', /isn't a JSON object/],
    ['nothing', '', /is empty/],
  ])('of %s is refused here, exit 2, and by the bank with --no-local-checks, exit 3', async (_, input, words) => {
    const here = await json([...create, '--file', '-'], { input });
    expect(here).toMatchObject({
      code: 2,
      value: { error: { code: 'FILE_UNREADABLE', message: expect.stringMatching(words) } },
    });
    const there = await json([...create, '--file', '-', '--no-local-checks'], { input });
    expect(there).toMatchObject({ code: 3, value: { error: { code: 'BANK_REFUSED', status: 400 } } });
  });

  it('that is not there is named', async () => {
    const missing = join(emptyFolder(), 'nothing.json');
    expect(await json([...create, '--file', missing])).toMatchObject({
      code: 2,
      value: { error: { code: 'FILE_UNREADABLE', message: expect.stringContaining(missing) } },
    });
  });
});

describe('an argument that is empty [C-wrong-flag, C-error-text]', () => {
  it.each([
    ['EMAIL', 'EMAIL: E-mail address.', ['tpp', 'contact', 'set', '']],
    ['ID', 'ID: The basketId from basket create.', ['basket', 'status', '']],
    ['DURATION', 'DURATION: 90, 90s, 15m, 2h, 3d, 1d12h or ISO 8601.', ['sandbox', 'clock', 'advance', '']],
  ])('is told with what it should be: %s', async (name, hint, argv) => {
    expect(await json(argv)).toMatchObject({
      code: 2,
      value: { error: { code: 'USAGE', message: `${name} is empty.`, hint } },
    });
  });
});

describe('flags that are not there [C-wrong-flag, C-did-you-mean]', () => {
  it.each([
    ['--exmaple', 'Did you mean --example?'],
    ['--to-baan=1', 'Did you mean --to-bban?'],
    ['--no-local-check', 'Did you mean --no-local-checks?'],
  ])('%s: %s', async (flag, hint) => {
    expect(await json([...create, flag])).toMatchObject({
      code: 2,
      stderr: '',
      value: { error: { code: 'USAGE', exitCode: 2, hint } },
    });
  });
});
