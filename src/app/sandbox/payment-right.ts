import { givePaymentRight, takePaymentRight } from '../../client/operator.ts';
import type { Given } from '../../forms/sandbox/form.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import type { PaymentRight } from '../../wire/operator.ts';
import { atBank, type Meta } from '../at-bank.ts';
import { OPERATOR } from '../only-sandbox.ts';
import type { Program } from '../program.ts';
import { idsOfAccounts } from './account-ids.ts';
import { argument } from './found.ts';

const ACTS = { take: takePaymentRight, give: givePaymentRight };

export type ShownPaymentRight = PaymentRight & Meta;

/** The right to pay from an account or a card, by id or number. @see D6-payment-right, C-operator-commands */
export function turnPaymentRight(
  program: Program,
  act: keyof typeof ACTS,
  named: Given,
  given: GivenFlags,
): Promise<ShownPaymentRight> {
  const [name = ''] = argument(named, 'ACCOUNT');
  return atBank(
    program,
    given,
    async ({ session, withMeta }) => {
      const [accountId = name] = await idsOfAccounts(session, [name]);
      return withMeta(await session.operate(ACTS[act], { accountId }));
    },
    OPERATOR,
  );
}
