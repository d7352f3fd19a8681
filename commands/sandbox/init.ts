import { createTable, Flags } from '../../src/cli/command.ts';
import { getOperation } from '../../src/client/operation.ts';
import { defineSandboxCommand } from '../../src/sandbox/command.ts';
import { SANDBOX_DATA, type WithOwnerName } from '../../src/sandbox/resource.ts';
import { accountsOfNewWorld } from '../../src/sandbox/resources.ts';
import { formatGone, formatWorld, replaceWorld } from '../../src/sandbox/world.ts';
import type { SandboxAccount, SandboxWorld } from '../../src/wire/answers/sandbox.ts';

const QUESTION = '{data}: {world}. The initial data is restored.';

export default defineSandboxCommand(
  {
    summary: 'Reset the sandbox to its initial data.',
    description:
      'Creates two private and two corporate customers, with accounts and cards. Everything you created is deleted, and all ' +
      'payments, baskets, sessions and consents end. At a terminal you confirm first; elsewhere --yes is needed where there is data.',
    examples: {
      'Start over': 'sandbox init',
      'Without a prompt': 'sandbox init --yes',
      'With transactions to look at': 'sandbox init --demo',
    },
    flags: {
      yes: Flags.boolean({ description: 'Delete the data without asking.' }),
      demo: Flags.boolean({
        description:
          'Add 90 days of transactions for the private customers, and an agreement of a company. Only in the embedded bank.',
      }),
    },
    presentation: createTable<WithOwnerName<SandboxAccount>, SandboxWorld>(
      accountsOfNewWorld,
      ({ accounts, customers }) => {
        const owners = new Map(
          customers.map(({ customerNumber, customerName }) => [customerNumber, customerName]),
        );
        return accounts.map((account) => ({ ...account, ownerName: owners.get(account.customerNumber) }));
      },
      'The sandbox has no accounts.',
    ),
  },
  async (command, parsed) => {
    const { made, gone } = await replaceWorld(
      command,
      parsed,
      { verb: 'delete', question: QUESTION },
      async ({ session, withMeta }) =>
        withMeta(await session.call(getOperation('initialise sandbox'), undefined)),
      { ...SANDBOX_DATA, world: parsed.flags.demo === true ? 'demo' : 'initial' },
    );
    if (command.tellsPeople && (command.personIsThere || gone !== undefined)) {
      const now = `Made: ${formatWorld(countWorld(made))}.`;
      command.notice(gone === undefined ? now : `${formatGone(gone)}\n${now}`);
    }
    return made;
  },
);

function countWorld({ customers, accounts, cardAccounts, agreements }: SandboxWorld) {
  return {
    customers: customers.length,
    accounts: accounts.length,
    cardAccounts: cardAccounts.length,
    agreements: agreements.length,
  };
}
