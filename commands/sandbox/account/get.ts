import { getCommand } from '../../../src/sandbox/command.ts';
import { ACCOUNTS } from '../../../src/sandbox/resources.ts';

export default getCommand(ACCOUNTS, {
  summary: 'Read an account with its balances.',
  description: 'Balances are whole units of the currency, without decimals.',
  examples: { 'By account number': 'sandbox account get 99901067291' },
});
