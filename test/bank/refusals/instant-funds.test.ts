import { beforeEach, describe, expect, it } from 'vitest';
import type { TestBank } from '../../support/bank.ts';
import { openInCurrency } from '../../support/currency-account.ts';
import { makeSession } from '../../support/known-psu.ts';
import { accountId, minorOn } from '../../support/life/books.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import { type Headers, KARI } from '../../support/life/payments.ts';
import { cardOf } from '../../support/life/products.ts';
import { all, type Change, cardDebtor, set } from './changes.ts';
import { expectCreated, expectRefusal, type Refusal } from './expectations.ts';
import { converted, instantFee, NAMED, type Named, written } from './fees.ts';
import { crossBorder, domestic, instant, instantAlias, type Kind } from './kinds.ts';
import { knownPsu } from './rows.ts';

const bank = bankOfEach();
const failed: Refusal = { status: 400, code: 'PAYMENT_FAILED', path: 'instructedAmount.amount' };
/** Kari's first account. */
const BALANCE = 25_000_000n;

function send(kind: Kind, change: Change, headers: Headers = {}) {
  const body = kind.body(bank());
  change(body);
  return bank().send({ path: kind.path, headers: { ...knownPsu, ...headers }, body });
}

const of = (minor: bigint, currency: Named = 'NOK') =>
  set('instructedAmount', { amount: written(minor, currency), currency });

/** The most that an account can pay with the fee, in minor units of another currency. */
function most(currency: Named, debtor: Named, availableMinor: bigint): bigint {
  const left = availableMinor - instantFee(debtor);
  let [low, high] = [0n, 10n ** 15n];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (converted(middle, currency, debtor) <= left) low = middle;
    else high = middle - 1n;
  }
  return low;
}

describe('the funds of an instant payment [D4-instant-funds, I-insufficient-funds]', () => {
  beforeEach(() => makeSession(bank()));

  it.each([
    ['first', instant],
    ['other', instantAlias],
  ])('are the amount and the fee, to the øre, by its %s name', async (_, kind) => {
    expectRefusal(await send(kind, of(BALANCE)), failed);
    expectRefusal(await send(kind, of(BALANCE - 199n)), failed);
    expectCreated(await send(kind, of(BALANCE - 200n)));
  });

  it('are looked at whatever the TPP prefers', async () => {
    for (const value of ['true', 'false']) {
      expectRefusal(await send(instant, of(BALANCE), { 'TPP-Rejection-NoFunds-Preferred': value }), failed);
    }
  });

  it('are not looked at when a product of the runs is created', async () => {
    expectCreated(await send(domestic, of(BALANCE + 1n)));
    expectCreated(await send(crossBorder, of(BALANCE + 1n)));
  });

  it('are looked at with the fee when a cross-border payment is to be rejected for lack of them', async () => {
    const rejected = { 'TPP-Rejection-NoFunds-Preferred': 'true' };
    expectRefusal(await send(crossBorder, of(BALANCE - 6499n), rejected), failed);
    expectCreated(await send(crossBorder, of(BALANCE - 6500n), rejected));
    // EUR 21 711.00 are NOK 249 676.50; 0.1 % of it are 249.68.
    expectRefusal(await send(crossBorder, of(2_171_200n, 'EUR'), rejected), failed);
    expectCreated(await send(crossBorder, of(2_171_100n, 'EUR'), rejected));
  });

  it.each(NAMED)('are held in the currency of the account, paid in %s', async (currency) => {
    const minor = most(currency, 'NOK', BALANCE);
    expectRefusal(await send(instant, of(minor + 1n, currency)), failed);
    expectCreated(await send(instant, of(minor, currency)));
  });

  it.each(['EUR', 'JPY', 'USD'] as const)('are those of an account in %s', async (debtor) => {
    const { debtorOther } = bank().accounts;
    await openInCurrency(bank(), debtorOther, debtor, 1_234_567n);
    const from = set('debtorAccount', { bban: debtorOther, currency: debtor });
    for (const currency of ['NOK', debtor, 'GBP'] as const) {
      const minor = most(currency, debtor, 1_234_567n);
      expectRefusal(await send(instant, all(from, of(minor + 1n, currency))), failed);
      expectCreated(await send(instant, all(from, of(minor, currency))));
    }
  });

  it('are gone once a payment is approved, its fee too', async () => {
    const created = await send(instant, of(20_000_000n));
    expectCreated(created);
    expect((await play(bank(), 'approve', created.json.paymentId)).transactionStatus).toBe('ACSC');
    const left = BigInt(minorOn(bank(), accountId(bank(), bank().accounts.debtor)));
    expect(left).toBe(BALANCE - 20_000_000n - 200n);
    expectRefusal(await send(instant, of(left - 199n)), failed);
    expectCreated(await send(instant, of(left - 200n)));
  });
});

