import { BankCommand } from '../../src/cli/bank-command.ts';
import { Flags } from '../../src/cli/flags.ts';
import { accountFlags, paymentFields } from '../../src/cli/payment-flags.ts';
import { type Answers, askingForMissing } from '../../src/cli/prompts.ts';
import {
  agreementFlag,
  psuChoice,
  psuFlags,
  scaChoice,
  scaFlag,
  sentContextFlag,
} from '../../src/cli/psu-flags.ts';
import { shownFees } from '../../src/cli/resources/payment.ts';
import { wordsOfFault } from '../../src/payments/create.ts';
import { askFees, type ShownFees } from '../../src/payments/fees.ts';

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

  protected override readonly presentation = shownFees;

  async run(): Promise<ShownFees> {
    const { flags } = await this.parse(PaymentsFees);
    const fieldsOf = (answers: Answers) => paymentFields({ ...flags, ...answers });
    const asking = {
      personIsThere: this.personIsThere,
      words: accountFlags,
      faultOf: (answers: Answers) => wordsOfFault('fees', fieldsOf(answers)),
    };
    const sca = scaChoice(flags, this.usualSca);
    return askingForMissing(asking, (answers) =>
      askFees(this.context, { fields: fieldsOf(answers), example: flags.example }, psuChoice(flags), sca),
    );
  }
}
