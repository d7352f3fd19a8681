import { expect, it } from 'vitest';
import { expectRefusal } from './expectations.ts';
import { feeInformation } from './kinds.ts';
import { bankOf, type Row } from './rows.ts';
import { nothing } from './tables.ts';

/** Of an account in NOK. */
export const instantFee = {
  transactionFees: { amount: '2.00', currency: 'NOK' },
  transactionFeeIndicator: true,
};

/** Rows about a body of fee information; `created` is for its answer, which makes nothing. */
export function itInforms(rows: readonly Row[]): void {
  const bank = bankOf();
  for (const { what, change = nothing, send, answer: expected } of rows) {
    it(`${expected === 'created' ? 'accepts' : 'refuses'} ${what}`, async () => {
      const body = feeInformation.body(bank());
      change(body);
      const answer = await bank().send({ path: feeInformation.path, ...send, body });
      if (typeof expected !== 'string' && !('unused' in expected)) return expectRefusal(answer, expected);
      expect(expected).toBe('created');
      expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: instantFee });
    });
  }
}
