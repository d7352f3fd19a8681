import { describe, expect, it } from 'vitest';
import { createEntry } from '../../../src/bank/domain/ledger.ts';
import { book } from '../../../src/bank/store/tables/ledger.ts';
import { run } from '../../../src/store/contract.ts';
import type { Currency } from '../../../src/values/currencies.ts';
import type { TestBank } from '../../support/bank.ts';
import {
  accountId,
  balancesOf,
  bookedOn,
  bookingTimes,
  changesOf,
  stepsOf,
} from '../../support/life/books.ts';
import { at, FRIDAY, SATURDAY, sleepUntil, THURSDAY, TUESDAY, WEDNESDAY } from '../../support/life/days.ts';
import { entriesOf } from '../../support/life/entries.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import { KARI, statusOf } from '../../support/life/payments.ts';
import {
  approvedAs,
  createAs,
  FEES,
  type Kind,
  type ProductWish,
  written,
} from '../../support/life/products.ts';
import { inStore } from '../../support/store-work.ts';
import { readStored } from '../../support/stored.ts';

interface CurrencyAccount {
  readonly accountId: string;
  readonly bban: string;
  readonly iban: string;
}

const ACCOUNT: CurrencyAccount = {
  accountId: 'CurrencyAccountOfTests',
  bban: '99901910010',
  iban: 'NO0299901910010',
};

/** An account of Kari's in another currency; the operation that makes one comes with the sandbox's data. */
async function currencyAccount(
  bank: TestBank,
  currency: Currency,
  openingMinor: number,
): Promise<CurrencyAccount> {
  const { accountId, bban, iban } = ACCOUNT;
  const amountMinor = BigInt(openingMinor);
  await inStore(bank.path, function* () {
    yield* run(
      `INSERT INTO accounts (place, id, customer_number, name, bban, iban, currency, product, cash_account_type, credit_line)
       VALUES (99, ?, ?, 'Valutakonto', ?, ?, ?, 'Valutakonto', 'CACC', 0)`,
      accountId,
      KARI,
      bban,
      iban,
      currency,
    );
    if (openingMinor === 0) return;
    const opening = createEntry('OPENING', accountId, currency, amountMinor);
    yield* book([{ sequence: -100n, kind: 'opening', bookedAt: bank.now, entry: opening }]);
  });
  return ACCOUNT;
}

const bank = bankOfEach();
const id = (bban: string) => accountId(bank(), bban);

/** The entries that a payment leaves once it is booked: each with its lines, in minor units. */
async function booked(kind: Kind, wish: ProductWish = {}) {
  const before = entriesOf(bank()).length;
  const payment = await approvedAs(bank(), kind, wish);
  sleepUntil(bank(), WEDNESDAY, '13:30');
  expect(await statusOf(bank(), payment)).toBe('ACSC');
  return { created: payment.created.json, entries: entriesOf(bank()).slice(before) };
}

describe('the booking of a cross-border payment [D9-double-entry, D4-fees, D4-fee-in-booking, D4-conversion]', () => {
  it('takes amount and fee from the debtor in one entry', async () => {
    const { created, entries } = await booked('cross-border', { amount: '1000.00' });
    const debtor = id(bank().accounts.debtor);
    expect(entries).toEqual([
      [`${debtor} -100000 NOK`, `${debtor} -6500 NOK`, 'FEES 6500 NOK', 'NOSTRO 100000 NOK'],
    ]);
    expect(created).toMatchObject({
      transactionFeeIndicator: true,
      transactionFees: { amount: '65.00', currency: 'NOK' },
    });
  });

  /** [currency, amount, what it costs and the fee in øre]; 0.1 % of the cost on top of NOK 65.00, half even. */
  const rows: readonly (readonly [string, string, number, number])[] = [
    ['EUR', '100.00', 115_000, 6615],
    ['EUR', '0.01', 12, 6500],
    ['SEK', '45.00', 4500, 6504],
    ['SEK', '55.00', 5500, 6506],
    ['JPY', '1000', 7000, 6507],
    ['USD', '9999.99', 10_499_990, 17_000],
  ];
  it.each(rows)('costs more where money is converted: %s %s', async (currency, amount, cost, fee) => {
    const { created, entries } = await booked('cross-border', { currency, amount });
    const debtor = id(bank().accounts.debtor);
    expect(entries).toEqual([
      [`${debtor} -${cost} NOK`, `${debtor} -${fee} NOK`, `FEES ${fee} NOK`, `NOSTRO ${cost} NOK`].sort(),
    ]);
    expect(created.transactionFees).toEqual({ amount: written(fee), currency: 'NOK' });
  });

  it('credits an account of ours in another currency through NOSTRO, in an entry of its own', async () => {
    const { bban, accountId: account } = await currencyAccount(bank(), 'EUR', 0);
    const { entries } = await booked('cross-border', { currency: 'EUR', amount: '10.00', to: bban });
    const debtor = id(bank().accounts.debtor);
    expect(entries).toEqual([
      [`${debtor} -11500 NOK`, `${debtor} -6512 NOK`, 'FEES 6512 NOK', 'NOSTRO 11500 NOK'].sort(),
      ['NOSTRO -1000 EUR', `${account} 1000 EUR`].sort(),
    ]);
  });
});

it('the booking of an instant payment takes amount and fee in one entry, to an account of ours [D9-double-entry, D4-fees, D4-fee-in-booking, D4-instant]', async () => {
  const { debtor, foreign } = bank().accounts;
  const { created, entries } = await booked('instant', { amount: '1234.56' });
  expect(entries).toEqual([
    [
      `${id(debtor)} -123456 NOK`,
      `${id(debtor)} -200 NOK`,
      'FEES 200 NOK',
      `${id(foreign)} 123456 NOK`,
    ].sort(),
  ]);
  expect(created).toMatchObject({
    transactionFeeIndicator: true,
    transactionFees: { amount: '2.00', currency: 'NOK' },
  });
});

