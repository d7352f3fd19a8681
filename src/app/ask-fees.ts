import type { FeesInput, PsuChoice, ShownFees } from '../app.ts';
import { readFeeInformation } from '../client/fee-information.ts';
import type { At } from './at-bank.ts';
import { EXAMPLE } from './create-payment.ts';
import { namedForCreation } from './named-psu.ts';
import { checkGiven, prepareExample, prepareGiven } from './payment-input.ts';
import { sessionOptions } from './session-options.ts';

/** @see cli.md Commands, payments fees */
export async function askFees(at: At, { fields, example }: FeesInput, choice: PsuChoice): Promise<ShownFees> {
  const asked = { kind: 'fees', fields, file: undefined, localChecks: true } as const;
  if (example) await checkGiven(asked);
  const given = example ? undefined : await prepareGiven(asked);
  return at(
    choice.settings,
    async ({ session, withMeta, notice }) => {
      const { body, owner } = given ?? (await prepareExample(asked, session));
      const psu = await namedForCreation(session.ledger, choice, owner);
      return withMeta(await session.call(readFeeInformation, { body }, psu, sessionOptions(choice, notice)));
    },
    example ? EXAMPLE : {},
  );
}
