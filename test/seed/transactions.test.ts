import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/errors.ts';
import { readWorld } from '../../src/seed/read-world.ts';
import { seedSource } from '../../src/seed/seed-source.ts';
import { findFaultsAtBank } from '../../src/seed/transactions.ts';
import { emptyFolder } from '../support/program.ts';

const TODAY = '2021-06-15';
const ROW = { date: '2021-06-01', amount: 10, direction: 'out' };
const HEAD = 'date,amount,direction,text,counterpartyName,counterpartyBban';

/** A folder with a seed file whose one account has its transactions in another file. */
function seeded(name: string, text: string | undefined, folder = emptyFolder()) {
  const world = {
    version: 1,
    customers: [
      {
        ...{ number: '15813963008', name: 'Kari', type: 'PRIVATE' },
        accounts: [
          { name: 'Konto', bban: '99900510019', currency: 'NOK', balance: 50, transactionsFile: name },
        ],
      },
    ],
  };
  writeFileSync(join(folder, 'world.json'), JSON.stringify(world));
  if (text !== undefined) writeFileSync(join(folder, name), text);
  return { folder, path: join(folder, name), seed: join(folder, 'world.json') };
}

function told(seed: string): readonly string[] {
  const reading = readWorld([seedSource(seed)], TODAY);
  return reading.ok
    ? []
    : reading.faults.map(
        ({ place, path, message }) => `${place.file.split('/').at(-1)}:${place.line} ${path}: ${message}`,
      );
}

function transactionsOf(seed: string) {
  const reading = readWorld([seedSource(seed)], TODAY);
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
  const [account] = reading.world.customers[0]?.accounts ?? [];
  if (account === undefined) throw new Error('no account');
  return account.transactions;
}

const lines = (...rows: readonly (object | string)[]) =>
  rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');

describe('a transactionsFile [C-seed-transactions-file, S12-seed-size]', () => {
  it('is the same as ndjson, as CSV of either separator, with quotes, CRLF and a byte order mark', () => {
    const counterparty = { name: 'Per "P" Prøve; AS', bban: '99911200011' };
    const files = [
      seeded('rows.ndjson', lines({ ...ROW, text: 'a,b', counterparty }, { ...ROW, direction: 'in' })),
      seeded(
        'rows.csv',
        `${HEAD}\n2021-06-01,10,out,"a,b","Per ""P"" Prøve; AS",99911200011\n2021-06-01,10,in,,,\n`,
      ),
      seeded(
        'rows.CSV',
        `\uFEFFamount;direction;date;text;counterpartyBban;counterpartyName\r\n10;out;2021-06-01;a,b;99911200011;"Per ""P"" Prøve; AS"\r\n10;in;2021-06-01;;;\r\n`,
      ),
    ];
    for (const { seed } of files) {
      const transactions = transactionsOf(seed);
      expect([transactions.count, transactions.net]).toEqual([2, 0]);
      expect([...transactions]).toEqual([
        { ...ROW, text: 'a,b', counterparty },
        { ...ROW, direction: 'in', text: '', counterparty: { name: '', bban: '' } },
      ]);
      expect([...transactions]).toHaveLength(2);
    }
  });

  it.each(
    Object.entries({
      "rows.ndjson:2 : The line isn't one JSON object.": lines(ROW, '{'),
      'rows.ndjson:1 : The line has amount twice.': lines('{"amount":1,"amount":2}'),
      'rows.ndjson:2 : The line is empty.': `${lines(ROW)}\n\n${lines(ROW)}`,
      "rows.ndjson:1 txt: txt isn't a member here.": lines({ ...ROW, txt: '' }),
      'rows.ndjson:2 date: date is missing.': lines(ROW, { ...ROW, date: undefined }),
      'rows.ndjson:3 amount: amount is less than 1.': lines(ROW, ROW, { ...ROW, amount: 0 }),
      "rows.ndjson:2 date: date is after the bank's today, 2021-06-15.": lines(ROW, {
        ...ROW,
        date: '2021-06-16',
      }),
      "rows.ndjson:1 text: text has a character that can't be processed, U+FFFD at position 1.": lines({
        ...ROW,
        text: '\ufffd',
      }),
      'rows.ndjson:1 counterparty: counterparty is the account itself.': lines({
        ...ROW,
        counterparty: { bban: '99900510019' },
      }),
      'rows.ndjson:1 : The line is longer than 16384 characters.': lines({
        ...ROW,
        text: 'x'.repeat(20_000),
      }),
    }),
  )('is told with its line: %s', (fault, text) => {
    expect(told(seeded('rows.ndjson', text).seed)).toEqual([fault]);
  });

  it.each(
    Object.entries({
      'rows.csv:1 : The first line has the column "ammount", which isn\'t one.': `${HEAD},ammount\n`,
      'rows.csv:1 : The first line has the column text twice.': `${HEAD},text\n`,
      'rows.csv:1 : The first line lacks the column amount.': 'date,direction\n',
      'rows.csv:2 : The line has 7 cells, but there are 6 columns.': `${HEAD}\n2021-06-01,10,out,a,b,,c\n`,
      'rows.csv:2 : The line has a quote in a wrong place.': `${HEAD}\n2021-06-01,10,out,"a,b,\n`,
      "rows.csv:3 amount: amount isn't a whole number above 0.": `${HEAD}\n2021-06-01,10,out,,,\n2021-06-01,1.5,out,,,\n`,
      'rows.csv:2 counterpartyBban: counterpartyBban has a wrong check digit: look for a wrong or swapped digit.': `${HEAD}\n2021-06-01,10,out,,,99911200012\n`,
    }),
  )('of CSV is told with its line: %s', (fault, text) => {
    expect(told(seeded('rows.csv', text).seed)).toEqual([fault]);
  });

  it('may have one of today', () => {
    expect(told(seeded('rows.ndjson', lines({ ...ROW, date: TODAY })).seed)).toEqual([]);
  });

  it("is in the seed file's folder or below, whatever links say", () => {
    const outside = seeded('rows.ndjson', lines(ROW)).path;
    const { folder } = seeded('rows.ndjson', undefined);
    symlinkSync(outside, join(folder, 'linked.ndjson'));
    mkdirSync(join(folder, 'below.csv'));
    const at = 'world.json:1 customers[0].accounts[0].transactionsFile: transactionsFile';
    const faultOf = (name: string) => told(seeded(name, undefined, folder).seed);
    expect(faultOf('linked.ndjson')).toEqual([
      `${at} names linked.ndjson, which is outside the seed file's folder.`,
    ]);
    expect(faultOf(outside)).toEqual([`${at} names ${outside}, which is outside the seed file's folder.`]);
    expect(faultOf('missing.csv')).toEqual([`${at} names missing.csv, which doesn't exist.`]);
    expect(faultOf('below.csv')).toEqual([`${at} names below.csv, which isn't a file.`]);
    mkdirSync(join(folder, 'data'));
    expect(told(seeded('data/rows.ndjson', lines(ROW), folder).seed)).toEqual([]);
  });

  it.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a device', (path: string) => symlinkSync('/dev/null', path)],
    ['nothing', () => {}],
  ])('is refused where %s took its place', (_, replace) => {
    const { seed, path } = seeded('rows.ndjson', lines(ROW));
    const transactions = transactionsOf(seed);
    rmSync(path);
    replace(path);
    expect(() => [...transactions]).toThrow(/rows\.ndjson was changed while it was used/);
  });
});

