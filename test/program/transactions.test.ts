import { beforeAll, describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';
import { START } from '../support/stopped-clock.ts';

const ACCOUNT = '99901067291';
const COUNT = 7;

const { run, folder } = oneHome();
const atHome = (args: readonly string[]) => run(args, { cwd: folder(), clockAt: START });

async function printed(...args: readonly string[]) {
  const { code, stdout, stderr } = await atHome(args);
  expect({ args, code, stdout: code === 0 ? '' : stdout, stderr: code === 0 ? '' : stderr }).toEqual({
    ...{ args, code: 0 },
    ...{ stdout: '', stderr: '' },
  });
  return { stdout, stderr };
}

const listed = (...args: readonly string[]) => printed('accounts', 'transactions', ACCOUNT, ...args);
const jsonOf = async (...args: readonly string[]) => JSON.parse((await listed(...args, '--json')).stdout);

beforeAll(async () => {
  await printed('consent', 'grant', '--sca', 'approve', '--as', '15813963008', '--accounts', 'all');
  for (const place of [1, 2, 3, 4, 5, 6, COUNT]) {
    const text = [
      '--date',
      `2026-11-0${place}`,
      '--text',
      `=Kaffe, "stor" ${place}`,
      '--counterparty-name',
      'Kafé',
    ];
    await printed('sandbox', 'transactions', 'add', ACCOUNT, '--out', `${10 + place}`, ...text);
  }
  const payment = ['payments', 'create', '--domestic', '--example', '--sca', 'approve'];
  for (const date of ['2026-11-19', '2027-11-10']) await printed(...payment, '--date', date);
});

describe('accounts transactions [C-transactions, C-transactions-all, C-transactions-csv, C-pending-ahead]', () => {
  it.each([
    ['--status', 'booked'],
    ['--status', 'pending'],
    ['--status', 'both', '--limit', '1'],
  ])('prints the same resource by pages as at once: %s %s', async (...flags) => {
    const whole = await jsonOf('--status', flags[1] as string);
    const { stdout } = await listed(...flags, '--all', '--json');
    const all = JSON.parse(stdout);
    const { booked, pending } = all.transactions;
    expect({ booked, pending }).toEqual({
      booked: whole.transactions.booked,
      pending: whole.transactions.pending,
    });
    expect(all.transactions._links.next).toBeUndefined();
    expect(Object.keys(all)).toEqual(['account', 'transactions', '_meta']);
    expect(stdout).toBe(`${JSON.stringify(all, null, 2)}\n`);
  });

  it('has what is pending on any day ahead, and on none after --to', async () => {
    expect((await jsonOf('--status', 'pending')).transactions.pending).toHaveLength(2);
    const near = await jsonOf('--status', 'both', '--to', '2026-11-19');
    expect(near.transactions.pending).toHaveLength(1);
  });
});
