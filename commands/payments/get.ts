import { read } from '../../src/app/payments/read.ts';
import { paymentArgs, paymentAsked, productFlag } from '../../src/cli/asked-payment.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { psuChoice, psuFlags } from '../../src/cli/psu-flags.ts';
import { type ReadPayment, readPayment } from '../../src/cli/resources/read-payment.ts';

export default class PaymentsGet extends BankCommand<ReadPayment> {
  static override summary = 'Read a payment.';
  static override description =
    'Shows the payment as it was sent and what the bank added, and for a bulk every payment in it. A domestic payment can be read only after the PSU has approved it. Before that the bank answers RESOURCE_UNKNOWN.';
  static override examples = [
    { description: 'A payment by its id', command: '<%= config.bin %> payments get kQ3nV0b1cT8sYpR5dW2xZa' },
  ];
  static override args = paymentArgs;
  static override flags = { ...productFlag, ...psuFlags };

  protected override readonly presentation = readPayment;

  async run(): Promise<ReadPayment> {
    const { args, flags } = await this.parse(PaymentsGet);
    return read(this.program, paymentAsked(args, flags), psuChoice(flags));
  }
}
