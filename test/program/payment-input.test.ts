import { existsSync } from 'node:fs';
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

it.each([
  ['payments', 'create', '--domestic'],
  ['payments', 'create', '--periodic'],
  ['payments', 'fees'],
])('an example around a wrong field: %s %s %s is refused before anything is opened or made [C-local-checks]', async (...command) => {
  const fresh = join(emptyFolder(), 'home');
  const wrong = [...command, '--example', '--amount', '100.5'];
  const { code, stderr } = await run(wrong, { home: fresh });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('write 100.50') });
  expect(existsSync(join(fresh, 'offline'))).toBe(false);
});

describe('--file [C-file-unchanged, C-stdin-bytes, C-print-body]', () => {
  const printed = async (...more: string[]) => (await run([...example, '--print-body', ...more])).stdout;

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
});

describe('payments create of every kind [C-create-kinds, C-example-kinds]', () => {
  it('says the warning of a member that the product does not use', async () => {
    const { stdout } = await run([...example, '--print-body']);
    const input = JSON.stringify({ ...JSON.parse(stdout), serviceLevel: 'SDVA' });
    expect((await run([...create, '--file', '-'], { input })).stdout.replaceAll(/\n +/g, ' ')).toMatch(
      /^Warning +FORMAT_ERROR: serviceLevel isn't used by norwegian-domestic-credit-transfers and is ignored$/m,
    );
  });

  it('prints the body of each kind, which --file takes again', async () => {
    for (const kind of ['cross-border', 'instant', 'periodic', 'bulk']) {
      const line = ['payments', 'create', `--${kind}`];
      const { stdout } = await run([...line, '--example', '--print-body']);
      expect(await json([...line, '--file', '-'], { input: stdout })).toMatchObject({
        code: 0,
        value: { transactionStatus: 'RCVD' },
      });
    }
  });
});
