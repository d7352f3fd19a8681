import { readStatus } from '../../src/app/payments/read.ts';
import { watch } from '../../src/app/payments/watch.ts';
import { paymentArgs, paymentAsked, productFlag } from '../../src/cli/asked-payment.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { Flags } from '../../src/cli/flags.ts';
import { harmless } from '../../src/cli/foreign-text.ts';
import { psuChoice, psuFlags } from '../../src/cli/psu-flags.ts';
import { type PaymentStatusShown, paymentStatus } from '../../src/cli/resources/payment.ts';

export default class PaymentsStatus extends BankCommand<PaymentStatusShown> {
  static override summary = 'Read the status of a payment.';
  static override description =
    "A domestic payment's status can be read only after the PSU has approved it. Before that the bank answers RESOURCE_UNKNOWN. --watch waits for that too, prints each new status, and stops at the final one.";
  static override aliases = ['status'];
  static override examples = [
    { description: 'The status of a payment', command: '<%= config.bin %> status kQ3nV0b1cT8sYpR5dW2xZa' },
    {
      description: 'Each status until the final one',
      command: '<%= config.bin %> status kQ3nV0b1cT8sYpR5dW2xZa --watch',
    },
  ];
  static override args = paymentArgs;
  static override flags = {
    ...productFlag,
    watch: Flags.boolean({ description: 'Follow the payment until its status is final.' }),
    ...psuFlags,
  };

  protected override readonly presentation = paymentStatus;

  async run(): Promise<PaymentStatusShown> {
    const { args, flags } = await this.parse(PaymentsStatus);
    const payment = paymentAsked(args, flags);
    if (!flags.watch) return readStatus(this.program, payment, psuChoice(flags));
    return watch(this.program, payment, psuChoice(flags), (text) => this.meanwhile(harmless(text)));
  }
}
