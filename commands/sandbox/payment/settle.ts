import { moveByOperator } from '../../../src/app/sandbox/payments.ts';
import { PaymentActCommand } from '../../../src/cli/payment-act-command.ts';

export default class SandboxPaymentSettle extends PaymentActCommand {
  static override summary = "Settle a payment that's on its way.";
  static override description = 'The status changes from ACWP to ACSC, and the reserved amount is booked.';
  static override examples = [
    {
      description: 'End a late settlement',
      command: '<%= config.bin %> sandbox payment settle kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];

  protected override readonly act = 'settle';
  protected override readonly move = moveByOperator;

  protected override nextFor(paymentId: string): readonly string[] {
    return [`payments get ${paymentId}`];
  }
}
