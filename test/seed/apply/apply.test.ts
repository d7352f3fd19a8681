import { describe, expect, it } from 'vitest';
import { getOperation } from '../../../src/client/operation.ts';
import { ApplyReport, type Step } from '../../../src/seed/apply/report.ts';
import { buildTransaction } from '../../../src/seed/apply/transactions.ts';
import { openSeedBank, type SeedBank } from '../../support/seed-bank.ts';
import { ALL, BOTH, COMPANY, PEOPLE } from './worlds.ts';

const NONE = { created: 0, changed: 0, unchanged: 0, differs: 0, deleted: 0 };
const BBAN = '99905012343';

function bodyOf(value: unknown) {
  return { body: Buffer.from(JSON.stringify(value)) };
}

function isWrite(line: string): boolean {
  return !line.startsWith('GET');
}

/** The account of the files whose bban they give. */
async function ownAccount(bank: SeedBank) {
  const mockAccountId = (await bank.apply(BOTH)).ids.accounts[BBAN] ?? '';
  return { mockAccountId };
}

describe('an apply [C-seed-converges, C-seed-members, C-seed-json]', () => {
  it('makes all that the files describe, counts each once, and a second one writes nothing', async () => {
    const bank = openSeedBank();
    const first = await bank.apply(BOTH);
    expect(first.total).toEqual({ ...NONE, created: ALL });
    const lists = await bank.lists();
    bank.sent.length = 0;
    const second = await bank.apply(BOTH);
    expect(second.total).toEqual({ ...NONE, unchanged: ALL });
    expect(second.steps).toEqual([]);
    expect(second.ids).toEqual(first.ids);
    expect(bank.sent.filter(isWrite)).toEqual([]);
    expect(await bank.lists()).toEqual(lists);
  });

  it('leaves the balance that the file says, each account in its own currency', async () => {
    const bank = openSeedBank();
    await bank.apply(BOTH);
    const { accounts } = (await bank.lists()) as { accounts: { accountName: string; balances: unknown[] }[] };
    const balances = new Map(accounts.map(({ accountName, balances: [first] }) => [accountName, first]));
    expect(balances.get('Drift')).toMatchObject({ balanceAmount: { amount: 100_000, currency: 'NOK' } });
    expect(balances.get('Euro')).toMatchObject({ balanceAmount: { amount: 0, currency: 'EUR' } });
    const own = accounts.find((one) => 'bban' in one && one.bban === BBAN);
    expect(own?.balances).toMatchObject([
      { balanceAmount: { amount: 25_000 } },
      { balanceAmount: { amount: 25_000 } },
    ]);
  });

  it('makes again what is gone, with what hung on it, and sets a balance that was moved', async () => {
    const bank = openSeedBank();
    const own = await ownAccount(bank);
    await bank.session.call(getOperation('delete sandbox account'), own);
    expect((await bank.apply(BOTH)).total).toEqual({ ...NONE, created: 1 + 3, unchanged: ALL - 4 });
    const again = await ownAccount(bank);
    await bank.session.call(getOperation('update sandbox account balances'), {
      ...again,
      ...bodyOf([{ balanceAmount: { currency: 'NOK', amount: 1 }, balanceType: 'closingBooked' }]),
    });
    const { total, steps } = await bank.apply(BOTH);
    expect(total).toEqual({ ...NONE, changed: 1, unchanged: ALL - 1 });
    expect(steps).toMatchObject([{ fate: 'changed', why: expect.stringContaining('1, in the file 25000') }]);
  });

  it('changes the roles of an engagement', async () => {
    const bank = openSeedBank();
    await bank.apply(BOTH);
    const changed = { ...BOTH, 'company.yaml': COMPANY.replace('[VIEW]', '[VIEW, REGISTER]') };
    expect((await bank.apply(changed)).total).toEqual({ ...NONE, changed: 1, unchanged: ALL - 1 });
    expect((await bank.apply(changed)).total.unchanged).toBe(ALL);
  });
});

it('equal transactions are counted: one more of three equal ones is made, and one more at the bank is told [C-seed-same]', async () => {
  const bank = openSeedBank();
  const own = await ownAccount(bank);
  const coffee =
    '          - { amount: 50, direction: out, date: 2026-01-13, text: Kaffe, counterparty: { name: Kafé Ærlig } }\n';
  const three = { ...BOTH, 'people.yaml': PEOPLE.replace(coffee, coffee + coffee) };
  expect((await bank.apply(three)).total).toMatchObject({ created: 1, differs: 0, unchanged: ALL - 1 });
  const self = { bban: BBAN, iban: '', currency: 'NOK' };
  const one = {
    ...({ date: '2026-01-13', amount: 50, direction: 'out', text: 'Kaffe' } as const),
    counterparty: { name: 'Kafé Ærlig', bban: '' },
  };
  await bank.session.call(getOperation('create sandbox account transactions'), {
    ...own,
    ...bodyOf([buildTransaction(one, self)]),
  });
  const { total, steps } = await bank.apply(three);
  expect(total).toMatchObject({ created: 0, differs: 1, changed: 1 });
  expect(steps).toMatchObject([
    { fate: 'changed', sort: 'accounts' },
    { fate: 'differs', sort: 'transactions', what: `1 transaction of account Brukskonto of 20878912340` },
  ]);
});

