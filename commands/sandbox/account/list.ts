import { createList, Flags, QUIET } from '../../../src/cli/command.ts';
import { defineSandboxCommand, listResources } from '../../../src/sandbox/command.ts';
import { SANDBOX_DATA } from '../../../src/sandbox/resource.ts';
import { ACCOUNTS } from '../../../src/sandbox/resources.ts';
import { assertRequirements } from '../../../src/session/context.ts';
import { openSettings } from '../../../src/settings/precedence.ts';
import { OUTCOME_ACCOUNTS, type OutcomeAccount } from '../../../src/values/outcome-accounts.ts';

export default defineSandboxCommand(
  {
    summary: "List the sandbox's accounts with their balances.",
    description:
      "Booked is the booked balance (closingBooked). Expected also counts approved payments that aren't booked yet. Balances are whole units of the currency.",
    examples: {
      'See what a run has booked': 'sandbox account list',
      'Accounts to pay to when you want a certain outcome': 'sandbox account list --outcomes',
    },
    flags: {
      outcomes: Flags.boolean({
        description: 'List the creditor accounts at another bank that decide how a payment ends.',
      }),
    },
  },
  async (command, parsed): Promise<object> => {
    const { outcomes, profile } = parsed.flags;
    if (!outcomes) return listResources(command, ACCOUNTS, parsed);
    // The bank has no endpoint for this list, so the profile is checked here. @see C-sandbox-outcomes
    assertRequirements(openSettings(command.context.surroundings, { profile }).profile, SANDBOX_DATA);
    command.present(outcomeTable);
    return { items: OUTCOME_ACCOUNTS };
  },
);

const outcomeTable = createList<OutcomeAccount>(
  [
    ['Account', 'bban', 'identifier', QUIET],
    ['Ends as', 'outcome', 'identifier'],
    ['A payment to it', 'text'],
  ],
  'No outcome accounts.',
);
