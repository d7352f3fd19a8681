import { moveByOperator } from '../../../src/app/sandbox/payments.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { harmless } from '../../../src/cli/foreign-text.ts';
import { type MovedPayment, movedPayment } from '../../../src/cli/resources/operator-act.ts';
import { paymentArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxPaymentSettle extends BankCommand<MovedPayment> {
  static override summary = "Settle a payment that's on its way.";
  static override description = 'The status changes from ACWP to ACSC, and the reserved amount is booked.';
  static override examples = [
    {
      description: 'End a late settlement',
      command: '<%= config.bin %> sandbox payment settle kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];
  static override args = paymentArg;

  protected override readonly presentation = movedPayment('settle');

  async run(): Promise<MovedPayment> {
    const { args, flags } = await this.parse(SandboxPaymentSettle);
    const moved = await moveByOperator(this.program, 'settle', args.id, { profile: flags.profile });
    const paymentId = harmless(moved.paymentId);
    this.next([`payments get ${paymentId}`]);
    return moved;
  }
}
