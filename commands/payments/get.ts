import { readPayment } from '../../src/client/payments.ts';
import { PaymentReadCommand } from '../../src/payments/read.ts';
import { paymentCard, type ReadPayment } from '../../src/payments/view.ts';
import type { Meta } from '../../src/session/with-session.ts';

export default class PaymentsGet extends PaymentReadCommand<ReadPayment> {
  static override summary = 'Read a payment.';
  static override description =
    'Shows the payment as it was sent and what the bank added, and for a bulk every payment in it. Without an ID, shows ' +
    'the newest payment of this profile. A domestic payment can be read only after the PSU has approved it.';
  static override examples = PaymentReadCommand.listExamples({
    'A payment by its id': 'payments get kQ3nV0b1cT8sYpR5dW2xZa',
    'The newest payment': 'payments get',
  });
  protected override readonly presentation = paymentCard;

  async run(): Promise<ReadPayment & Meta> {
    const { args, flags } = await this.parse(PaymentsGet);
    const reading = this.reading(flags);
    return this.read(readPayment, await this.findPayment(args.id, flags.product, reading), reading);
  }
}
