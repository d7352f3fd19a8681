import { wantedPaymentArgs } from '../../src/cli/payment-flags.ts';
import { PaymentReadCommand } from '../../src/cli/payment-read-command.ts';
import { readPayment } from '../../src/cli/resources/payment.ts';
import { readPayment as readWhole } from '../../src/client/payments.ts';
import { type ReadPayment, readByOperation } from '../../src/payments/read.ts';

export default class PaymentsGet extends PaymentReadCommand<ReadPayment> {
  static override summary = 'Read a payment.';
  static override description =
    'Shows the payment as it was sent and what the bank added, and for a bulk every payment in it. Without an ID, shows ' +
    'the newest payment of this profile. A domestic payment can be read only after the PSU has approved it.';
  static override examples = PaymentReadCommand.listExamples({
    'A payment by its id': 'payments get kQ3nV0b1cT8sYpR5dW2xZa',
    'The newest payment': 'payments get',
  });
  static override args = wantedPaymentArgs;

  protected override readonly presentation = readPayment;

  async run(): Promise<ReadPayment> {
    const { args, flags } = await this.parse(PaymentsGet);
    const wanted = { paymentId: args.id, product: flags.product };
    return readByOperation(this.context, readWhole, wanted, this.reading(flags));
  }
}
