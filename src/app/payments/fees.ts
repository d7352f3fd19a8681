import { readFeeInformation } from '../../client/fee-information.ts';
import type { PaymentFields } from '../../forms/payment-fields.ts';
import type { FeeInformation } from '../../wire/instant-payment.ts';
import { atBank, type Meta } from '../at-bank.ts';
import { namedForCreation } from '../named-psu.ts';
import type { Program } from '../program.ts';
import { type PsuChoice, sessionOptions } from '../psu-choice.ts';
import { EXAMPLE } from './create.ts';
import { checkGiven, prepareExample, prepareGiven } from './input.ts';

/** What fees of an instant payment are asked for. */
export interface FeesInput {
  readonly fields: PaymentFields;
  readonly example: boolean;
}

export type ShownFees = FeeInformation & Meta;

/** @see cli.md Commands, payments fees */
export async function askFees(
  program: Program,
  { fields, example }: FeesInput,
  choice: PsuChoice,
): Promise<ShownFees> {
  const asked = { kind: 'fees', fields, file: undefined, localChecks: true } as const;
  if (example) await checkGiven(asked);
  const given = example ? undefined : await prepareGiven(asked);
  return atBank(
    program,
    choice.settings,
    async ({ session, withMeta, notice }) => {
      const { body, owner } = given ?? (await prepareExample(asked, session));
      const psu = await namedForCreation(session.ledger, choice, owner);
      return withMeta(await session.call(readFeeInformation, { body }, psu, sessionOptions(choice, notice)));
    },
    example ? EXAMPLE : {},
  );
}
