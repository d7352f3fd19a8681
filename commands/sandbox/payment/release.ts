import { moveByOperator } from '../../../src/app/sandbox/payments.ts';
import { PaymentActCommand } from '../../../src/cli/payment-act-command.ts';

export default class SandboxPaymentRelease extends PaymentActCommand {
  static override summary = 'Release a held payment.';
  static override description = 'It continues when its date and funds allow.';
  static override examples = [
    {
      description: 'Let a payment continue',
      command: '<%= config.bin %> sandbox payment release kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];

  protected override readonly act = 'release';
  protected override readonly move = moveByOperator;

  protected override nextFor(paymentId: string): readonly string[] {
    return [`status ${paymentId}`];
  }
}
