import { quoteName } from '../../../src/cli/shell-quote.ts';
import { createCommand } from '../../../src/sandbox/command.ts';
import { AGREEMENTS } from '../../../src/sandbox/resources.ts';

export default createCommand(
  AGREEMENTS,
  {
    summary: 'Create an agreement for a corporate customer.',
    description:
      "The owner can see and pay from all of the customer's accounts. Other customers need an engagement for each account.",
    examples: { 'An agreement': 'sandbox agreement create --owner 310999016 --name Hovedavtale' },
  },
  ({ agreementId }) => {
    const id = quoteName(agreementId, agreementId);
    return [`sandbox engagement add ${id}`, `sandbox agreement get ${id}`];
  },
);
