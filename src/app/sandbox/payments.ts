import {
  holdPayment,
  rejectPayment,
  releasePayment,
  settlePayment,
  settlePaymentLate,
} from '../../client/operator.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import type { PaymentMoved } from '../../wire/operator.ts';
import { atBank, type Meta } from '../at-bank.ts';
import { OPERATOR } from '../only-sandbox.ts';
import type { Program } from '../program.ts';

const ACTS = {
  hold: holdPayment,
  release: releasePayment,
  reject: rejectPayment,
  'settle-late': settlePaymentLate,
  settle: settlePayment,
};

export type PaymentAct = keyof typeof ACTS;

export type MovedPayment = PaymentMoved & Meta;

/** What the bank does to a payment, or to each payment of a bulk. @see D11-hold, D11-settle-late, C-operator-commands */
export function moveByOperator(
  program: Program,
  act: PaymentAct,
  paymentId: string,
  given: GivenFlags,
): Promise<MovedPayment> {
  return atBank(
    program,
    given,
    async ({ session, withMeta }) => withMeta(await session.operate(ACTS[act], { paymentId })),
    OPERATOR,
  );
}
