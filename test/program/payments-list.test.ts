import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';

const { run, json, folder } = oneHome();
const HERE = { cwd: tmpdir() };

async function made(...args: string[]): Promise<string> {
  return (await run(['payments', 'create', '--example', '--quiet', ...args], HERE)).stdout.trim();
}

const ids = async (...args: string[]) =>
  (await json(['payments', 'list', ...args])).value.items.map(
    ({ paymentId }: { paymentId: string }) => paymentId,
  );

let [domestic, bulk, instant] = ['', '', ''];
beforeAll(async () => {
  const none = await json(['payments', 'list'], HERE);
  expect({ code: none.code, value: none.value }).toEqual({ code: 0, value: { items: [] } });
  const newest = await json(['status'], HERE);
  expect({ code: newest.code, missing: newest.value.error.missing }).toEqual({ code: 2, missing: ['ID'] });
  expect(newest.value.error.hint).toContain('psd2 payments create --domestic --example');
  await run(['sandbox', 'clock', 'set', '2026-11-18T10:00:00+01:00'], HERE);
  domestic = await made('--domestic', '--amount', '12.50', '--to-name', 'Sørlandet Betaling');
  bulk = await made('--bulk');
  instant = await made('--instant', '--sca', 'approve');
});

describe('payments list [C-payments-list, C-newest-payment]', () => {
  it('has every payment of the profile, newest first, as it was made and last seen', async () => {
    const { value } = await json(['payments', 'list']);
    const times = { createdAt: expect.stringMatching(/Z$/), statusAt: expect.stringMatching(/Z$/) };
    const product = 'norwegian-domestic-credit-transfers';
    expect(value.items).toEqual([
      {
        ...times,
        paymentId: instant,
        service: 'payments',
        product: 'instant-norwegian-credit-transfers-straks',
        amount: { amount: '100.00', currency: 'NOK' },
        creditorName: expect.any(String),
        transactionStatus: 'ACSC',
      },
      {
        ...times,
        paymentId: bulk,
        service: 'bulk-payments',
        product,
        amount: { amount: '200.00', currency: 'NOK' },
        transactionStatus: 'RCVD',
      },
      {
        ...times,
        paymentId: domestic,
        service: 'payments',
        product,
        amount: { amount: '12.50', currency: 'NOK' },
        creditorName: 'Sørlandet Betaling',
        transactionStatus: 'RCVD',
      },
    ]);
    expect(await ids('--limit', '2')).toEqual([instant, bulk]);
    expect((await run(['payments', 'list', '--quiet'])).stdout).toBe(`${instant}\n${bulk}\n${domestic}\n`);
  });

  it('calls no bank, and tells kinds in the words of payments create', async () => {
    const { stdout, stderr } = await run(['payments', 'list', '--verbose']);
    expect(stderr).toBe('');
    expect(stdout.split('\n').map((line) => line.slice(24, 32).trim())).toEqual([
      'Kind',
      'instant',
      'bulk',
      'domestic',
      '',
    ]);
    const { code, value } = await json(['payments', 'list', '--curl']);
    expect({ code, error: value.error.code }).toEqual({ code: 2, error: 'USAGE' });
  });

  it('asks the bank with --refresh, for those that are not final alone', async () => {
    await run(['sca', 'approve', bulk]);
    await run(['sandbox', 'batch', 'run']);
    const { code, stdout, stderr } = await run(['payments', 'list', '--refresh', '--verbose']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^${bulk} .* ACSC {2}booked `, 'm'));
    expect(stdout).toMatch(new RegExp(`^${domestic} .* RCVD {2}`, 'm'));
    expect(stderr.match(/^> GET \S+\/status$/gm)).toHaveLength(2);
    expect(stderr).not.toContain('instant-norwegian');
  });

  it('is what status, get and the list itself say last', async () => {
    const approved = await made('--domestic', '--to-name', 'Ola Eksempel');
    expect((await json(['status'])).value.error.paymentId).toBe(approved);
    await run(['sca', 'approve', approved]);
    expect((await json(['payments', 'get'])).value.paymentId).toBe(approved);
    await run(['sandbox', 'batch', 'run']);
    expect((await json(['status'])).value).toMatchObject({ paymentId: approved, transactionStatus: 'ACSC' });
    const { items } = (await json(['payments', 'list', '--limit', '1'])).value;
    expect(items).toMatchObject([{ paymentId: approved, transactionStatus: 'ACSC' }]);
  });

  it('says which payment the bank did not tell of, goes on, and exits with that code', async () => {
    await made('--cross-border');
    await run(['sandbox', 'init', '--yes']);
    const { code, stdout, stderr } = await run(['payments', 'list', '--refresh']);
    expect(code).toBe(3);
    expect(stdout.trimEnd().split('\n')).toHaveLength(6);
    expect(stderr).toContain(`Payment ${domestic} couldn't be refreshed.`);
    const whole = await json(['payments', 'list', '--refresh']);
    expect({ code: whole.code, stderr: whole.stderr }).toEqual({ code: 3, stderr: '' });
    expect(whole.value.items[0].error).toMatchObject({ code: 'BANK_REFUSED' });
  });

  it('is for its owner alone', () => {
    expect(statSync(join(folder(), 'offline', 'client.db')).mode & 0o777).toBe(0o600);
  });
});
