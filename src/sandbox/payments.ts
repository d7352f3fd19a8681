import type { Command } from '@oclif/core/command';
import { createCard, createPickedArg, type Help, QUIET } from '../cli/command.ts';
import { quoteId } from '../cli/shell-quote.ts';
import type { PaymentMoved } from '../wire/answers/operator.ts';
import { defineOperatorCommand } from './command.ts';

/**
 * Creates a command of an operator's operation on a payment, or on each payment of a bulk.
 * @param nextFor the commands to go on with; the id is a word of a command
 * @param unseenAt the effect that the status doesn't show
 * @see D11-hold, D11-settle-late, C-operator-commands
 */
export function createPaymentCommand(
  operation: `${'hold' | 'reject' | 'release' | 'settle'} payment` | 'settle payment late',
  help: Help,
  nextFor: (paymentId: string) => readonly string[],
  unseenAt: (status: string) => string | undefined = () => undefined,
): Command.Class {
  return defineOperatorCommand(
    {
      ...help,
      args: {
        id: createPickedArg('openPayment', 'The payment or bulk, by paymentId.'),
      },
      presentation: createCard<PaymentMoved>([
        ['Payment', 'paymentId', 'identifier'],
        ['Status', 'transactionStatus', 'status', QUIET],
        ['From now on', ({ transactionStatus }) => unseenAt(transactionStatus)],
      ]),
    },
    operation as 'hold payment',
    ({ args }) => ({ paymentId: args.id }),
    ({ paymentId }) => nextFor(quoteId(paymentId)),
  );
}
