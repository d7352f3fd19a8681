import { describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';

const { run, json, payments } = oneHome();

describe('payments fees [C-fees]', () => {
  const accounts = ['--from-bban', '99901067291', '--to-bban', '99901271948', '--currency', 'NOK'];

  it('tells what an instant payment would cost, and creates nothing', async () => {
    const { code, stderr, value } = await json(['payments', 'fees', '--amount', '100.50', ...accounts]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(value).toEqual({
      transactionFees: { amount: '2.00', currency: 'NOK' },
      transactionFeeIndicator: true,
      _meta: expect.objectContaining({ status: 200 }),
    });
    expect(payments()).toEqual([]);
    const { stdout } = await run(['payments', 'fees', '--example']);
    expect(stdout).toMatch(/^Fee +2\.00 NOK$/m);
  });

  it('is checked before it is sent, and names what is missing', async () => {
    expect((await json(['payments', 'fees'])).value.error).toMatchObject({
      code: 'INPUT_MISSING',
      exitCode: 2,
      missing: ['--amount', '--currency', '--to-bban', '--from-bban'],
    });
    const { value } = await json(['payments', 'fees', '--amount', '1.5', ...accounts]);
    expect(value.error.message).toMatch(/^amount\.amount must have 2 decimals in NOK: write 1\.50/);
    expect(value.error.hint).toBe('Change --amount.');
  });

  it('names the account that is not the PSU’s, once the bank knows them by PSU-ID', async () => {
    expect((await run(['payments', 'create', '--domestic', '--example', '--sca', 'approve'])).code).toBe(0);
    const unknown = [
      '--amount',
      '1.00',
      '--currency',
      'NOK',
      '--to-bban',
      '99901271948',
      '--as',
      '15813963008',
    ];
    const { code, value } = await json(['payments', 'fees', ...unknown, '--from-bban', '86011117947']);
    expect(code).toBe(3);
    expect(value.error.hint).toMatch(/^Change --from-bban, or add --as/);
  });
});
