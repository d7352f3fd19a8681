import { moveByOperator } from '../../../src/app/sandbox/payments.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { harmless } from '../../../src/cli/foreign-text.ts';
import { type MovedPayment, movedPayment } from '../../../src/cli/resources/operator-act.ts';
import { paymentArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxPaymentReject extends BankCommand<MovedPayment> {
  static override summary = 'Reject a payment, as the bank.';
  static override description =
    "The status becomes RJCT, with the bank as the reason. A payment that its PSU hasn't authorised yet can't be rejected: decline its SCA.";
  static override examples = [
    {
      description: 'Reject a payment',
      command: '<%= config.bin %> sandbox payment reject kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];
  static override args = paymentArg;

  protected override readonly presentation = movedPayment('reject');

  async run(): Promise<MovedPayment> {
    const { args, flags } = await this.parse(SandboxPaymentReject);
    const moved = await moveByOperator(this.program, 'reject', args.id, { profile: flags.profile });
    const paymentId = harmless(moved.paymentId);
    this.next([`status ${paymentId}`]);
    return moved;
  }
}
