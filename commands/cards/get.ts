import { createGetCommand } from '../../src/accounts/commands.ts';
import { CARDS } from '../../src/accounts/read.ts';
import { cardCard } from '../../src/accounts/view.ts';
import { getOperation } from '../../src/client/operation.ts';

export default createGetCommand(
  CARDS,
  '4925xxxxxxxx3595',
  getOperation('read card account'),
  (cardAccountId, withBalance) => ({ cardAccountId, withBalance }),
  cardCard,
);