/** Kari's card as debtor. */
function fromCard(of: TestBank, reference = cardOf(of).relatedAccount, currency = 'NOK'): Change {
  return all(
    cardDebtor({ identification: reference, schemeNameProprietary: 'creditCardAccount' }),
    set('debtorAccount.currency', currency),
  );
}

describe('the funds of an instant payment without an SCA of the PSU in the session [D4-instant-funds, D4-disclosure]', () => {
  it.each([
    ['PSU-Context', { 'PSU-ID': null }],
    ['X-PSU-IDENTITY', { 'PSU-ID': null, 'X-PSU-IDENTITY': KARI }],
    ['PSU-ID', {}],
  ])('are not told to who names the PSU by %s', async (_, headers) => {
    for (const prefers of ['true', 'false']) {
      const asked = { ...headers, 'TPP-Rejection-NoFunds-Preferred': prefers };
      expectCreated(await send(instant, of(BALANCE), asked));
      await bank().send({ path: '/v1/sandbox/initialize' });
    }
  });

  it('are not told after the hour of the SCA, nor in another session', async () => {
    await makeSession(bank());
    expectRefusal(await send(instant, of(BALANCE)), failed);
    expectCreated(await send(instant, of(BALANCE), { 'TPP-Session-ID': 'another' }));
    bank().now += 3_600_000 + 1;
    expectCreated(await send(instant, of(BALANCE)));
  });

  it('are looked at when the PSU approves: the payment is rejected, and says why', async () => {
    const { json } = await send(instant, of(BALANCE), { 'PSU-ID': null });
    const played = await play(bank(), 'approve', json.paymentId);
    expect(played).toMatchObject({ scaStatus: 'FAILED', transactionStatus: 'RJCT' });
    expect(played.redirect).toContain('code=PAYMENT_FAILED');
    const path = `${instant.path}/${json.paymentId}/status`;
    const status = await bank().send({ method: 'GET', path, headers: knownPsu });
    expect(status.json).toMatchObject({
      fundsAvailable: false,
      tppMessages: [{ category: 'ERROR', code: 'PAYMENT_FAILED' }],
    });
  });
});

describe('an instant payment from a card [D4-card-debtor, I-domestic-card, D4-instant-funds]', () => {
  it('is taken by the reference of the card, under both names', async () => {
    for (const kind of [instant, instantAlias]) {
      const answer = await send(kind, fromCard(bank()));
      expectCreated(answer);
      expect(answer.json.transactionFees).toEqual({ amount: '2.00', currency: 'NOK' });
    }
  });

  it('can use what is left of the credit limit of NOK 50 000 after the fee', async () => {
    await makeSession(bank());
    const left = 5_000_000n + BigInt(minorOn(bank(), cardOf(bank()).id));
    expectRefusal(await send(instant, all(fromCard(bank()), of(left - 199n))), failed);
    expectCreated(await send(instant, all(fromCard(bank()), of(left - 200n))));
  });

  it('is refused for a card of nobody and for another PSU’s', async () => {
    const unknown = { status: 400, code: 'RESOURCE_UNKNOWN', path: 'debtorAccount.other.identification' };
    const others = cardOf(bank(), '01929010120');
    for (const reference of [
      'no-such-card',
      cardOf(bank()).id,
      cardOf(bank()).relatedAccount.toLowerCase(),
      others.relatedAccount,
    ]) {
      expectRefusal(await send(instant, fromCard(bank(), reference)), unknown);
    }
  });

  it('is refused in a currency that is not the card’s', async () => {
    expectRefusal(await send(instant, fromCard(bank(), undefined, 'EUR')), {
      status: 400,
      code: 'FORMAT_ERROR',
      path: 'debtorAccount.currency',
    });
  });

  it('is refused when an account is named beside the card', async () => {
    const both = all(fromCard(bank()), set('debtorAccount.bban', bank().accounts.debtor));
    expectRefusal(await send(instant, both), { status: 400, code: 'FORMAT_ERROR', path: 'debtorAccount' });
  });
});

describe('an instant payment between own accounts [D4-instant-own]', () => {
  it('is taken', async () => {
    expectCreated(await send(instant, set('creditorAccount.bban', bank().accounts.debtorOther)));
  });
});
