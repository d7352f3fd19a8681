import { moveByOperator } from '../../../src/app/sandbox/payments.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { harmless } from '../../../src/cli/foreign-text.ts';
import { type MovedPayment, movedPayment } from '../../../src/cli/resources/operator-act.ts';
import { paymentArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxPaymentSettleLate extends BankCommand<MovedPayment> {
  static override summary = 'Let a payment settle late.';
  static override description =
    "Its next booking stops at ACWP, on its way to the creditor, until 'sandbox payment settle'.";
  static override examples = [
    {
      description: 'Stop at ACWP',
      command: '<%= config.bin %> sandbox payment settle-late kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];
  static override args = paymentArg;

  protected override readonly presentation = movedPayment('settle-late');

  async run(): Promise<MovedPayment> {
    const { args, flags } = await this.parse(SandboxPaymentSettleLate);
    const moved = await moveByOperator(this.program, 'settle-late', args.id, { profile: flags.profile });
    const paymentId = harmless(moved.paymentId);
    this.next(['sandbox batch run', `sandbox payment settle ${paymentId}`]);
    return moved;
  }
}
