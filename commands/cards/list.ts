import { createListCommand } from '../../src/accounts/commands.ts';
import { CARDS } from '../../src/accounts/read.ts';
import { cardTable } from '../../src/accounts/view.ts';
import { getOperation } from '../../src/client/operation.ts';

export default createListCommand(CARDS, getOperation('list card accounts'), cardTable);
