import { wantedPaymentArgs, watchFlags, watchTimeout } from '../../src/cli/payment-flags.ts';
import { PaymentReadCommand } from '../../src/cli/payment-read-command.ts';
import { paymentStatus, statusLine } from '../../src/cli/resources/payment.ts';
import { readPaymentStatus } from '../../src/client/payments.ts';
import { type PaymentStatusShown, readByOperation, watch } from '../../src/payments/read.ts';

export default class PaymentsStatus extends PaymentReadCommand<PaymentStatusShown> {
  static override summary = 'Read the status of a payment.';
  static override description =
    'Without an ID, reads the newest payment of this profile. A domestic payment can be read only after the PSU has ' +
    'approved it. --watch waits for that too, prints a line for each change, and stops at the final status.';
  /** `psd2 status` is the same command. @see C-status-alias */
  static override aliases = ['status'];
  static override examples = PaymentReadCommand.listExamples({
    'The status of a payment': 'status kQ3nV0b1cT8sYpR5dW2xZa',
    "The newest payment, until it's final": 'status --watch',
    'For ten minutes at most': 'status kQ3nV0b1cT8sYpR5dW2xZa --watch --timeout 10m',
  });
  static override args = wantedPaymentArgs;
  static override flags = { ...watchFlags, ...PaymentReadCommand.flags };

  protected override readonly presentation = paymentStatus;

  private isWatched = false;

  async run(): Promise<PaymentStatusShown> {
    const { args, flags } = await this.parse(PaymentsStatus);
    const payment = { paymentId: args.id, product: flags.product };
    const reading = this.reading(flags);
    const timeoutMs = watchTimeout(flags, this.argv);
    if (!flags.watch) return readByOperation(this.context, readPaymentStatus, payment, reading);
    this.isWatched = true;
    const onChange = (change: Parameters<typeof statusLine>[0]) => this.report(statusLine(change));
    return watch(this.context, payment, { ...reading, timeoutMs, onChange });
  }

  /** The last change has said it. */
  protected override async show(result: PaymentStatusShown | undefined): Promise<void> {
    if (this.isWatched && !this.isQuiet && result !== undefined) return;
    return super.show(result as PaymentStatusShown);
  }
}
