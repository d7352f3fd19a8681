import { describe, expect, it } from 'vitest';
import { readWorld } from '../../src/seed/read-world.ts';
import type { SeedSource, World } from '../../src/seed/world.ts';
import { WORLD } from './mistakes/mistake.ts';

const TODAY = '2021-06-15';

const PEOPLE = `version: 1
customers:
  - number: "15813963008"
    name: Kari Prøve
    type: PRIVATE
    accounts:
      - { name: Brukskonto, currency: NOK, balance: 100, transactions: [{ amount: 5, direction: in, date: 2021-01-02 }] }
`;
const MORE = `version: 1
customers:
  - number: "15813963008"
    name: Kari Prøve
    type: PRIVATE
    accounts:
      - { name: Brukskonto, currency: NOK, creditLine: 7, transactions: [{ amount: 6, direction: out, date: 2021-01-03 }] }
      - { name: Sparekonto, currency: NOK }
    cards: [{ maskedPan: "4925xxxxxxxx1234", currency: NOK, creditLimit: 1 }]
  - { number: "310999016", name: Prøve AS, type: CORPORATE, accounts: [{ name: Drift, currency: NOK }] }
agreements:
  - { owner: "310999016", name: Avtale, engagements: [{ customer: "15813963008", account: Drift, roles: [REGISTER, VIEW] }] }
`;
const AGREEMENTS = `version: 1
agreements:
  - { owner: "310999016", name: Avtale, engagements: [{ customer: "15813963008", account: Drift, roles: [VIEW, REGISTER] }] }
`;

const source = (name: string, text: string): SeedSource => ({ name, text });

function read(...sources: readonly SeedSource[]) {
  const reading = readWorld(sources, TODAY);
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults, null, 1));
  return reading;
}

function told(...sources: readonly SeedSource[]): readonly string[] {
  const reading = readWorld(sources, TODAY);
  return reading.ok
    ? []
    : reading.faults.map(
        ({ place: { file, line, column }, path, message }) => `${file}:${line}:${column} ${path}: ${message}`,
      );
}

/** A world with its transactions written out. */
function plain({ customers, agreements }: World): unknown {
  return {
    agreements,
    customers: customers.map((customer) => ({
      ...customer,
      accounts: customer.accounts.map((account) => ({ ...account, transactions: [...account.transactions] })),
    })),
  };
}

describe('several seed files [C-seed-several]', () => {
  const files = [source('a.yaml', PEOPLE), source('b.yaml', MORE), source('c.yaml', AGREEMENTS)];

  it('are one world: what one leaves out another may give, and lists are put together', () => {
    const { customers, agreements } = read(...files).world;
    expect(customers.map(({ number }) => number)).toEqual(['15813963008', '310999016']);
    const [current, savings] = customers[0]?.accounts ?? [];
    expect(current).toMatchObject({ name: 'Brukskonto', balance: 100, creditLine: 7 });
    expect([...(current?.transactions ?? [])].map(({ amount }) => amount)).toEqual([5, 6]);
    expect(savings).toMatchObject({ name: 'Sparekonto' });
    expect(agreements).toMatchObject([{ engagements: [{ account: 'Drift', roles: ['VIEW', 'REGISTER'] }] }]);
  });

  it('are the same world in whatever order they are named', () => {
    expect(plain(read(...[...files].reverse()).world)).toEqual(plain(read(...files).world));
  });

  it('are told with both places where they contradict each other', () => {
    const other = (was: string, is: string) => source('d.yaml', MORE.replace(was, is));
    expect(told(source('a.yaml', PEOPLE), other('Kari Prøve', 'Kari Nordmann'))).toEqual([
      'd.yaml:4:5 customers[0].name: name contradicts a.yaml:4:5.',
    ]);
    expect(told(source('a.yaml', PEOPLE), other('creditLine: 7', 'balance: 7'))).toEqual([
      'd.yaml:7:44 customers[0].accounts[0].balance: balance contradicts a.yaml:7:44.',
    ]);
    expect(told(...files, source('d.yaml', AGREEMENTS.replace('VIEW, ', '')))).toEqual([
      'd.yaml:3:98 agreements[0].engagements[0].roles: roles contradicts b.yaml:12:98.',
    ]);
  });

  // Its transactions would count twice.
  it('are each named once', () => {
    expect(told(source('a.yaml', PEOPLE), source('./a.yaml', PEOPLE))).toEqual([
      'a.yaml:1:1 : The file says the same as ./a.yaml.',
    ]);
  });
});

describe('members that a seed file leaves out [C-seed-file, D8-account-members]', () => {
  it("are the bank's defaults", () => {
    const [customer] = read(source('a.json', JSON.stringify(withAccount({ name: 'Konto', currency: 'NOK' }))))
      .world.customers;
    const [account] = customer?.accounts ?? [];
    expect(account).toMatchObject({ product: 'Konto', cashAccountType: 'CACC', creditLine: 0 });
    expect([account?.bban, account?.balance, account?.kid]).toEqual([undefined, undefined, undefined]);
    expect([account?.transactions.count, account?.transactions.net]).toEqual([0, 0]);
  });

  it.each([
    ['none', 'none', { use: 'none', rules: [] }],
    [
      'required',
      { required: true, rules: [{ length: 12, method: 'MOD10' }] },
      { use: 'required', rules: [{ length: 12, method: 'MOD10' }] },
    ],
    [
      'allowed',
      { required: false, rules: [{ length: 8, method: 'MOD11' }] },
      { use: 'allowed', rules: [{ length: 8, method: 'MOD11' }] },
    ],
  ])('kid: %s is a policy of its own', (_, kid, policy) => {
    const text = JSON.stringify(withAccount({ name: 'Konto', currency: 'NOK', kid }));
    expect(read(source('a.json', text)).world.customers[0]?.accounts[0]?.kid).toEqual(policy);
  });

  function withAccount(account: object): object {
    return {
      version: 1,
      customers: [{ number: '15813963008', name: 'Kari', type: 'PRIVATE', accounts: [account] }],
    };
  }
});

describe("a number that may be a living person's [D8-living-person]", () => {
  it('is a warning, and the world is read', () => {
    const { warnings } = read(source('a.yaml', PEOPLE.replace('15813963008', '15013963008')));
    expect(warnings).toMatchObject([{ path: 'customers[0].number', place: { line: 3 } }]);
    expect(read(source('a.yaml', WORLD)).warnings).toEqual([]);
  });
});
