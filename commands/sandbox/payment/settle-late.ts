import { moveByOperator } from '../../../src/app/sandbox/payments.ts';
import { PaymentActCommand } from '../../../src/cli/payment-act-command.ts';

export default class SandboxPaymentSettleLate extends PaymentActCommand {
  static override summary = 'Let a payment settle late.';
  static override description =
    "Its next booking stops at ACWP, on its way to the creditor, until 'sandbox payment settle'.";
  static override examples = [
    {
      description: 'Stop at ACWP',
      command: '<%= config.bin %> sandbox payment settle-late kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];

  protected override readonly act = 'settle-late';
  protected override readonly move = moveByOperator;

  protected override nextFor(paymentId: string): readonly string[] {
    return ['sandbox batch run', `sandbox payment settle ${paymentId}`];
  }
}
