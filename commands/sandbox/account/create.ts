import { quoteName } from '../../../src/cli/shell-quote.ts';
import { createCommand } from '../../../src/sandbox/command.ts';
import { ACCOUNTS } from '../../../src/sandbox/resources.ts';

export default createCommand(
  ACCOUNTS,
  {
    summary: 'Create an account for a customer.',
    description:
      'Without --bban or --iban, the bank picks a number. If you set one of them, the other follows from it. Amounts are whole units of the currency.',
    examples: {
      'With a balance':
        'sandbox account create --customer 15813963008 --name Sparekonto --currency NOK --balance 5000',
      'In euros, with a number you choose':
        'sandbox account create --customer 310999016 --name Valutakonto --currency EUR --bban 99905012343',
    },
  },
  ({ bban, id }) => {
    const account = quoteName(bban, id);
    return [
      `sandbox transactions add ${account} --in 5000 --text Lønn`,
      `payments create --domestic --example --from-bban ${account}`,
    ];
  },
);
