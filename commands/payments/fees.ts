import { BankCommand } from '../../src/cli/bank-command.ts';
import { Flags } from '../../src/cli/flags.ts';
import { card } from '../../src/cli/presentation.ts';
import { type Answers, askingForMissing } from '../../src/cli/prompts.ts';
import {
  agreementFlag,
  psuChoice,
  psuFlags,
  scaChoice,
  scaFlag,
  sentContextFlag,
} from '../../src/cli/psu-flags.ts';
import { readFeeInformation } from '../../src/client/payments.ts';
import { accountFlags, givenFields } from '../../src/payments/flags.ts';
import {
  checkGiven,
  describeFault,
  EXAMPLE,
  prepareExample,
  preparePayment,
} from '../../src/payments/prepare.ts';
import { feeColumns } from '../../src/payments/view.ts';
import { needOf } from '../../src/sca/authorise.ts';
import { knownReading, readAgain } from '../../src/sca/read-again.ts';
import { requestId } from '../../src/sca/view.ts';
import { resolvePsuForCreation } from '../../src/session/psu.ts';
import { type Meta, withSession } from '../../src/session/with-session.ts';
import type { FeeInformation } from '../../src/wire/answers/payments.ts';

type ShownFees = FeeInformation & Meta;

/** @see C-fees */
export default class PaymentsFees extends BankCommand<ShownFees> {
  static override summary = 'Show what an instant payment costs.';
  static override description =
    "Shows the fee for an instant payment of this amount between these accounts. Nothing is created. --example fills in every field you don't set.";
  static override examples = BankCommand.listExamples({
    'In the embedded bank': 'payments fees --example --amount 1250.00',
    'Between two accounts':
      'payments fees --amount 100.50 --currency NOK --from-bban 99901067291 --to-bban 99901271948',
  });
  static override flags = {
    example: Flags.boolean({ description: "Fill in every field you don't set." }),
    ...accountFlags,
    ...psuFlags,
    ...sentContextFlag,
    ...scaFlag,
    ...agreementFlag,
  };

  protected override readonly presentation = card<ShownFees>([...feeColumns, requestId]);

  async run(): Promise<ShownFees> {
    const { flags } = await this.parse(PaymentsFees);
    const { example } = flags;
    const choice = psuChoice(flags);
    const sca = scaChoice(flags, this.usualSca);
    const fieldsOf = (answers: Answers) => givenFields({ ...flags, ...answers });
    const asking = {
      personIsThere: this.personIsThere,
      words: accountFlags,
      faultOf: (answers: Answers) => describeFault('fees', fieldsOf(answers)),
    };
    return askingForMissing(asking, async (answers) => {
      const asked = { kind: 'fees', fields: fieldsOf(answers), localChecks: true } as const;
      if (example) await checkGiven(asked);
      const given = example ? undefined : await preparePayment(asked);
      return withSession(
        this.context,
        choice.settings,
        async (there) => {
          const { body, owner } = given ?? (await prepareExample(asked, there.session));
          const reading = knownReading(choice, sca, async (ledger) => ({
            psu: await resolvePsuForCreation(ledger, choice, owner),
            customerNumber: choice.as ?? owner,
          }));
          return there.withMeta(
            await readAgain(there, reading, (as) => as.call(readFeeInformation, { body })),
          );
        },
        { ...(example ? EXAMPLE : {}), ...needOf(sca) },
      );
    });
  }
}
