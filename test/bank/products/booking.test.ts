import { describe, expect, it } from 'vitest';
import { createEntry } from '../../../src/bank/domain/ledger.ts';
import { book } from '../../../src/bank/store/tables/ledger.ts';
import { run } from '../../../src/store/contract.ts';
import type { Currency } from '../../../src/values/currencies.ts';
import type { TestBank } from '../../support/bank.ts';
import { accountId, balancesOf } from '../../support/life/books.ts';
import { sleepUntil, TUESDAY, WEDNESDAY } from '../../support/life/days.ts';
import { entriesOf } from '../../support/life/entries.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { KARI, statusOf } from '../../support/life/payments.ts';
import { approvedAs, FEES, type Kind, type ProductWish, written } from '../../support/life/products.ts';
import { inStore } from '../../support/store-work.ts';

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

describe('the booking of an instant payment [D9-double-entry, D4-fees, D4-fee-in-booking, D4-instant]', () => {
  it('takes amount and fee in one entry, to an account of ours', async () => {
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
});

describe('the booking of a product without a fee [D4-fees, D9-double-entry, D4-card-debtor]', () => {
  it('is none for a periodic payment', async () => {
    const before = entriesOf(bank()).length;
    const { created } = await approvedAs(bank(), 'periodic', { date: WEDNESDAY });
    sleepUntil(bank(), TUESDAY, '16:00');
    await balancesOf(bank(), bank().accounts.debtor);
    expect(entriesOf(bank())).toHaveLength(before);
    expect(created.json.transactionFeeIndicator).toBe(false);
    expect(created.json).not.toHaveProperty('transactionFees');
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
