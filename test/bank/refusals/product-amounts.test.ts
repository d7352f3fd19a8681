import { describe, expect, it } from 'vitest';
import type { Answer } from '../../support/bank.ts';
import { sweep } from '../../support/sweep.ts';
import { decimalsOf, LISTED, written } from '../../values/listed-currencies.ts';
import { bulk, bulkOf } from './bulk.ts';
import { set } from './changes.ts';
import { faults } from './expectations.ts';
import { crossBorder, domestic, feeInformation, instant, type Kind } from './kinds.ts';
import { periodic } from './periodic.ts';
import { bankOf } from './rows.ts';
import { type AmountVector, amountVectors } from './tables.ts';

interface Product {
  readonly name: string;
  readonly kind: Kind;
  /** Where the amount and its currency stand. */
  readonly at: string;
}

const taken = 'taken';
const product = (name: string, kind: Kind, at = 'instructedAmount'): Product => ({ name, kind, at });

const products: readonly Product[] = [
  product('a domestic payment', domestic),
  product('a cross-border payment', crossBorder),
  product('a periodic payment', periodic),
  product('a payment of a bulk', bulk, 'payments[1].instructedAmount'),
  product('an instant payment', instant),
  product('fee information', feeInformation, 'amount'),
];

/** The faults of a refusal; a warning, as cross-border payments have it for small amounts, is none. */
function verdict(answer: Answer): string {
  if (answer.status === 400) return faults(answer).join(', ');
  return answer.status === 201 || answer.status === 200 ? taken : `${answer.status} ${answer.text}`;
}

/**
 * One for each number of decimals, and the limit: they show that a product has the rule. That all have the same one is
 * shown by shared-members.test.ts, what it takes by the amounts of domestic payments.
 */
const telling = new Set(['100.50', '100.5', '0.00', '9999999999999999.99', '10000000000000000.00']);
const isTelling = ([amount, currency]: AmountVector) =>
  currency === 'NOK' ? telling.has(String(amount)) : ['100', '100.00', '1.500'].includes(String(amount));

describe('amounts in every product [D4-amount, D4-amount-products, I-amount]', () => {
  const bank = bankOf();
  const ask = async ({ kind, at }: Product, amount: unknown, currency: string): Promise<string> => {
    const body = kind.body(bank());
    set(at, { amount, currency })(body);
    return verdict(await bank().send({ path: kind.path, query: 'allowLogicalDuplicate=true', body }));
  };

  for (const one of products.filter(({ kind }) => kind !== domestic)) {
    for (const [amount, currency, isRight] of sweep(amountVectors, isTelling)) {
      it(`${isRight ? 'takes' : 'refuses'} ${JSON.stringify(amount)} ${currency} in ${one.name}`, async () => {
        const wanted = isRight ? taken : `FORMAT_ERROR ${one.at}.amount`;
        expect(await ask(one, amount, currency)).toBe(wanted);
      });
    }
  }

  // Bulks have all of them below.
  const swept = products.filter(({ kind }) => kind !== bulk);
  for (const one of sweep(swept, ({ kind }) => kind === domestic)) {
    it(`takes 18 digits and no other decimals in each of the 162 currencies, in ${one.name}`, async () => {
      const askAll = (digits: string, more: (decimals: number) => number) =>
        Promise.all(
          LISTED.map((currency) => {
            const decimals = decimalsOf(currency);
            return ask(one, written(digits, more(decimals)), currency);
          }),
        );
      const right = await askAll('9'.repeat(18), (decimals) => decimals);
      const wrong = await askAll('1000', (decimals) => (decimals === 2 ? 3 : 2));
      expect(right).toEqual(LISTED.map(() => taken));
      expect(wrong).toEqual(LISTED.map(() => `FORMAT_ERROR ${one.at}.amount`));
    });
  }
});

