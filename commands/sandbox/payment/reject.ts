import { moveByOperator } from '../../../src/app/sandbox/payments.ts';
import { PaymentActCommand } from '../../../src/cli/payment-act-command.ts';

export default class SandboxPaymentReject extends PaymentActCommand {
  static override summary = 'Reject a payment, as the bank.';
  static override description =
    "The status becomes RJCT, with the bank as the reason. A payment that its PSU hasn't authorised yet can't be rejected: decline its SCA.";
  static override examples = [
    {
      description: 'Reject a payment',
      command: '<%= config.bin %> sandbox payment reject kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];

  protected override readonly act = 'reject';
  protected override readonly move = moveByOperator;

  protected override nextFor(paymentId: string): readonly string[] {
    return [`status ${paymentId}`];
  }
}
