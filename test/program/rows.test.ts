import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { losePayment } from '../support/lost-write.ts';
import { oneHome } from '../support/one-home.ts';
import { sources } from '../support/sources.ts';

const { run, json, folder } = oneHome();
// Without demo data no list is longer than a page.
beforeAll(() => run(['sandbox', 'init'], { cwd: tmpdir() }));

interface ListLine {
  readonly args: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever JSON came
  readonly rows: (value: any) => number;
  /** What is made first, where the initial data has none. */
  readonly before?: readonly (readonly string[])[];
  /** What no such command line brings about. */
  readonly lose?: (home: string) => Promise<unknown>;
}

const items = ({ items }: { items: unknown[] }) => items.length;
/** An account of the initial data. */
const KARI = '99901067291';
const CARD = '4925xxxxxxxx3595';
const EXAMPLE = ['payments', 'create', '--domestic', '--example'];
const CONSENT = ['consent', 'grant', '--sca', 'approve', '--as', '15813963008', '--accounts', 'all'];

/** Every command that prints a list, by its words: one that is not here is found below. */
const LISTS: Readonly<Record<string, ListLine>> = {
  'accounts list': { args: ['accounts', 'list'], rows: ({ accounts }) => accounts.length, before: [CONSENT] },
  'accounts transactions': {
    args: ['accounts', 'transactions', KARI],
    rows: ({ transactions }) => transactions.booked.length,
    before: [
      CONSENT,
      ['sandbox', 'transactions', 'add', KARI, '--in', '7', '--text', 'Lønn for oktober'],
      ['sandbox', 'transactions', 'add', KARI, '--out', '5'],
    ],
  },
  'agreements list': {
    args: ['agreements', 'list'],
    rows: ({ agreements }) => agreements.length,
    before: [
      ['sandbox', 'agreement', 'create', '--owner', '310999016', '--name', 'Hovedavtale'],
      ['user', '--sca', 'approve', '--as', '310999016', '--context', 'CORPORATE'],
    ],
  },
  'basket list': {
    ...{ args: ['basket', 'list'], rows: items },
    lose: async () => run(['basket', 'create', (await run([...EXAMPLE, '--quiet'])).stdout.trim()]),
  },
  'cards list': {
    args: ['cards', 'list'],
    rows: ({ cardAccounts }) => cardAccounts.length,
    before: [CONSENT],
  },
  'cards transactions': {
    args: ['cards', 'transactions', CARD],
    rows: ({ cardTransactions }) => cardTransactions.booked.length,
    before: [
      CONSENT,
      ['sandbox', 'card-transactions', 'add', CARD, '--amount', '5', '--id', 'third', '--text', 'Bok'],
    ],
  },
  'consent show': { args: ['consent', 'show'], rows: items, before: [CONSENT] },
  explain: { args: ['explain'], rows: items },
  'payments list': { args: ['payments', 'list'], rows: items, before: [EXAMPLE, EXAMPLE] },
  'payments pending': { args: ['payments', 'pending'], rows: items, lose: losePayment },
  'profile list': { args: ['profile', 'list'], rows: items },
  'sandbox account list': { args: ['sandbox', 'account', 'list'], rows: items },
  'sandbox agreement list': { args: ['sandbox', 'agreement', 'list'], rows: items },
  'sandbox card-account list': { args: ['sandbox', 'card-account', 'list'], rows: items },
  'sandbox card-transactions list': {
    args: ['sandbox', 'card-transactions', 'list', CARD],
    rows: ({ cardTransactions }) => cardTransactions.booked.length,
    before: ['first', 'second'].map((id) =>
      `sandbox card-transactions add ${CARD} --amount 5 --id ${id}`.split(' '),
    ),
  },
  'sandbox customer list': { args: ['sandbox', 'customer', 'list'], rows: items },
  'sandbox fault list': {
    args: ['sandbox', 'fault', 'list'],
    rows: ({ faults }) => faults.length,
    before: [
      ['sandbox', 'fault', 'add', 'PDNG', '--call', '9'],
      ['sandbox', 'fault', 'add', 'latency', '--milliseconds', '1', '--operation', 'read-user'],
    ],
  },
  'sandbox init': { args: ['sandbox', 'init', '--yes'], rows: ({ accounts }) => accounts.length },
  'sandbox snapshot list': {
    args: ['sandbox', 'snapshot', 'list'],
    rows: items,
    before: [
      ['sandbox', 'snapshot', 'save', 'one', '--force'],
      ['sandbox', 'snapshot', 'save', 'two', '--force'],
    ],
  },
  'sandbox transactions list': {
    args: ['sandbox', 'transactions', 'list', KARI],
    rows: items,
    before: [
      ['sandbox', 'transactions', 'add', KARI, '--in', '7', '--text', 'Lønn for oktober'],
      ['sandbox', 'transactions', 'add', KARI, '--out', '5'],
    ],
  },
  'session list': { args: ['session', 'list'], rows: items, before: [CONSENT] },
  sign: { args: ['sign', '--break', 'list'], rows: items },
};

