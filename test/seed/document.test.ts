import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { parseSeed } from '../../src/seed/document.ts';
import { SCHEMA_FACTS } from '../../src/seed/members.ts';
import { readWorld } from '../../src/seed/read-world.ts';
import { seedFile } from '../../src/seed/schema.ts';
import type { SeedSource, World } from '../../src/seed/world.ts';
import { expectCommitted } from '../support/committed.ts';
import { MEMBERS } from './mistakes/members.ts';
import { WORLD, worldWith } from './mistakes/mistake.ts';
import { WRITING } from './mistakes/writing.ts';

function faultsOf(text: string) {
  const parsing = parseSeed(text, 'world.yaml');
  return parsing.ok
    ? []
    : parsing.faults.map(({ place, message }) => `${place.line}:${place.column} ${message}`);
}

describe('the YAML of a seed file [S12-yaml, C-seed-checked]', () => {
  it.each([
    ['a directive', '%YAML 1.2\n---\na: 1', "1:1 Directives (lines that begin with %) aren't allowed."],
    [
      'a tag directive',
      '%TAG ! tag:x,2000:\n---\na: 1',
      "1:1 Directives (lines that begin with %) aren't allowed.",
    ],
    ['a tag', 'a: 1\nb: !!str 2', "2:4 The tag !!str isn't allowed."],
    ['a tag of a list', 'a: !x [1]', "1:4 The tag !x isn't allowed."],
    ['an alias', 'a: *nope', "1:4 Anchors and aliases (&name, *name) aren't allowed."],
    ['an anchor', 'a: [&x 1]', "1:5 Anchors and aliases (&name, *name) aren't allowed."],
    ['a repeated key', 'a: 1\nb: 2\na: 3', '3:1 This key appears twice.'],
    ['a repeated key of JSON', '{"a": 1, "a": 2}', '1:10 This key appears twice.'],
    ['a second document', 'a: 1\n---\nb: 2', '2:1 A second document begins here.'],
    ['a tab', 'a:\n\tb: 1', '2:1 The indentation has a tab.'],
  ])('is refused with %s', (_, text, fault) => {
    expect(faultsOf(text)).toContain(fault);
  });

  it('may have texts and comments that look like anchors, aliases, tags and directives', () => {
    expect(faultsOf('# &a *b\n- "x &a"\n- x *b\n- |\n  &a\n  !b\n- "%"\n')).toEqual([]);
  });

  it('is refused where it is deeper than 64 levels, and never ends the program', () => {
    expect(faultsOf(`a: ${'['.repeat(65)}`)).toEqual(['1:68 This is more than 64 levels deep.']);
    expect(faultsOf(`a: ${'['.repeat(2_000_000)}`)).toEqual(['1:68 This is more than 64 levels deep.']);
    expect(faultsOf(`${'- '.repeat(100_000)}a`)).toEqual(['1:129 This is more than 64 levels deep.']);
    const steps = Array.from({ length: 3000 }, (_, at) => `${' '.repeat(at)}-\n`).join('');
    expect(faultsOf(steps)).toEqual([expect.stringContaining('levels')]);
  });

  it('keeps texts that other YAML turns into something else', () => {
    const parsing = parseSeed('a: NO\nb: 2026-01-01\nc: 1_000\nd: "0123"', 'w');
    expect(parsing.ok && parsing.document.value).toEqual({ a: 'NO', b: '2026-01-01', c: '1_000', d: '0123' });
  });

  it('tells where a member stands, else what is around it', () => {
    const parsing = parseSeed(
      'customers:\n  - name: Kari\n    accounts:\n      - bban: x\n  - accounts: []\n',
      'w',
    );
    if (!parsing.ok) throw new Error('not read');
    const at = (...path: PropertyKey[]) => {
      const { line, column } = parsing.document.placeOf(path);
      return [line, column];
    };
    expect(at('customers', 0, 'accounts', 0, 'bban')).toEqual([4, 9]);
    expect(at('customers', 1, 'accounts', 0, 'bban')).toEqual([5, 5]);
    expect(at('customers', 1, 'number')).toEqual([5, 5]);
    expect(at('agreements')).toEqual([1, 1]);
  });
});

describe('a seed file that ends in .json [C-seed-json-file]', () => {
  const told = (text: string) => {
    const parsing = parseSeed(text, 'World.JSON');
    return parsing.ok
      ? []
      : parsing.faults.map(({ place, message }) => `${place.line}:${place.column} ${message}`);
  };

  it.each([
    ['{"version": 1,\n "customers": [],\n}', `3:1 This isn't JSON: "}" can't stand here.`],
    ['{"version": 1,\n customers: []}', `2:2 This isn't JSON: "customers" can't stand here.`],
    ['{"version": 1, "customers": [', "1:30 This isn't JSON: it ends too early."],
    ['version: 1\n', `1:1 This isn't JSON: "version" can't stand here.`],
    ['{"version": 1} # a world', `1:16 This isn't JSON: "#" can't stand here.`],
    ['', "1:1 This isn't JSON: it ends too early."],
  ])('%j is told as JSON, with line and column', (text, fault) => {
    expect(told(text)).toEqual([fault]);
  });

  it('is read as JSON is, and a repeated key is told as in YAML', () => {
    expect(told('{"version": 1}')).toEqual([]);
    expect(told('{"a": 1, "a": 2}')).toEqual(['1:10 This key appears twice.']);
  });
});

const schema = {
  ...z.toJSONSchema(seedFile, { metadata: SCHEMA_FACTS, io: 'input' }),
  title: 'psd2 seed file',
  description: 'The data of a sandbox, for psd2 sandbox seed',
};

const isValid = new Ajv2020({ strictTypes: false }).compile(schema);
/** What only a program finds: check digits, real dates, and characters that systems behind the bank can't process. */
const BEYOND_A_SCHEMA = /must not be blank|can't be processed|wrong check digit|isn't a real date/;
/** What isn't YAML reaches no schema. */
const NOT_YAML = /: (?:This isn't YAML|The indentation has a tab|This key appears twice)/;

describe('the JSON Schema of a seed file [C-seed-file]', () => {
  it('is published as the program has it', () => {
    expectCommitted(
      {
        path: 'schemas/seed.schema.json',
        variable: 'PSD2_UPDATE_SEED_SCHEMA',
        rewrite: 'npx vitest run test/seed/document.test.ts',
      },
      `${JSON.stringify(schema, null, 2)}\n`,
    );
  });

  it('lets the world pass', () => {
    expect(isValid(parse(WORLD)), JSON.stringify(isValid.errors)).toBe(true);
  });

  // Else an editor shows nothing where the program refuses.
  it.each(
    Object.entries({ ...WRITING, ...MEMBERS }).filter(([, fault]) => !NOT_YAML.test(fault)),
  )('of %j', (mistake, fault) => {
    expect(isValid(parse(worldWith(mistake)))).toBe(BEYOND_A_SCHEMA.test(fault));
  });
});

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

it("a number that may be a living person's is a warning, and the world is read [D8-living-person]", () => {
  const { warnings } = read(source('a.yaml', PEOPLE.replace('15813963008', '15013963008')));
  expect(warnings).toMatchObject([{ path: 'customers[0].number', place: { line: 3 } }]);
  expect(read(source('a.yaml', WORLD)).warnings).toEqual([]);
});
