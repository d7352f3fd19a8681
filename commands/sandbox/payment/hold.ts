import { moveByOperator } from '../../../src/app/sandbox/payments.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { harmless } from '../../../src/cli/foreign-text.ts';
import { type MovedPayment, movedPayment } from '../../../src/cli/resources/operator-act.ts';
import { paymentArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxPaymentHold extends BankCommand<MovedPayment> {
  static override summary = 'Hold a payment, as a bank with doubts would.';
  static override description =
    "The status becomes PDNG. If the PSU hasn't authorised the payment yet, it's held after that. In a bulk, every payment is held.";
  static override examples = [
    {
      description: 'Hold a payment',
      command: '<%= config.bin %> sandbox payment hold kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];
  static override args = paymentArg;

  protected override readonly presentation = movedPayment('hold');

  async run(): Promise<MovedPayment> {
    const { args, flags } = await this.parse(SandboxPaymentHold);
    const moved = await moveByOperator(this.program, 'hold', args.id, { profile: flags.profile });
    const paymentId = harmless(moved.paymentId);
    this.next([`sandbox payment release ${paymentId}`]);
    return moved;
  }
}
