import { describe, expect, it } from 'vitest';
import { makeSession } from '../../support/known-psu.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { KARI } from '../../support/life/payments.ts';
import { type Kind, sendAs } from '../../support/life/products.ts';
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
});
