import { createListCommand } from '../../src/accounts/commands.ts';
import { ACCOUNTS } from '../../src/accounts/read.ts';
import { accountTable } from '../../src/accounts/view.ts';
import { getOperation } from '../../src/client/operation.ts';

export default createListCommand(ACCOUNTS, getOperation('list accounts'), accountTable);
