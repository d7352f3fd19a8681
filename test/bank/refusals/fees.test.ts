import { beforeAll, describe, expect, it } from 'vitest';
import { openInCurrency } from '../../support/currency-account.ts';
import { storedPayments } from '../../support/stored.ts';
import { expectRefusal } from './expectations.ts';
import { instantFee, type Named, written } from './fees.ts';
import { listRequired, listTypes, listValues, noBban, noCurrency } from './members.ts';
import {
  instantFee as answerOfFees,
  bankOf,
  buildIban,
  type Change,
  combine,
  creditors,
  crossBorder,
  domestic,
  feeInformation,
  instant,
  instantAlias,
  knownPsu,
  nothing,
  type Product,
  type Row,
  remove,
  set,
  testRows,
} from './rows.ts';

describe('the body of fee information [D4-fee-information, D2-path]', () => {
  const members = [
    { path: 'amount', is: 'object', isRequired: true },
    { path: 'amount.amount', is: 'string', isRequired: true },
    { path: 'amount.currency', is: 'string', isRequired: true },
    { path: 'creditorAccount', is: 'object', isRequired: true },
    { path: 'creditorAccount.bban', is: 'string', isRequired: true },
    { path: 'creditorAccount.currency', is: 'string', isRequired: true },
  ] as const;
  testRows(
    [
      ...listRequired(members),
      ...listTypes(members),
      ...listValues('creditorAccount.bban', creditors, noBban.slice(0, 3)),
      ...listValues('amount.currency', ['NOK', 'EUR', 'HRK'], noCurrency.slice(0, 3)),
      ...listValues('creditorAccount.currency', ['NOK', 'JPY'], noCurrency.slice(0, 3)),
      ...['colour', 'creditorAgent', 'requestedExecutionDate'].map(
        (name): Row => [`${name}, which it does not know`, set(name, 7), 'created'],
      ),
    ],
    feeInformation,
  );
});

describe('fee information [D4-fee-information, D1-fee-information]', () => {
  const bank = bankOf();
  const { path } = feeInformation;
  const send = (at = path, headers: Record<string, string> = {}) =>
    bank().send({ path: at, headers, body: feeInformation.body(bank()) });

  it('is the fee and that there is one, under both names of the product', async () => {
    for (const at of [path, `${instantAlias.path}/fee-information`]) {
      for (const headers of [{}, knownPsu]) {
        const answer = await send(at, headers);
        expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: answerOfFees });
        expect(answer.header('Content-Type')).toMatch(/^application\/json\b/);
      }
    }
  });

  it('makes nothing: no payment, no authorisation, no place', async () => {
    expect((await send()).header('Location')).toBeUndefined();
    expect(storedPayments(bank().path)).toEqual([]);
  });

  it('is not told to a PSU that the bank does not know', async () => {
    expectRefusal(await send(path, { 'X-PSU-IDENTITY': '15813963009' }), {
      status: 401,
      code: 'PSU_CREDENTIALS_INVALID',
    });
  });

  it('is asked for by POST alone, of a single payment', async () => {
    const body = feeInformation.body(bank());
    const put = await bank().send({ method: 'PUT', path, body });
    expect([put.status, put.header('Allow')]).toEqual([405, expect.stringMatching(/\bPOST\b/)]);
    for (const service of ['bulk-payments', 'periodic-payments']) {
      const answer = await bank().send({ path: path.replace('/payments/', `/${service}/`), body });
      expect([answer.status, answer.header('Allow')]).toEqual([405, expect.not.stringMatching(/POST/)]);
    }
  });

  it.each([
    ['instant-norwegian-credit-transfers-target2', 404, 'PRODUCT_UNKNOWN'],
    ['instant-norwegian-credit-transfers-STRAKS', 404, 'PRODUCT_UNKNOWN'],
    ['no-credit-transfers', 404, 'PRODUCT_UNKNOWN'],
    ['sepa-credit-transfers', 403, 'PRODUCT_INVALID'],
    ['norwegian-domestic-credit-transfers', 403, 'PRODUCT_INVALID'],
    ['norwegian-cross-border-credit-transfers', 403, 'PRODUCT_INVALID'],
  ])('is of the instant product and not of %s, which is looked at first [D1-product-unknown]', async (product, status, code) => {
    const at = `/v1/payments/${product}/fee-information`;
    expectRefusal(await bank().send({ path: at, body: feeInformation.body(bank()) }), { status, code });
    const wrong = { path: at, headers: { 'TPP-Session-ID': null }, rawBody: '' };
    expectRefusal(await bank().send(wrong), { status, code });
  });
});

const bank = bankOf();

