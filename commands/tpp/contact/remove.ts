import { defineBankCommand } from '../../../src/cli/bank-command.ts';
import { createSentence } from '../../../src/cli/presentation.ts';
import { getOperation } from '../../../src/client/operation.ts';
import { callAsTpp, type Meta } from '../../../src/session/with-session.ts';

export default defineBankCommand(
  {
    summary: 'Remove your address from the bank.',
    examples: { 'Leave no address': 'tpp contact remove' },
    presentation: createSentence<Meta>(() => 'The bank no longer has an e-mail address of this TPP.'),
  },
  ({ context }, { flags: { profile } }) =>
    callAsTpp(context, { profile }, getOperation('delete contact information')),
);
