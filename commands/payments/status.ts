import { paymentArgs, paymentAsked, productFlag } from '../../src/cli/asked-payment.ts';
import { Psd2Command } from '../../src/cli/base-command.ts';
import { psuChoice, psuFlags } from '../../src/cli/psu-flags.ts';
import { type PaymentStatusShown, paymentStatus } from '../../src/cli/resources/payment.ts';

export default class PaymentsStatus extends Psd2Command<PaymentStatusShown> {
  static override summary = 'Read the status of a payment.';
  static override description =
    'A domestic payment has a readable status once the PSU has approved it; before, the bank answers ' +
    'RESOURCE_UNKNOWN.';
  static override aliases = ['status'];
  static override examples = [
    { description: 'The status of a payment', command: '<%= config.bin %> status kQ3nV0b1cT8sYpR5dW2xZa' },
  ];
  static override args = paymentArgs;
  static override flags = { ...productFlag, ...psuFlags };

  protected override readonly presentation = paymentStatus;

  async run(): Promise<PaymentStatusShown> {
    const { args, flags } = await this.parse(PaymentsStatus);
    const app = await this.app();
    return app.readPaymentStatus(paymentAsked(args, flags), psuChoice(flags));
  }
}
