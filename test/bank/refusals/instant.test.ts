import { beforeEach, describe, expect, it } from 'vitest';
import { openInCurrency } from '../../support/currency-account.ts';
import { makeSession } from '../../support/known-psu.ts';
import { accountId, minorOn } from '../../support/life/books.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import { type Headers, KARI } from '../../support/life/payments.ts';
import { cardOf } from '../../support/life/products.ts';
import { expectCreated, expectRefusal, type Refusal } from './expectations.ts';
import { converted, instantFee, type Named, written } from './fees.ts';
import { listValues } from './members.ts';
import {
  type Change,
  combine,
  crossBorder,
  domestic,
  instant,
  instantAlias,
  knownPsu,
  nothing,
  type Product,
  set,
  setCard,
  testRows,
} from './rows.ts';

describe.each([instant, instantAlias])('the date of $name [D4-instant-date, D2-null]', (product) => {
  // Any value: the member itself is at fault.
  const dates = ['2026-11-18', '2026-11-19', '2026-02-30', '', 20261118, {}];
  testRows(listValues('requestedExecutionDate', [null], dates), product);
});

// After the last run, at night, on a Saturday, on a holiday.
describe.each([
  '2026-11-18T15:31:00+01:00',
  '2026-11-18T23:59:59+01:00',
  '2026-11-21T12:00:00+01:00',
  '2026-12-25T03:00:00+01:00',
])('an instant payment at any hour of any day, at %s [D4-instant-date, D2-warnings]', (clock) => {
  testRows([['a payment, without any warning', nothing, 'created']], instant, Date.parse(clock));
});

const bank = bankOfEach();
const failed: Refusal = { status: 400, code: 'PAYMENT_FAILED', path: 'instructedAmount.amount' };
/** Kari's first account. */
const BALANCE = 25_000_000n;

function send(product: Product, change: Change, headers: Headers = {}) {
  const body = product.body(bank());
  change(body);
  return bank().send({ path: product.path, headers: { ...knownPsu, ...headers }, body });
}

function setAmount(minor: bigint, currency: Named = 'NOK'): Change {
  return set('instructedAmount', { amount: written(minor, currency), currency });
}

/** Finds the most that an account can pay with the fee, in minor units of another currency. */
function findMost(currency: Named, debtor: Named, availableMinor: bigint): bigint {
  const left = availableMinor - instantFee(debtor);
  let [low, high] = [0n, 10n ** 15n];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (converted(middle, currency, debtor) <= left) low = middle;
    else high = middle - 1n;
  }
  return low;
}

describe('the funds of an instant payment [D4-instant-funds, I-insufficient-funds, D4-card-debtor]', () => {
  beforeEach(() => makeSession(bank()));

  it.each([instant, instantAlias])('are the amount and the fee, to the øre: $name', async (product) => {
    for (const value of ['true', 'false']) {
      const headers = { 'TPP-Rejection-NoFunds-Preferred': value };
      expectRefusal(await send(product, setAmount(BALANCE - 199n), headers), failed);
    }
    expectCreated(await send(product, setAmount(BALANCE - 200n)));
  });

  it('are not looked at when a product of the runs is created, unless the TPP prefers that', async () => {
    expectCreated(await send(domestic, setAmount(BALANCE + 1n)));
    expectCreated(await send(crossBorder, setAmount(BALANCE + 1n)));
    const rejected = { 'TPP-Rejection-NoFunds-Preferred': 'true' };
    expectRefusal(await send(crossBorder, setAmount(BALANCE - 6499n), rejected), failed);
    expectCreated(await send(crossBorder, setAmount(BALANCE - 6500n), rejected));
    // EUR 21 711.00 are NOK 249 676.50; 0.1 % of it are 249.68.
    expectRefusal(await send(crossBorder, setAmount(2_171_200n, 'EUR'), rejected), failed);
    expectCreated(await send(crossBorder, setAmount(2_171_100n, 'EUR'), rejected));
  });

  it.each(['EUR', 'JPY'] as const)('are those of an account in %s', async (debtor) => {
    const { debtorOther } = bank().accounts;
    await openInCurrency(bank(), debtorOther, debtor, 1_234_567n);
    const from = set('debtorAccount', { bban: debtorOther, currency: debtor });
    for (const currency of ['NOK', debtor, 'GBP'] as const) {
      const minor = findMost(currency, debtor, 1_234_567n);
      expectRefusal(await send(instant, combine(from, setAmount(minor + 1n, currency))), failed);
      expectCreated(await send(instant, combine(from, setAmount(minor, currency))));
    }
  });

  it('are what is left of a card’s credit limit of NOK 50 000, after the fee', async () => {
    const card = setCard(cardOf(bank()).relatedAccount);
    const left = 5_000_000n + BigInt(minorOn(bank(), cardOf(bank()).id));
    expectRefusal(await send(instant, combine(card, setAmount(left - 199n))), failed);
    const created = await send(instant, combine(card, setAmount(left - 200n)));
    expectCreated(created);
    expect(created.json.transactionFees).toEqual({ amount: '2.00', currency: 'NOK' });
  });

  it('are gone once a payment is approved, its fee too', async () => {
    const created = await send(instant, setAmount(20_000_000n));
    expect((await play(bank(), 'approve', created.json.paymentId)).transactionStatus).toBe('ACSC');
    const left = BigInt(minorOn(bank(), accountId(bank(), bank().accounts.debtor)));
    expect(left).toBe(BALANCE - 20_000_000n - 200n);
    expectRefusal(await send(instant, setAmount(left - 199n)), failed);
    expectCreated(await send(instant, setAmount(left - 200n)));
  });
});

describe('the funds of an instant payment without an SCA of the PSU in the session [D4-instant-funds, D4-disclosure]', () => {
  it.each([
    ['PSU-Context', { 'PSU-ID': null }],
    ['X-PSU-IDENTITY', { 'PSU-ID': null, 'X-PSU-IDENTITY': KARI }],
    ['PSU-ID', {}],
  ])('are not told to a TPP that names the PSU by %s', async (_, headers) => {
    const asked = { ...headers, 'TPP-Rejection-NoFunds-Preferred': 'true' };
    expectCreated(await send(instant, setAmount(BALANCE), asked));
  });

  it('are not told after the hour of the SCA, nor in another session', async () => {
    await makeSession(bank());
    expectRefusal(await send(instant, setAmount(BALANCE)), failed);
    expectCreated(await send(instant, setAmount(BALANCE), { 'TPP-Session-ID': 'another' }));
    bank().now += 3_600_000 + 1;
    expectCreated(await send(instant, setAmount(BALANCE)));
  });

  it('are looked at when the PSU approves: the payment is rejected, and says why', async () => {
    const { json } = await send(instant, setAmount(BALANCE), { 'PSU-ID': null });
    const played = await play(bank(), 'approve', json.paymentId);
    expect(played).toMatchObject({ scaStatus: 'FAILED', transactionStatus: 'RJCT' });
    expect(played.redirect).toContain('code=PAYMENT_FAILED');
    const path = `${instant.path}/${json.paymentId}/status`;
    expect((await bank().send({ method: 'GET', path, headers: knownPsu })).json).toMatchObject({
      fundsAvailable: false,
      tppMessages: [{ category: 'ERROR', code: 'PAYMENT_FAILED' }],
    });
  });
});

it('an instant payment between own accounts is taken [D4-instant-own]', async () => {
  expectCreated(await send(instant, set('creditorAccount.bban', bank().accounts.debtorOther)));
});
