import { defineBankCommand } from '../../src/cli/bank-command.ts';
import { readPayment } from '../../src/client/payments.ts';
import { findPayment, parseReading, paymentReadInput, readAtBank } from '../../src/payments/read.ts';
import { paymentCard } from '../../src/payments/view.ts';

export default defineBankCommand(
  {
    summary: 'Read a payment.',
    description:
      'Shows the payment as it was sent and what the bank added, and for a bulk every payment in it. Without an ID, shows ' +
      'the newest payment of this profile. A domestic payment can be read only after the PSU has approved it.',
    examples: {
      'A payment by its id': 'payments get kQ3nV0b1cT8sYpR5dW2xZa',
      'The newest payment': 'payments get',
    },
    ...paymentReadInput,
    presentation: paymentCard,
  },
  async (command, { args, flags }) => {
    const reading = parseReading(flags, command.usualSca);
    const asked = await findPayment(command.context, args.id, flags.product, reading);
    return readAtBank(command, readPayment, asked, reading);
  },
);
