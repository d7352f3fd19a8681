import { beforeAll, describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';
import { START } from '../support/stopped-clock.ts';

const ACCOUNT = '99901067291';
const CARD = '4925xxxxxxxx3595';
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
const idsOf = (entries: readonly { readonly transactionId: string }[]) =>
  entries.map(({ transactionId }) => transactionId);

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

  it('says where the rest is, and nothing where nothing is left', async () => {
    expect((await listed('--limit', '3', '--offset', '2')).stderr).toBe(
      'There are more. Add --offset 5 or --all.\n',
    );
    expect((await listed('--limit', '3', '--all')).stderr).toBe('');
    expect((await listed()).stderr).toBe('');
  });

  it('is a file with --csv, one page or all', async () => {
    const { stdout } = await listed('--status', 'both', '--csv');
    const [heading = '', ...lines] = stdout.trimEnd().split('\n');
    expect(heading.split(',').slice(0, 5)).toEqual([
      'bookingStatus',
      'bookingDate',
      'valueDate',
      'amount',
      'currency',
    ]);
    expect(lines.map((line) => line.split(',')[0])).toEqual([
      ...Array.from({ length: COUNT }, () => 'booked'),
      ...['pending', 'pending'],
    ]);
    expect(lines[0]).toContain(`2026-11-0${COUNT},-${10 + COUNT}.00,NOK,Kafé,`);
    expect(lines[0]).toContain(`"'=Kaffe, ""stor"" ${COUNT}"`);
    expect((await listed('--status', 'both', '--csv', '--all', '--limit', '2')).stdout).toBe(stdout);
  });

  it('is a table whose rows are aligned whatever the length of a page', async () => {
    const { stdout } = await listed();
    expect((await listed('--all', '--limit', '1')).stdout).toBe(stdout);
    expect(stdout).toMatch(
      /^Date +Text +Counterparty +Amount +Transaction\n2026-11-07 .* -17\.00 NOK {2}\w+\n/,
    );
  });

  it('prints one id a line with --quiet, and each can be read', async () => {
    const ids = idsOf((await jsonOf('--status', 'both', '--all')).transactions.booked);
    const { stdout } = await listed('--quiet', '--all', '--limit', '2');
    expect(stdout.trimEnd().split('\n')).toEqual(ids);
    const read = await printed('accounts', 'transaction', ACCOUNT, ids[0] as string);
    expect(read.stdout).toMatch(/^Status +booked$/m);
  });
});

describe('cards transactions [C-transactions]', () => {
  it('lists what was bought by card, and says so where nothing was', async () => {
    expect((await printed('cards', 'transactions', CARD)).stdout).toBe('No booked card transactions.\n');
    const add = [
      'sandbox',
      'card-transactions',
      'add',
      CARD,
      '--amount',
      '-5',
      '--id',
      '1',
      '--text',
      'Bøker',
    ];
    await printed(...add);
    const { stdout } = await printed('cards', 'transactions', CARD, '--all');
    expect(stdout).toMatch(
      /^Date +Text +.*Amount +Transaction\n\d{4}-\d\d-\d\d {2}Bøker .* -5\.00 NOK {2}1\n$/,
    );
  });
});

describe('which transactions, checked before anything is sent [C-transactions]', () => {
  it.each([
    ['--from 2026-02-30', `--from "2026-02-30" isn't a date.`],
    ['--to today', `--to "today" isn't a date.`],
    ['--from 2026-11-02 --to 2026-11-01', '--from 2026-11-02 is after --to 2026-11-01.'],
  ])('%s', async (flags, message) => {
    const args = ['accounts', 'transactions', ACCOUNT, ...flags.split(' '), '--json'];
    const { code, stdout } = await atHome(args);
    expect({ code, message: JSON.parse(stdout).error.message }).toEqual({ code: 2, message });
  });
});
