import { readFeeInformation } from '../../client/fee-information.ts';
import type { PaymentFields } from '../../forms/payment-fields.ts';
import type { FeeInformation } from '../../wire/instant-payment.ts';
import { atBank, type Meta } from '../at-bank.ts';
import { namedForCreation } from '../named-psu.ts';
import type { Program } from '../program.ts';
import type { PsuChoice } from '../psu-choice.ts';
import type { ScaChoice } from '../sca/choice.ts';
import { knownReading } from '../sca/known-reading.ts';
import { needOf } from '../sca/play.ts';
import { readAgain } from '../sca/read-again.ts';
import { EXAMPLE } from './create.ts';
import { checkGiven, prepareExample, prepareGiven } from './input.ts';

/** What fees of an instant payment are asked for. */
export interface FeesInput {
  readonly fields: PaymentFields;
  readonly example: boolean;
}

export type ShownFees = FeeInformation & Meta;

/** @see C-fees */
export async function askFees(
  program: Program,
  { fields, example }: FeesInput,
  choice: PsuChoice,
  sca: ScaChoice,
): Promise<ShownFees> {
  const asked = { kind: 'fees', fields, file: undefined, localChecks: true } as const;
  if (example) await checkGiven(asked);
  const given = example ? undefined : await prepareGiven(asked);
  return atBank(
    program,
    choice.settings,
    async (there) => {
      const { body, owner } = given ?? (await prepareExample(asked, there.session));
      const reading = knownReading(choice, sca, async (ledger) => ({
        psu: await namedForCreation(ledger, choice, owner),
        customerNumber: choice.as ?? owner,
      }));
      return there.withMeta(await readAgain(there, reading, (as) => as.call(readFeeInformation, { body })));
    },
    { ...(example ? EXAMPLE : {}), ...needOf(sca) },
  );
}
