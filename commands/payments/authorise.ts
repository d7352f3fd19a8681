import { BankCommand } from '../../src/cli/bank-command.ts';
import { paymentArgs, productFlag } from '../../src/cli/payment-flags.ts';
import { psuChoice, psuFlags, scaChoice, scaFlags } from '../../src/cli/psu-flags.ts';
import { authorisedPayment, withScaCommand } from '../../src/cli/resources/authorisation.ts';
import { type AuthorisedPayment, authorise } from '../../src/payments/authorise.ts';

export default class PaymentsAuthorise extends BankCommand<AuthorisedPayment> {
  static override summary = 'Start the authorisation of a payment.';
  static override description =
    "For a payment that's waiting for its PSU. An authorisation that's already open ends, and the payment stays as it is. At a terminal the PSU authorises in a browser. --sca approve plays the PSU, and --sca none puts the link in the result.";
  static override examples = BankCommand.listExamples({
    'Get a new link for the PSU': 'payments authorise kQ3nV0b1cT8sYpR5dW2xZa',
    'Approve it as the PSU, in the embedded bank': 'payments authorise kQ3nV0b1cT8sYpR5dW2xZa --sca approve',
  });
  static override args = paymentArgs;
  static override flags = { ...productFlag, ...scaFlags, ...psuFlags };

  protected override get presentation() {
    return withScaCommand(authorisedPayment, this.scaCommand);
  }

  async run(): Promise<AuthorisedPayment> {
    const { args, flags } = await this.parse(PaymentsAuthorise);
    return authorise(
      this.context,
      { paymentId: args.id, product: flags.product },
      psuChoice(flags),
      scaChoice(flags, this.usualSca),
    );
  }
}
