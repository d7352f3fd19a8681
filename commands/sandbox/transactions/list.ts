import { getOperation } from '../../../src/client/operation.ts';
import {
  createArgs,
  defineSandboxCommand,
  rangeFlags,
  toTransactionQuery,
} from '../../../src/sandbox/command.ts';
import { createListView } from '../../../src/sandbox/resource.ts';
import { ACCOUNTS, findAccount, TRANSACTIONS } from '../../../src/sandbox/resources.ts';

export default defineSandboxCommand(
  {
    summary: 'List the transactions of an account.',
    description:
      'Shows transactions added by hand and those from payments, newest first. Outgoing amounts are negative.',
    examples: {
      'The newest 200': 'sandbox transactions list 99901067291',
      'One month': 'sandbox transactions list 99901067291 --from 2026-10-01 --to 2026-10-31',
    },
    ...{ flags: rangeFlags, args: createArgs(ACCOUNTS.args) },
  },
  (command, parsed) =>
    command.ask(ACCOUNTS, parsed, (given) =>
      command.act(parsed, async ({ session, withMeta }) => {
        const { reference, self } = await findAccount(session, given);
        const query = { ...reference, ...toTransactionQuery(parsed.flags) };
        const { resource: items, meta } = await session.call(
          getOperation('list sandbox account transactions'),
          query,
        );
        command.present(createListView(TRANSACTIONS, { self }));
        command.tellOfMore(items.length, parsed.flags);
        return withMeta({ resource: { items }, meta });
      }),
    ),
);