describe('generated transactions [C-seed-generated]', () => {
  const text = JSON.stringify({
    version: 1,
    customers: [
      {
        ...{ number: '15813963008', name: 'Kari', type: 'PRIVATE' },
        accounts: [
          {
            ...{ name: 'Konto', currency: 'NOK', creditLine: 100, balance: 50 },
            transactions: [{ date: '2021-03-10', amount: 90_000, direction: 'in' }],
            generate: { transactions: 300, from: '2021-01-01', to: '2021-05-31', seed: 7 },
          },
        ],
      },
    ],
  });

  // The listed ones move the balance that the generator works back from.
  it('stand beside listed ones, and together never go below the credit line', () => {
    const reading = readWorld([{ name: 'w.json', text }], TODAY);
    if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
    const transactions = reading.world.customers[0]?.accounts[0]?.transactions;
    const all = [...(transactions ?? [])];
    expect([transactions?.count, all]).toEqual([301, [...(transactions ?? [])]]);
    let balance = 50;
    for (const date of [...new Set(all.map((one) => one.date))].sort().reverse()) {
      expect(balance, `at the end of ${date}`).toBeGreaterThanOrEqual(-100);
      for (const one of all.filter((other) => other.date === date))
        balance -= one.direction === 'in' ? one.amount : -one.amount;
    }
    expect(balance).toBeGreaterThanOrEqual(-100);
  });
});

describe("a world beside the bank's own accounts [D8-number-taken, D8-transaction-parties]", () => {
  const counterparty = { bban: '99900510027' };
  const world = () => {
    const rows = lines(ROW, { ...ROW, direction: 'in', counterparty }, { ...ROW, counterparty });
    const reading = readWorld([seedSource(seeded('rows.ndjson', rows).seed)], TODAY);
    if (!reading.ok) throw new Error('not read');
    return reading.world;
  };
  const at = (customerNumber: string, bban: string) => ({ customerNumber, accountName: 'Konto', bban });

  it("is refused with a number of another customer's, and with an account of the bank as debtor", () => {
    const faults = findFaultsAtBank(world(), [
      at('310999016', '99900510019'),
      at('310999016', '99900510027'),
    ]);
    expect(faults.map(({ place, path, message }) => [place.line, path, message])).toEqual([
      [2, '', 'counterparty 99900510027 is an account of this bank.'],
      [1, 'customers[0].accounts[0].bban', 'bban is taken at the bank by an account of customer 310999016.'],
    ]);
  });

  it('is fine with accounts that are its own or have nothing to do with it', () => {
    expect(
      findFaultsAtBank(world(), [at('15813963008', '99900510019'), at('310999016', '99900519997')]),
    ).toEqual([]);
  });
});

describe('a seed file that is none [C-seed-file]', () => {
  it.each([
    ['that is missing', 'none.yaml', "none.yaml doesn't exist."],
    ['that is a folder', '.', 'is a folder.'],
  ])('%s is told', (_, name, message) => {
    const path = join(emptyFolder(), name);
    expect(() => seedSource(path)).toThrow(Fault);
    expect(() => seedSource(path)).toThrow(message);
  });

  it("that isn't UTF-8 is told", () => {
    const path = join(emptyFolder(), 'latin.yaml');
    writeFileSync(path, Buffer.from('version: 1 # L\xf8nn', 'latin1'));
    expect(() => seedSource(path)).toThrow("latin.yaml isn't UTF-8.");
  });
});