it('a plan counts what an apply then does, and sends nothing that changes something [C-seed]', async () => {
  const bank = openSeedBank();
  await bank.apply({ 'people.yaml': PEOPLE });
  const changed = PEOPLE.replace('25000', '26000').replace('amount: 1500', 'amount: 1600');
  const files = { ...BOTH, 'people.yaml': changed };
  bank.sent.length = 0;
  const plan = await bank.apply(files, { isPlan: true });
  expect(bank.sent.filter(isWrite)).toEqual([]);
  const applied = await bank.apply(files);
  expect(plan.total).toEqual(applied.total);
  expect(plan.bySort).toEqual(applied.bySort);
  expect(plan.steps.map(({ what }) => what).sort()).toEqual(applied.steps.map(({ what }) => what).sort());
  expect(plan.total).toMatchObject({ changed: 1, differs: 1 });
});

describe('what no operation changes [D16-seed-differs]', () => {
  const OTHER = PEOPLE.replace('Nora Eksempel', 'Nora Prøve').replace('99905012343', '99905012351');
  const files = { ...BOTH, 'people.yaml': OTHER };

  it('is counted and named with its place, and the rest is applied', async () => {
    const bank = openSeedBank();
    await bank.apply(BOTH);
    const { total, steps } = await bank.apply(files);
    expect(total).toEqual({ ...NONE, differs: 2, unchanged: ALL - 2 });
    expect(steps).toMatchObject([
      {
        sort: 'customers',
        why: 'name "Nora Eksempel", in the file "Nora Prøve"',
        place: { file: 'people.yaml', line: 3 },
      },
      { sort: 'accounts', why: `bban "${BBAN}", in the file "99905012351"`, place: { line: 7 } },
    ]);
  });

  it('is deleted and made again with --prune, and what the files lack goes', async () => {
    const bank = openSeedBank();
    await bank.apply(BOTH);
    const plan = await bank.apply(files, { isPlan: true, prunes: true });
    const pruned = await bank.apply(files, { prunes: true });
    expect(plan.total).toEqual(pruned.total);
    // The initial data: 4 customers, 8 accounts, 2 cards; Nora's customer, 2 accounts, card and 2 engagements, and the
    // transactions of her accounts and card.
    expect(pruned.total).toMatchObject({ deleted: 14 + 6 + (3 + 30 + 2), differs: 0, changed: 0 });
    expect(pruned.bySort.transactions.deleted).toBe(3 + 30 + 2);
    expect((await bank.apply(files, { prunes: true })).total).toEqual({ ...NONE, unchanged: ALL });
  });
});

const at = (line: number) => ({ file: 'world.yaml', line, column: 9 });

it('the steps of an apply are in the order of the files, whatever came to its end first [C-seed-json]', () => {
  const steps: Step[] = [
    { fate: 'deleted', sort: 'customers', what: 'customer B' },
    { fate: 'deleted', sort: 'accounts', what: 'account A' },
    { fate: 'created', sort: 'customers', what: 'customer C', place: at(2) },
    { fate: 'created', sort: 'transactions', what: '500 transactions of account A', place: at(8) },
    { fate: 'created', sort: 'transactions', what: '1 transaction of account B', place: at(13) },
    { fate: 'differs', sort: 'transactions', what: '1 transaction of account A' },
    { fate: 'differs', sort: 'transactions', what: '1 transaction of account B' },
  ];
  const tally = new ApplyReport();
  const [first, second, ...others] = steps;
  for (const step of [first!, second!, ...others.toReversed()]) tally.add(step);
  expect(tally.steps).toEqual(steps);
});

const world = (kid: string) => ({
  'world.yaml': `version: 1
customers:
  - number: "15813963199"
    name: Siri Prøve
    type: PRIVATE
    accounts:
      - { name: Regninger, bban: "99905012343", currency: NOK, kid: ${kid} }
`,
});

// The bank answers with it; without that a second apply would find nothing wrong with any.
it('what an account of a seed file takes as KID is made, stays when it is equal, and differs when it is another [D8-account-kid, D16-seed-differs]', async () => {
  const bank = openSeedBank();
  const kid = '{ required: true, rules: [{ length: 12, method: MOD10 }] }';
  await bank.apply(world(kid));
  const { accounts } = (await bank.lists()) as { accounts: { bban: string; kid?: unknown }[] };
  expect(accounts.find(({ bban }) => bban === '99905012343')?.kid).toEqual({
    use: 'required',
    rules: [{ length: 12, method: 'MOD10' }],
  });
  expect((await bank.apply(world(kid))).steps).toEqual([]);
  expect((await bank.apply(world('none'))).steps).toMatchObject([
    { fate: 'differs', sort: 'accounts', why: 'kid "required MOD10 of 12", in the file "none"' },
  ]);
});
