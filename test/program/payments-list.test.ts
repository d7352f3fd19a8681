import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';

const { run, json } = oneHome();
const HERE = { cwd: tmpdir() };

async function made(...args: string[]): Promise<string> {
  return (await run(['payments', 'create', '--example', '--quiet', ...args], HERE)).stdout.trim();
}

let [domestic, bulk] = ['', ''];
beforeAll(async () => {
  const none = await json(['payments', 'list'], HERE);
  expect({ code: none.code, value: none.value }).toEqual({ code: 0, value: { items: [] } });
  const newest = await json(['status'], HERE);
  expect({ code: newest.code, missing: newest.value.error.missing }).toEqual({ code: 2, missing: ['ID'] });
  expect(newest.value.error.hint).toContain('psd2 payments create --domestic --example');
  await run(['sandbox', 'clock', 'set', '2026-11-18T10:00:00+01:00'], HERE);
  domestic = await made('--domestic', '--amount', '12.50', '--to-name', 'Sørlandet Betaling');
  bulk = await made('--bulk');
  await made('--instant', '--sca', 'approve');
});

describe('payments list [C-payments-list, C-newest-payment]', () => {
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

  it('says which payment the bank did not tell of, goes on, and exits with that code', async () => {
    await made('--cross-border');
    await run(['sandbox', 'init', '--yes']);
    const { code, stdout, stderr } = await run(['payments', 'list', '--refresh']);
    expect(code).toBe(3);
    expect(stdout.trimEnd().split('\n')).toHaveLength(5);
    expect(stderr).toContain(`Payment ${domestic} couldn't be refreshed.`);
    const whole = await json(['payments', 'list', '--refresh']);
    expect({ code: whole.code, stderr: whole.stderr }).toEqual({ code: 3, stderr: '' });
    expect(whole.value.items[0].error).toMatchObject({ code: 'BANK_REFUSED' });
  });
});
