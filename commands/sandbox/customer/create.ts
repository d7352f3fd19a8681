import { quoteName } from '../../../src/cli/shell-quote.ts';
import { createCommand } from '../../../src/sandbox/command.ts';
import { CUSTOMERS } from '../../../src/sandbox/resources.ts';

export default createCommand(
  CUSTOMERS,
  {
    summary: 'Create a customer.',
    description:
      'The PSU enters the number at the bank, and other commands take it as --as. A private customer gets an agreement at once. For a corporate customer, create one.',
    examples: {
      'A person': "sandbox customer create --number 03898712345 --name 'Siv Prøve' --type PRIVATE",
      'A company': "sandbox customer create --number 310999032 --name 'Prøve Bygg AS' --type CORPORATE",
    },
  },
  ({ customerNumber, customerId, customerType }) => {
    const owner = quoteName(customerNumber, customerId);
    return [
      `sandbox account create --customer ${owner} --name Brukskonto --currency NOK`,
      ...(customerType === 'CORPORATE' ? [`sandbox agreement create --owner ${owner} --name Nettbank`] : []),
    ];
  },
);
