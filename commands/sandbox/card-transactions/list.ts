import { createTable, Flags, QUIET } from '../../../src/cli/command.ts';
import { getOperation } from '../../../src/client/operation.ts';
import {
  createArgs,
  defineSandboxCommand,
  rangeFlags,
  toTransactionQuery,
} from '../../../src/sandbox/command.ts';
import { findId } from '../../../src/sandbox/resource.ts';
import { amountColumn, CARD_ACCOUNTS } from '../../../src/sandbox/resources.ts';
import type { SandboxCardTransactions } from '../../../src/wire/answers/sandbox.ts';
import type { CardBookingStatus } from '../../../src/wire/sandbox.ts';

/** A card transaction; a pending one has only its id. */
type CardRow = Partial<SandboxCardTransactions['cardTransactions']['booked'][number]> & {
  readonly cardTransactionId: string;
};

export default defineSandboxCommand(
  {
    summary: 'List the transactions of a card account.',
    description:
      'Shows the transactions added by hand, newest first. For pending transactions the bank shows only the id.',
    examples: {
      'The transactions of a card': 'sandbox card-transactions list kQ3nV0b1cT8sYpR5dW2xZa',
      'Including pending transactions': 'sandbox card-transactions list kQ3nV0b1cT8sYpR5dW2xZa --status both',
    },
    args: createArgs(CARD_ACCOUNTS.args),
    flags: {
      status: Flags.string({
        description: 'Which transactions to list.',
        options: ['booked', 'pending', 'both'],
        default: 'booked',
      }),
      ...rangeFlags,
    },
    presentation: createTable<CardRow, SandboxCardTransactions>(
      [
        ['Booked', ({ bookingDate }) => bookingDate ?? 'pending', 'date'],
        ['Bought', ({ transactionDate }) => transactionDate || undefined, 'date'],
        amountColumn('Amount', ({ transactionAmount }) => transactionAmount),
        amountColumn('Original', ({ originalAmount }) => originalAmount),
        ['MCC', ({ merchantCategoryCode }) => merchantCategoryCode || undefined],
        ['Transaction', ({ cardTransactionId }) => cardTransactionId || undefined, 'identifier', QUIET],
      ],
      ({ cardTransactions: { booked, pending } }) => [
        ...pending.map((cardTransactionId) => ({ cardTransactionId })),
        ...booked,
      ],
      'No transactions. Add one:\npsd2 sandbox card-transactions add',
    ),
  },
  (command, parsed) =>
    command.ask(CARD_ACCOUNTS, parsed, ({ CARD = '' }) =>
      command.act(parsed, async ({ session, withMeta }) => {
        const mockCardAccountId = await findId(session, CARD_ACCOUNTS, CARD);
        const bookingStatus = parsed.flags.status as CardBookingStatus;
        const query = { mockCardAccountId, bookingStatus, ...toTransactionQuery(parsed.flags) };
        const listed = withMeta(
          await session.call(getOperation('list sandbox card account transactions'), query),
        );
        const { booked, pending } = listed.cardTransactions;
        command.tellOfMore(booked.length + pending.length, parsed.flags);
        return listed;
      }),
    ),
);
