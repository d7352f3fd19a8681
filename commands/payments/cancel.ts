import { BankCommand } from '../../src/cli/bank-command.ts';
import { pastedId } from '../../src/cli/pasted.ts';
import { paymentArgs, productFlag } from '../../src/cli/payment-flags.ts';
import { psuChoice, psuFlags, scaChoice, scaFlags } from '../../src/cli/psu-flags.ts';
import { cancelledPayment, withScaCommand } from '../../src/cli/resources/authorisation.ts';
import { type CancelledPayment, cancel } from '../../src/payments/authorise.ts';

export default class PaymentsCancel extends BankCommand<CancelledPayment> {
  static override summary = 'Cancel a payment.';
  static override description =
    "A payment the PSU hasn't approved is cancelled at once. An approved payment that isn't booked yet needs an SCA to cancel it: at a terminal in a browser, with --sca approve by playing the PSU, or with --sca none through the link in the result.";
  static override examples = BankCommand.listExamples({
    'A payment by its id': 'payments cancel kQ3nV0b1cT8sYpR5dW2xZa',
    'An approved payment, in the embedded bank': 'payments cancel kQ3nV0b1cT8sYpR5dW2xZa --sca approve',
  });
  static override args = paymentArgs;
  static override flags = { ...productFlag, ...scaFlags, ...psuFlags };

  private paymentId = '';

  protected override get presentation() {
    return withScaCommand(cancelledPayment(this.paymentId), this.scaCommand);
  }

  async run(): Promise<CancelledPayment> {
    const { args, flags } = await this.parse(PaymentsCancel);
    this.paymentId = args.id;
    const sca = scaChoice(flags, this.usualSca);
    return cancel(
      this.context,
      { paymentId: args.id, product: flags.product },
      psuChoice(flags),
      sca,
      (pending) => {
        if (pending.hasOperator) this.next([`sca approve ${pastedId(pending.authorisationId)}`]);
      },
    );
  }
}