/** How many rows a list has, after what it needs is made. */
async function countOf({ args, rows, before = [], lose }: ListLine): Promise<number> {
  await lose?.(folder());
  for (const words of before) expect((await run(words)).code).toBe(0);
  const count = rows((await json(args)).value);
  expect(count).toBeGreaterThan(0);
  return count;
}

describe('a list where no terminal is [C-plain-rows, C-quiet]', () => {
  it.each(Object.entries(LISTS))('%s: a heading, and a line for each row', async (_, line) => {
    const count = await countOf(line);
    const { stdout, stderr } = await run(line.args);
    const [heading = '', ...lines] = stdout.trimEnd().split('\n');
    const said = stderr.replaceAll(/^(?:Gone|Made): .+\n/gm, '');
    expect({ rows: lines.length, said }).toEqual({ rows: count, said: '' });
    // Aligned: where a column begins under its heading, a blank stands before it in each row.
    const begins = [...heading.matchAll(/(?<=^| {2})\S/g)].map(({ index }) => index);
    const second = begins[1] ?? 0;
    expect(lines.filter((line) => line.slice(second - 2, second) !== '  ')).toEqual([]);
  });

  it.each(Object.entries(LISTS))('%s: one id a line with --quiet', async (_, line) => {
    const count = await countOf(line);
    const lines = (await run([...line.args, '--quiet'])).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(count);
    expect(lines.filter((line) => !/^\S+$/.test(line))).toEqual([]);
  });

  it('is every command that is called list, or whose result is a table', () => {
    const tables = sources((path) => path.startsWith('src/')).flatMap(({ code }) => [
      ...[...code.matchAll(/export const (\w+) = createTable\b/g)].map(([, name = '']) => name),
      ...[...code.matchAll(/export function (\w+)\([^)]*\)[^{]*\{\s*return createTable\b/g)].map(
        ([, name = '']) => name,
      ),
    ]);
    const commands = sources((path) => path.startsWith('commands/'));
    const lists = commands.filter(
      ({ path, code }) =>
        /\/(?:list|transactions)\.ts$/.test(path) ||
        /(?:= |presentation: |present\()create(?:List|Table)\b/.test(code) ||
        tables.some((name) => code.includes(name)),
    );
    const names = lists.map(({ path }) => path.replace(/^commands\/|\.ts$/g, '').replaceAll('/', ' '));
    // The table of a plot is in test/accounts/plot.test.ts, and a served bank's needs such a bank.
    const others = names.filter((name) => !['accounts balances', 'requests list'].includes(name));
    expect(others.sort()).toEqual(Object.keys(LISTS).sort());
  });
});

it('owners in sandbox account list stand beside their accounts; --json is the resource of the bank [C-owner-names]', async () => {
  const list = ['sandbox', 'account', 'list'];
  const { stdout } = await run(list);
  expect(stdout).toMatch(/^15813963008 +Kari Prøve +99901067291 /m);
  expect(stdout).toMatch(/^310999016 +Prøve Fjellhandel AS +99901440170 /m);
  expect(JSON.stringify((await json(list)).value)).not.toContain('Kari');
});
