import { readFeeInformation } from '../client/payments.ts';
import type { PaymentFields } from '../forms/payment-fields.ts';
import { needOf } from '../sca/authorise.ts';
import { knownReading, readAgain } from '../sca/read-again.ts';
import type { ScaChoice } from '../sca/types.ts';
import type { CommandContext } from '../session/context.ts';
import { type PsuChoice, resolvePsuForCreation } from '../session/psu.ts';
import { type Meta, withSession } from '../session/with-session.ts';
import type { FeeInformation } from '../wire/answers/payments.ts';
import { checkGiven, EXAMPLE, prepareExample, prepareGiven } from './create.ts';

/** What fees of an instant payment are asked for. */
interface FeesInput {
  readonly fields: PaymentFields;
  readonly example: boolean;
}

export type ShownFees = FeeInformation & Meta;

/** @see C-fees */
export async function askFees(
  context: CommandContext,
  { fields, example }: FeesInput,
  choice: PsuChoice,
  sca: ScaChoice,
): Promise<ShownFees> {
  const asked = { kind: 'fees', fields, file: undefined, localChecks: true } as const;
  if (example) await checkGiven(asked);
  const given = example ? undefined : await prepareGiven(asked);
  return withSession(
    context,
    choice.settings,
    async (there) => {
      const { body, owner } = given ?? (await prepareExample(asked, there.session));
      const reading = knownReading(choice, sca, async (ledger) => ({
        psu: await resolvePsuForCreation(ledger, choice, owner),
        customerNumber: choice.as ?? owner,
      }));
      return there.withMeta(await readAgain(there, reading, (as) => as.call(readFeeInformation, { body })));
    },
    { ...(example ? EXAMPLE : {}), ...needOf(sca) },
  );
}
