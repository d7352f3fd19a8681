import { defineInformationCommand } from '../../src/accounts/commands.ts';
import { ACCOUNTS, findAccountId } from '../../src/accounts/read.ts';
import { change, readCounterparty, text, transactionId } from '../../src/accounts/transaction-view.ts';
import { createCard, createPickedArg } from '../../src/cli/command.ts';
import { accountArg } from '../../src/cli/psu-flags.ts';
import { formatReferences } from '../../src/cli/resources/members.ts';
import { getOperation } from '../../src/client/operation.ts';
import type { Transaction, TransactionDetails } from '../../src/wire/answers/information.ts';

export default defineInformationCommand(
  {
    summary: 'Read a transaction of an account.',
    description:
      "Works for booked and pending transactions. Take the id from the list. A payment keeps its id when it's booked.",
    examples: { 'By the id from the list': 'accounts transaction 99901067291 kQ3nV0b1cT8sYpR5dW2xZa' },
    args: {
      ...accountArg,
      transaction: createPickedArg('transaction', 'The transactionId from the list.'),
    },
    presentation: createCard<Transaction, TransactionDetails>(
      [
        transactionId,
        ['Status', ({ bookingDate }) => (bookingDate === undefined ? 'pending' : 'booked')],
        ['Booked', 'bookingDate', 'date'],
        ['Value date', 'valueDate', 'date'],
        change,
        ['Counterparty', (one) => readCounterparty(one).name],
        ['Account', (one) => readCounterparty(one).account, 'identifier'],
        text,
        [
          'Reference',
          (one) => (one.remittanceInformationUnstructured === undefined ? undefined : formatReferences(one)),
        ],
        ['Purpose', 'purposeCode'],
        ['Code', 'bankTransactionCode', 'identifier'],
        ['End-to-end ID', 'endToEndId', 'identifier'],
        ['Creditor ID', 'creditorId', 'identifier'],
        ['Ultimate creditor', 'ultimateCreditor'],
        ['Ultimate debtor', 'ultimateDebtor'],
      ],
      ({ transactionsDetails }) => transactionsDetails.transactionDetails,
    ),
  },
  async (as, { account, transaction }) =>
    as.call(getOperation('read account transaction'), {
      accountId: await findAccountId(as, ACCOUNTS, account),
      transactionId: transaction,
    }),
);
