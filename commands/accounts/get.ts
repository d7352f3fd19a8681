import { createGetCommand } from '../../src/accounts/commands.ts';
import { ACCOUNTS } from '../../src/accounts/read.ts';
import { accountCard } from '../../src/accounts/view.ts';
import { getOperation } from '../../src/client/operation.ts';

export default createGetCommand(
  ACCOUNTS,
  '99901067291',
  getOperation('read account'),
  (accountId, withBalance) => ({ accountId, withBalance }),
  accountCard,
);
