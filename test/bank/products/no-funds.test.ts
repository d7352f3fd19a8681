import { describe, expect, it } from 'vitest';
import { makeSession } from '../../support/known-psu.ts';
import { minorOn } from '../../support/life/books.ts';
import { sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import { KARI, readStatus, scaStatusOf } from '../../support/life/payments.ts';
import { approvedAs, cardOf, createAs, type Kind, sendAs } from '../../support/life/products.ts';
import { parametersOf, walk } from '../../support/life/walk.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const headers = { 'TPP-Rejection-NoFunds-Preferred': 'true' };

interface Row {
  readonly kind: Kind;
  /** With the fee an øre too much, and exactly enough. */
  readonly short: readonly string[];
  readonly enough: readonly string[];
  /** Where the refusal points. */
  readonly path: string;
}

const amountPath = 'instructedAmount.amount';
const rows: readonly Row[] = [
  { kind: 'cross-border', short: ['249935.01'], enough: ['249935.00'], path: amountPath },
  { kind: 'instant', short: ['249998.01'], enough: ['249998.00'], path: amountPath },
  { kind: 'periodic', short: ['250000.01'], enough: ['250000.00'], path: amountPath },
  { kind: 'card', short: ['50000.00'], enough: ['40000.00'], path: amountPath },
  { kind: 'bulk', short: ['250000.01'], enough: ['250000.00'], path: `payments[0].${amountPath}` },
  {
    kind: 'bulk',
    short: ['200000.00', '50000.00', '0.01', '1.00'],
    enough: ['200000.00', '49999.99', '0.01'],
    path: `payments[2].${amountPath}`,
  },
  {
    // Item 1 alone does not fit; the last would again.
    kind: 'bulk',
    short: ['200000.00', '60000.00', '1.00'],
    enough: ['1.00', '1.00', '1.00'],
    path: `payments[1].${amountPath}`,
  },
];

const wishOf = (amounts: readonly string[]) => ({ amount: amounts[0] ?? '', amounts, headers });

describe('TPP-Rejection-NoFunds-Preferred, for each product [D4-no-funds-preferred, D4-fees, I-insufficient-funds]', () => {
  const named = rows.map((row) => [`${row.kind} ${row.short.join(' ')}`, row] as const);

  it.each(named)('refuses a creation that lacks funds: %s', async (_, { kind, short, enough, path }) => {
    const refusal = { status: 400, code: 'PAYMENT_FAILED', path };
    await makeSession(bank());
    expectRefusal(await sendAs(bank(), kind, { ...wishOf(short), psu: KARI }), refusal);
    const made = await sendAs(bank(), kind, { ...wishOf(enough), psu: KARI });
    expect(made.status, made.text).toBe(201);
  });

  it.each([
    'cross-border',
    'card',
    'bulk',
    'periodic',
  ] as const)('is off when it says false: %s', async (kind) => {
    const off = { 'TPP-Rejection-NoFunds-Preferred': 'false' };
    const answer = await sendAs(bank(), kind, { amount: '300000.00', headers: off });
    expect(answer.status, answer.text).toBe(201);
  });

  it('is what an instant payment is held to anyway', async () => {
    const off = { 'TPP-Rejection-NoFunds-Preferred': 'false' };
    await makeSession(bank());
    expectRefusal(await sendAs(bank(), 'instant', { amount: '249998.01', headers: off, psu: KARI }), {
      status: 400,
      code: 'PAYMENT_FAILED',
      path: amountPath,
    });
  });

  const ways = (['cross-border', 'bulk'] as const).flatMap((kind) =>
    (['confirm', 'play'] as const).map((way) => [kind, way] as const),
  );
  it.each(ways)('rejects at the approval what lacks funds by then: %s (%s)', async (kind, way) => {
    const amounts = kind === 'bulk' ? ['100000.00', '100000.00'] : ['200000.00'];
    const payment = await createAs(bank(), kind, wishOf(amounts));
    await approvedAs(bank(), 'instant', { amount: '150000.00' });
    const redirect =
      way === 'play'
        ? (await approve(bank(), payment)).redirect
        : await walk(bank(), payment.link, { number: KARI }, 'confirm');
    expect(parametersOf(redirect ?? '')).toEqual({
      status: '400',
      code: 'PAYMENT_FAILED',
      message: expect.stringMatching(/./),
    });
    expect(await scaStatusOf(bank(), payment)).toBe('FAILED');
    expect((await readStatus(bank(), payment)).json).toMatchObject({
      transactionStatus: 'RJCT',
      fundsAvailable: false,
    });
    await runBatch(bank());
    expect((await readStatus(bank(), payment)).json.transactionStatus).toBe('RJCT');
  });

  it('looks at the approval at what the card has left', async () => {
    const card = cardOf(bank()).id;
    const payment = await createAs(bank(), 'card', { amount: '40000.00', headers });
    await approvedAs(bank(), 'card', { amount: '20000.00' });
    sleepUntil(bank(), WEDNESDAY, '10:10');
    await runBatch(bank());
    const left = minorOn(bank(), card);
    await approve(bank(), payment);
    expect((await readStatus(bank(), payment)).json.transactionStatus).toBe('RJCT');
    expect(minorOn(bank(), card)).toBe(left);
  });
});
