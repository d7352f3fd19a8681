import { quoteName } from '../../../src/cli/shell-quote.ts';
import { createCommand } from '../../../src/sandbox/command.ts';
import { CARD_ACCOUNTS } from '../../../src/sandbox/resources.ts';

export default createCommand(
  CARD_ACCOUNTS,
  {
    summary: 'Create a card account for a customer.',
    description: 'Amounts are whole units of the currency.',
    examples: {
      'A credit card':
        'sandbox card-account create --customer 15813963008 --masked-pan 492500xxxxxx1234 --currency NOK --credit-limit 20000',
    },
  },
  ({ resourceId, relatedAccount: { identification } }) => [
    `sandbox card-transactions add ${quoteName(resourceId, resourceId)} --amount 250 --text Dagligvarer`,
    `payments create --domestic --example --from-card ${quoteName(identification, identification)}`,
  ],
);
