import { defineBankCommand } from '../../src/cli/bank-command.ts';
import { createCard, createQuietFlag, Flags } from '../../src/cli/command.ts';
import { type Answers, promptForMissing } from '../../src/cli/prompts.ts';
import {
  agreementFlag,
  parsePsuFlags,
  parseScaFlags,
  psuFlags,
  scaFlag,
  sentContextFlag,
} from '../../src/cli/psu-flags.ts';
import { readFeeInformation } from '../../src/client/payments.ts';
import { accountFlags, pickFields } from '../../src/payments/flags.ts';
import {
  buildExample,
  buildPayment,
  checkGiven,
  describeFault,
  EXAMPLE,
} from '../../src/payments/prepare.ts';
import { feeColumns } from '../../src/payments/view.ts';
import { getRequirements } from '../../src/sca/authorise.ts';
import { createReading, retryAfterSca } from '../../src/sca/retry-after-sca.ts';
import { requestId } from '../../src/sca/view.ts';
import { resolvePsuForCreation } from '../../src/session/psu.ts';
import { type Meta, type SessionContext, withSession } from '../../src/session/with-session.ts';
import type { FeeInformation } from '../../src/wire/answers/payments.ts';

/** @see C-fees */
export default defineBankCommand(
  {
    summary: 'Show what an instant payment costs.',
    description:
      "Shows the fee for an instant payment of this amount between these accounts. Nothing is created. --example fills in every field you don't set.",
    examples: {
      'In the embedded bank': 'payments fees --example --amount 1250.00',
      'Between two accounts':
        'payments fees --amount 100.50 --currency NOK --from-bban 99901067291 --to-bban 99901271948',
    },
    flags: {
      example: Flags.boolean({ description: "Fill in every field you don't set." }),
      ...accountFlags,
      ...psuFlags,
      ...sentContextFlag,
      ...scaFlag,
      ...agreementFlag,
      ...createQuietFlag('Print only the amounts.'),
    },
    presentation: createCard<FeeInformation & Meta>([...feeColumns, requestId]),
  },
  async ({ context, personIsThere, usualSca }, { flags }) => {
    const { example } = flags;
    const choice = parsePsuFlags(flags);
    const sca = parseScaFlags(flags, usualSca);
    const fieldsOf = (answers: Answers) => pickFields({ ...flags, ...answers });
    const faultOf = (answers: Answers) => describeFault('fees', fieldsOf(answers));
    return promptForMissing({ personIsThere, words: accountFlags, faultOf }, async (answers) => {
      const asked = { kind: 'fees', fields: fieldsOf(answers), localChecks: true } as const;
      if (example) await checkGiven(asked);
      const given = example ? undefined : await buildPayment(asked);
      const act = async (there: SessionContext) => {
        const { body, owner } = given ?? (await buildExample(asked, there.session));
        const reading = createReading(choice, sca, async (ledger) => ({
          psu: await resolvePsuForCreation(ledger, choice, owner),
          customerNumber: choice.as ?? owner,
        }));
        return there.withMeta(
          await retryAfterSca(there, reading, (as) => as.call(readFeeInformation, { body })),
        );
      };
      const need = { ...(example ? EXAMPLE : {}), ...getRequirements(sca) };
      return withSession(context, choice.settings, act, need);
    });
  },
);
