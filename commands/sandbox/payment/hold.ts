import { moveByOperator } from '../../../src/app/sandbox/payments.ts';
import { PaymentActCommand } from '../../../src/cli/payment-act-command.ts';

export default class SandboxPaymentHold extends PaymentActCommand {
  static override summary = 'Hold a payment, as a bank with doubts would.';
  static override description =
    "The status becomes PDNG. If the PSU hasn't authorised the payment yet, it's held after that. In a bulk, every payment is held.";
  static override examples = [
    {
      description: 'Hold a payment',
      command: '<%= config.bin %> sandbox payment hold kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];

  protected override readonly act = 'hold';
  protected override readonly move = moveByOperator;

  protected override nextFor(paymentId: string): readonly string[] {
    return [`sandbox payment release ${paymentId}`];
  }
}