/** [what, digits, how many decimals more than the currency has] */
const writings: readonly (readonly [string, string, number, 'taken' | 'refused'])[] = [
  ['the smallest amount', '1', 0, 'taken'],
  ['18 digits', `1${'0'.repeat(16)}1`, 0, 'taken'],
  ['18 nines', '9'.repeat(18), 0, 'taken'],
  ['19 digits', `1${'0'.repeat(18)}`, 0, 'refused'],
  ['nothing', '0', 0, 'refused'],
  ['one decimal more', '1000', 1, 'refused'],
  ['one decimal less', '1000', -1, 'refused'],
];

describe('each of the 162 currencies at its minor units, in bulks [D4-amount, D4-minor-units, D4-amount-products]', () => {
  const bank = bankOf();
  const half = Math.ceil(LISTED.length / 2);

  for (const [what, digits, more, answer] of writings) {
    for (const some of [LISTED.slice(0, half), LISTED.slice(half)]) {
      // A currency without decimals can't have one less.
      const currencies = some.filter((currency) => decimalsOf(currency) + more >= 0);
      const range = `${currencies[0]} to ${currencies.at(-1)}`;

      it(`has ${what} ${answer}, ${range}`, async () => {
        const amounts = currencies.map((currency) => ({
          amount: written(digits, decimalsOf(currency) + more),
          currency,
        }));
        const body = bulkOf(bank(), amounts.length);
        amounts.forEach((amount, place) => {
          set(`payments[${place}].instructedAmount`, amount)(body);
        });
        const made = await bank().send({ path: bulk.path, body });
        if (answer === 'refused') {
          const told = amounts.map((_, place) => `FORMAT_ERROR payments[${place}].instructedAmount.amount`);
          expect({ status: made.status, faults: faults(made) }).toEqual({ status: 400, faults: told });
          return;
        }
        expect(made.status, made.text).toBe(201);
        const read = await bank().send({ method: 'GET', path: `${bulk.path}/${made.json.paymentId}` });
        const shown = read.json.payments.map(
          (payment: { instructedAmount: object }) => payment.instructedAmount,
        );
        expect(shown).toEqual(amounts);
      });
    }
  }
});

describe('18 digits on their way through the bank [D4-amount-products, D4-fees]', () => {
  const bank = bankOf();
  const largest: readonly (readonly [amount: string, currency: string])[] = [
    ['9999999999999999.99', 'NOK'],
    ['999999999999999999', 'JPY'],
    ['999999999999999.999', 'BHD'],
    ['1000000000000000.01', 'EUR'],
    // One øre above what a float can tell apart.
    ['90071992547409.93', 'NOK'],
  ];

  for (const { name, kind } of [
    { name: 'a periodic payment', kind: periodic },
    { name: 'a cross-border payment', kind: crossBorder },
  ]) {
    it.each(largest)(`%s %s is read as it was sent in ${name}`, async (amount, currency) => {
      const body = kind.body(bank());
      set('instructedAmount', { amount, currency })(body);
      const made = await bank().send({ path: kind.path, body });
      expect(made.status, made.text).toBe(201);
      const read = await bank().send({ method: 'GET', path: `${kind.path}/${made.json.paymentId}` });
      expect(read.json.instructedAmount).toEqual({ amount, currency });
    });
  }

  /** 65.00 and 0.1 % of what the debtor pays, by hand from the rates of D4-rates. */
  const fees: readonly (readonly [string, string, string])[] = [
    ['9999999999999999.99', 'NOK', '65.00'],
    ['9999999999999999.99', 'SEK', '10000000000065.00'],
    ['9999999999999999.99', 'EUR', '115000000000065.00'],
    ['999999999999999999', 'JPY', '70000000000065.00'],
    ['1234567890123456.78', 'USD', '12962962846361.30'],
  ];

  it.each(fees)('%s %s across the border costs %s', async (amount, currency, fee) => {
    const body = crossBorder.body(bank());
    set('instructedAmount', { amount, currency })(body);
    const made = await bank().send({ path: crossBorder.path, body });
    expect(made.status, made.text).toBe(201);
    expect(made.json.transactionFees).toEqual({ amount: fee, currency: 'NOK' });
  });
});
