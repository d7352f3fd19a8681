import { moveByOperator } from '../../../src/app/sandbox/payments.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { harmless } from '../../../src/cli/foreign-text.ts';
import { type MovedPayment, movedPayment } from '../../../src/cli/resources/operator-act.ts';
import { paymentArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxPaymentRelease extends BankCommand<MovedPayment> {
  static override summary = 'Release a held payment.';
  static override description = 'It continues when its date and funds allow.';
  static override examples = [
    {
      description: 'Let a payment continue',
      command: '<%= config.bin %> sandbox payment release kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];
  static override args = paymentArg;

  protected override readonly presentation = movedPayment('release');

  async run(): Promise<MovedPayment> {
    const { args, flags } = await this.parse(SandboxPaymentRelease);
    const moved = await moveByOperator(this.program, 'release', args.id, { profile: flags.profile });
    const paymentId = harmless(moved.paymentId);
    this.next([`status ${paymentId}`]);
    return moved;
  }
}
