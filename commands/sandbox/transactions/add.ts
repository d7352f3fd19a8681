import { createCommand } from '../../../src/sandbox/command.ts';
import { newTransactions } from '../../../src/sandbox/resources.ts';

export default createCommand(newTransactions, {
  summary: 'Add transactions to an account.',
  description:
    "Add one with flags, or up to 2000 from a file: either all are added or none. They change the balance at once. Fields you don't set stay empty. Amounts are whole units of the currency.",
  examples: {
    'Incoming money':
      "sandbox transactions add 99901067291 --in 42000 --text Lønn --counterparty-name 'Prøve Bygg AS'",
    'Outgoing money, dated last year':
      'sandbox transactions add 99901067291 --out 250 --date 2025-12-23 --counterparty-bban 99911200011',
    'Many at once': 'sandbox transactions add 99901067291 --file transactions.json',
  },
});
