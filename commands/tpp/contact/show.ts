import { defineBankCommand } from '../../../src/cli/bank-command.ts';
import { createCard, QUIET } from '../../../src/cli/command.ts';
import { getOperation } from '../../../src/client/operation.ts';
import { callAsTpp } from '../../../src/session/with-session.ts';
import type { TppContact } from '../../../src/wire/product-bodies.ts';

export default defineBankCommand(
  {
    summary: 'Show where the bank reaches you.',
    examples: { 'The address the bank has': 'tpp contact show' },
    presentation: createCard<TppContact>([['E-mail', 'email', 'identifier', QUIET]]),
  },
  ({ context }, { flags: { profile } }) =>
    callAsTpp(context, { profile }, getOperation('read contact information')),
);