/** Asks what a payment from Kari's second account costs. */
async function askFees(
  product: Product,
  debtor: Named,
  change: Change,
  headers: Record<string, string> = {},
) {
  const body = product.body(bank());
  combine(set('debtorAccount', { bban: bank().accounts.debtorOther, currency: debtor }), change)(body);
  const query = 'allowLogicalDuplicate=true';
  const answer = await bank().send({ path: product.path, query, headers, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  const { transactionFees, transactionFeeIndicator } = answer.json;
  return { transactionFees, transactionFeeIndicator };
}

function buildFees(amount: string, currency: Named) {
  return { transactionFees: { amount, currency }, transactionFeeIndicator: true };
}

function setAmount(amount: string, currency: Named, path = 'instructedAmount'): Change {
  return set(path, { amount, currency });
}

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

describe.each(
  DEBTORS,
)('fees from an account in %s [D4-fees, D4-conversion, I-creation-response]', (debtor) => {
  beforeAll(() => openInCurrency(bank(), bank().accounts.debtorOther, debtor, 10_000_000_000n));

  it('are 65.00 NOK across the border, and 0.1 % of what is converted', async () => {
    // The sums themselves are shown by test/bank/domain/charges.test.ts.
    for (const [of, amount, currency, fee] of byHand) {
      if (of !== debtor) continue;
      expect(await askFees(crossBorder, debtor, setAmount(amount, currency))).toEqual(buildFees(fee, debtor));
    }
  });

  it('are 2.00 NOK at once and nothing for the conversion, and none for a domestic payment', async () => {
    const fee = buildFees(written(instantFee(debtor), debtor), debtor);
    const none = { transactionFees: undefined, transactionFeeIndicator: false };
    for (const [currency, amount] of [
      ['NOK', '10.01'],
      ['EUR', '10.01'],
      ['JPY', '1000'],
    ] as const) {
      for (const product of [instant, instantAlias])
        expect(await askFees(product, debtor, setAmount(amount, currency))).toEqual(fee);
      const asked = await askFees(feeInformation, debtor, setAmount(amount, currency, 'amount'));
      expect(asked).toEqual(fee);
      expect(await askFees(domestic, debtor, setAmount(amount, currency))).toEqual(none);
    }
  });
});

const euro = setAmount('10000.00', 'EUR');

function setBank(bic: string): Change {
  return combine(
    euro,
    remove('creditorAccount.iban'),
    set('creditorAccount.bban', '1234567'),
    set('creditorAgent', bic),
  );
}

/** Names a SEPA country by everything but the IBAN, which is looked at first. */
const outsideByIban = combine(
  euro,
  set('creditorAgent', 'DEUTDEFF'),
  set('creditorAddress', { country: 'DE' }),
  set('creditorAccount.iban', buildIban('AE', '0331234567890123456')),
);

/** 65.00 NOK, 115.00 more for 10 000.00 EUR, 150.00 more with URGP, 300.00 more with SDVA. */
const levels: readonly (readonly [string, string, Change, string, 'warns' | 'is silent'])[] = [
  ['NOK to a SEPA country', 'URGP', nothing, '215.00', 'is silent'],
  ['NOK to a SEPA country', 'SDVA', nothing, '365.00', 'is silent'],
  ['NOK', 'SEPA', nothing, '65.00', 'is silent'],
  ['NOK', 'NURG', nothing, '65.00', 'is silent'],
  ['NOK', 'G001', nothing, '65.00', 'warns'],
  ['NOK', '9', nothing, '65.00', 'warns'],
  ['EUR to a SEPA country', 'URGP', euro, '180.00', 'warns'],
  ['EUR to a SEPA country', 'SDVA', euro, '180.00', 'warns'],
  ['EUR to a SEPA country', 'SEPA', euro, '180.00', 'warns'],
  ['EUR to a SEPA country', 'NURG', euro, '180.00', 'warns'],
  ['EUR outside by the IBAN alone', 'URGP', outsideByIban, '330.00', 'is silent'],
  ['EUR outside by the BIC', 'URGP', setBank('CHASUS33'), '330.00', 'is silent'],
  ['EUR outside by the BIC', 'NURG', setBank('CHASUS33'), '180.00', 'is silent'],
  ['EUR to a territory by the BIC', 'URGP', setBank('BARCGGSP'), '180.00', 'warns'],
];

describe('the fee and the warning of a service level [D4-service-level, D4-fees]', () => {
  const ofLevels = bankOf();

  it.each(levels)('%s with %s', async (_, code, change, fee, verdict) => {
    const body = crossBorder.body(ofLevels());
    combine(change, set('serviceLevel', code))(body);
    const query = 'allowLogicalDuplicate=true';
    const { status, json, text } = await ofLevels().send({ path: crossBorder.path, query, body });
    expect(status, text).toBe(201);
    expect(json.transactionFees).toEqual({ amount: fee, currency: 'NOK' });
    const warning = { category: 'WARNING', code: 'FORMAT_ERROR', path: 'serviceLevel' };
    const words = expect.stringContaining(`serviceLevel ${code} has no effect`);
    expect(json.tppMessages ?? []).toEqual(verdict === 'warns' ? [{ ...warning, text: words }] : []);
  });
});