/** Until they are booked: what leaves Kari's account, by kind. */
const PENDING: readonly (readonly [Kind, number])[] = [
  ['cross-border', 1000 + FEES['cross-border']],
  ['bulk', 1000],
  ['periodic', 0],
];

describe('the expected balance of a product that is approved [D9-expected-balance, D4-periodic-rests]', () => {
  it.each(PENDING)('has what it will take: %s', async (kind, taken) => {
    const { debtor } = bank().accounts;
    const before = await balancesOf(bank(), debtor);
    await approvedAs(bank(), kind, { amount: '1000.00', psu: KARI });
    expect(await balancesOf(bank(), debtor)).toEqual({ ...before, expected: before.expected - taken });
  });

  it('has a cross-border payment until it is booked, in ACWP too', async () => {
    const { debtor } = bank().accounts;
    const payment = await approvedAs(bank(), 'cross-border', { amount: '1000.00' });
    sleepUntil(bank(), WEDNESDAY, '11:30');
    expect(await statusOf(bank(), payment)).toBe('ACWP');
    expect(await balancesOf(bank(), debtor)).toEqual({ closingBooked: 250_000, expected: 248_935 });
    sleepUntil(bank(), WEDNESDAY, '13:30');
    expect(await balancesOf(bank(), debtor)).toEqual({ closingBooked: 248_935, expected: 248_935 });
  });
});

describe('the two runs of a cross-border payment [D4-cross-border-runs, D9-reserved]', () => {
  it('are one that leads to ACWP, and the next, which books it', async () => {
    const { debtor } = bank().accounts;
    const payment = await approvedAs(bank(), 'cross-border', { amount: '1000.00' });
    sleepUntil(bank(), WEDNESDAY, '13:29');
    expect(await statusOf(bank(), payment)).toBe('ACWP');
    expect(await bookedOn(bank(), debtor)).toBe(250_000);
    const reserved = 'SELECT amount_minor FROM reservations';
    expect(readStored(bank().path, reserved)).toEqual([{ amount_minor: 106_500 }]);
    sleepUntil(bank(), WEDNESDAY, '13:30');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    expect(await bookedOn(bank(), debtor)).toBe(250_000 - 1065);
    expect(readStored(bank().path, reserved)).toEqual([]);
    expect(stepsOf(bank(), payment).slice(1)).toEqual([
      { change: 'ACTC→ACCP', at: at(WEDNESDAY, '11:30') },
      { change: 'ACCP→ACSP', at: at(WEDNESDAY, '11:30') },
      { change: 'ACSP→ACWP', at: at(WEDNESDAY, '11:30') },
      { change: 'ACWP→ACSC', at: at(WEDNESDAY, '13:30') },
    ]);
    expect([...new Set(bookingTimes(bank()))]).toEqual([at(WEDNESDAY, '13:30')]);
  });
  it.each<readonly [string, string, string]>([
    [WEDNESDAY, '15:00', THURSDAY],
    [FRIDAY, '15:00', SATURDAY],
    ['2026-12-23', '15:00', '2026-12-24'],
  ])('may have a night between them: %s at %s', async (day, time, next) => {
    bank().now = at(day, time);
    const payment = await approvedAs(bank(), 'cross-border');
    sleepUntil(bank(), day, '15:30');
    expect(await statusOf(bank(), payment)).toBe('ACWP');
    bank().now = at(next, '05:30') - 1;
    expect(await statusOf(bank(), payment)).toBe('ACWP');
    bank().now += 1;
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });
});

describe('an instant payment and the runs [D4-instant]', () => {
  it.each<readonly [string, string]>([
    [WEDNESDAY, '10:00'],
    [WEDNESDAY, '11:30'],
    [WEDNESDAY, '23:59'],
    [SATURDAY, '03:00'],
    ['2026-12-25', '12:00'],
    ['2027-01-01', '00:00'],
  ])('is booked at its approval on %s at %s', async (day, time) => {
    bank().now = at(day, time);
    const payment = await createAs(bank(), 'instant', { amount: '10.00' });
    bank().now += 1234;
    expect((await approve(bank(), payment)).transactionStatus).toBe('ACSC');
    expect(stepsOf(bank(), payment)).toEqual(
      ['RCVD→ACTC', 'ACTC→ACCP', 'ACCP→ACSP', 'ACSP→ACSC'].map((change) => ({ change, at: bank().now })),
    );
    expect([...new Set(bookingTimes(bank()))]).toEqual([bank().now]);
    expect(payment.created.json).not.toHaveProperty('tppMessages');
  });
});

it.each([
  '2026-11-18',
  '2026-11-19',
  '2026-12-01',
])('a periodic payment and the runs stays in ACTC, begun on %s [D4-periodic-rests]', async (date) => {
  const before = await bookedOn(bank(), bank().accounts.debtor);
  const payment = await approvedAs(bank(), 'periodic', { date });
  expect(await runBatch(bank())).toMatchObject({ settled: 0, waiting: 0, rejected: 0 });
  for (const day of [WEDNESDAY, THURSDAY, TUESDAY, '2026-12-02', '2027-02-01']) {
    sleepUntil(bank(), day, '16:00');
    expect(await statusOf(bank(), payment)).toBe('ACTC');
  }
  expect(changesOf(bank(), payment)).toEqual(['RCVD→ACTC']);
  expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(before);
});
