import { beforeAll, describe, expect, it } from 'vitest';
import { openInCurrency } from '../../support/currency-account.ts';
import { oneIn, sweep } from '../../support/sweep.ts';
import { all, type Change, set } from './changes.ts';
import { converted, crossBorderFee, instantFee, minorOf, NAMED, type Named, written } from './fees.ts';
import { crossBorder, domestic, feeInformation, instant, instantAlias, type Kind } from './kinds.ts';
import { bankOf, knownPsu } from './rows.ts';

const bank = bankOf();

/** What is told of fees for a payment from Kari's second account. */
async function feesOf(kind: Kind, debtor: Named, change: Change, headers: Record<string, string> = {}) {
  const body = kind.body(bank());
  all(set('debtorAccount', { bban: bank().accounts.debtorOther, currency: debtor }), change)(body);
  const answer = await bank().send({
    path: kind.path,
    query: 'allowLogicalDuplicate=true',
    headers,
    body,
  });
  expect([200, 201], answer.text).toContain(answer.status);
  const { transactionFees, transactionFeeIndicator } = answer.json;
  return { transactionFees, transactionFeeIndicator };
}

const fees = (amount: string, currency: Named) => ({
  transactionFees: { amount, currency },
  transactionFeeIndicator: true,
});

const instructed = (amount: string, currency: Named) => set('instructedAmount', { amount, currency });
const nothing: Change = () => {};

/** [debtor's currency, instructed, fee]: calculated by hand. */
const byHand: readonly (readonly [Named, string, Named, string])[] = [
  ['NOK', '100000.00', 'NOK', '65.00'],
  ['NOK', '0.01', 'NOK', '65.00'],
  ['NOK', '10000.00', 'EUR', '180.00'],
  ['NOK', '100000.00', 'SEK', '165.00'],
  // 0.1 % of 100 005.00 and of 100 015.00 end in half an øre, which goes to the even one.
  ['NOK', '100005.00', 'SEK', '165.00'],
  ['NOK', '100015.00', 'SEK', '165.02'],
  ['NOK', '10000000', 'JPY', '765.00'],
  ['EUR', '10000.00', 'EUR', '5.65'],
  ['EUR', '20000.00', 'USD', '23.91'],
  ['EUR', '10000000', 'JPY', '66.52'],
  ['USD', '10000.00', 'GBP', '19.05'],
  ['GBP', '100000.00', 'NOK', '12.22'],
  ['DKK', '100000.00', 'DKK', '42.21'],
  ['JPY', '10000.00', 'EUR', '2572'],
  ['JPY', '10000000', 'JPY', '929'],
];

const DEBTORS = ['NOK', 'EUR', 'SEK', 'DKK', 'USD', 'GBP', 'JPY'] as const satisfies readonly Named[];

/** Amounts that end in every way, above NOK 100 000 in each currency. */
const AMOUNTS: readonly bigint[] = [10_000_000n, 10_000_050n, 12_345_678n, 99_999_999n, 10_050_005n];

describe('the fees of these tests [D4-fees, D4-conversion]', () => {
  it('are calculated as by hand', () => {
    for (const [debtor, amount, currency, fee] of byHand) {
      expect(written(crossBorderFee(minorOf(amount), currency, debtor), debtor)).toBe(fee);
    }
    expect(DEBTORS.map((debtor) => written(instantFee(debtor), debtor))).toEqual([
      '2.00',
      '0.17',
      '2.00',
      '1.30',
      '0.19',
      '0.15',
      '29',
    ]);
    expect(converted(1_000_000n, 'EUR', 'NOK')).toBe(11_500_000n);
    expect(converted(1n, 'EUR', 'NOK')).toBe(12n);
  });
});

describe.each(
  DEBTORS,
)('fees from an account in %s [D4-fees, D4-conversion, I-creation-response]', (debtor) => {
  beforeAll(() => openInCurrency(bank(), bank().accounts.debtorOther, debtor, 10_000_000_000n));

  it.each(
    NAMED,
  )('are 65.00 NOK across the border, and 0.1 %% when %s is not its currency', async (currency) => {
    // The sums themselves are shown by test/bank/domain/charges.test.ts.
    for (const minor of sweep(AMOUNTS, oneIn(3))) {
      const change = instructed(written(minor, currency), currency);
      const fee = written(crossBorderFee(minor, currency, debtor), debtor);
      expect(await feesOf(crossBorder, debtor, change), `${minor} ${currency}`).toEqual(fees(fee, debtor));
    }
  });

  it('are those calculated by hand', async () => {
    for (const [, amount, currency, fee] of byHand.filter(([of]) => of === debtor)) {
      expect(await feesOf(crossBorder, debtor, instructed(amount, currency))).toEqual(fees(fee, debtor));
    }
  });

  it('are the same whatever the currency of the creditor’s account', async () => {
    const fee = written(crossBorderFee(10_000_000n, 'NOK', debtor), debtor);
    const change = set('creditorAccount.currency', 'USD');
    expect(await feesOf(crossBorder, debtor, change)).toEqual(fees(fee, debtor));
  });

  it('are the same for a PSU who is known', async () => {
    const fee = written(crossBorderFee(10_000_000n, 'NOK', debtor), debtor);
    expect(await feesOf(crossBorder, debtor, nothing, knownPsu)).toEqual(fees(fee, debtor));
  });

  it.each(NAMED)('are 2.00 NOK at once and nothing for the conversion of %s', async (currency) => {
    const change = instructed(currency === 'JPY' ? '1000' : '10.01', currency);
    const expected = fees(written(instantFee(debtor), debtor), debtor);
    expect(await feesOf(instant, debtor, change)).toEqual(expected);
    expect(await feesOf(instantAlias, debtor, change)).toEqual(expected);
    const amount = set('amount', { amount: currency === 'JPY' ? '1000' : '10.01', currency });
    expect(await feesOf(feeInformation, debtor, amount)).toEqual(expected);
  });

  it('are none for a domestic payment', async () => {
    for (const change of [nothing, instructed('10.00', 'EUR'), instructed('1000', 'JPY')]) {
      expect(await feesOf(domestic, debtor, change)).toEqual({
        transactionFees: undefined,
        transactionFeeIndicator: false,
      });
    }
  });
});
