import { describe, expect, it } from 'vitest';
import { INSTANT } from '../../../src/values/products.ts';
import type { Answer } from '../../support/bank.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { setClock } from '../../support/life/operator.ts';
import { call } from '../../support/life/payments.ts';
import { approvedAs, createAs, KINDS, type Kind } from '../../support/life/products.ts';
import { sweep } from '../../support/sweep.ts';

const bank = bankOfEach();
/** A working day before amounts became strings, and the last second of that time. */
const BEFORE = ['2019-06-03T10:00:00+02:00', '2020-07-31T23:59:59+02:00'] as const;
const OLD = { headers: { 'x-accept-fix': '' } };
const NEW = { headers: { 'x-accept-fix': 'amount-as-string' } };
/** The dates of these times, for the kind that must name one. */
const wish = { date: '2020-12-01', amount: '100.50' };
const wishOf = (kind: Kind) => (kind === 'periodic' ? wish : { amount: wish.amount });

/** The amounts that a read of a payment has. */
function amountsOf({ json }: Answer): unknown[] {
  const all: { instructedAmount: { amount: unknown } }[] = json.payments ?? [json];
  return all.map(({ instructedAmount }) => instructedAmount.amount);
}

describe('amounts of products before strings were the default [D3-accept-fix-default, D3-accept-fix, I-accept-fix]', () => {
  // The last second of that time shows what the day before it would.
  for (const now of sweep(BEFORE, (_, place) => place === 1)) {
    it.each(KINDS)(`are JSON numbers in a read at ${now}, unless the header asks: %s`, async (kind) => {
      await setClock(bank(), now);
      const payment = await approvedAs(bank(), kind, { ...wishOf(kind), amounts: ['100.50', '7.00'] });
      const bulk = kind === 'bulk';
      expect(amountsOf(await call(bank(), payment, 'GET', '', OLD))).toEqual(bulk ? [100.5, 7] : [100.5]);
      expect(amountsOf(await call(bank(), payment, 'GET', '', NEW))).toEqual(
        bulk ? ['100.50', '7.00'] : ['100.50'],
      );
    });

    it.each([
      'instant',
      'cross-border',
    ] as const)(`are numbers in the fees of a creation at ${now}: %s`, async (kind) => {
      await setClock(bank(), now);
      const fee = kind === 'instant' ? 2 : 65;
      const old = await createAs(bank(), kind, { amount: '1.00', ...OLD });
      expect(old.created.json.transactionFees).toEqual({ amount: fee, currency: 'NOK' });
      const asked = await createAs(bank(), kind, { amount: '1.00', ...NEW });
      expect(asked.created.json.transactionFees).toEqual({ amount: `${fee}.00`, currency: 'NOK' });
    });

    it(`are numbers in fee information at ${now}`, async () => {
      await setClock(bank(), now);
      const fees = async (what: typeof OLD | typeof NEW) => (await feeInformation(what)).json.transactionFees;
      expect(await fees(OLD)).toEqual({ amount: 2, currency: 'NOK' });
      expect(await fees(NEW)).toEqual({ amount: '2.00', currency: 'NOK' });
    });
  }
});

async function feeInformation(what: typeof OLD | typeof NEW): Promise<Answer> {
  const { debtor, foreign } = bank().accounts;
  const answer = await bank().send({
    path: `/v1/payments/${INSTANT}/fee-information`,
    body: {
      amount: { amount: '100.50', currency: 'NOK' },
      creditorAccount: { bban: foreign, currency: 'NOK' },
      debtorAccount: { bban: debtor, currency: 'NOK' },
    },
    ...what,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}
