import type { Command } from '@oclif/core/command';
import { type Columns, createCard, type Help, QUIET } from '../cli/command.ts';
import { getOperation } from '../client/operation.ts';
import { OPERATOR } from '../session/context.ts';
import type { PaymentRight } from '../wire/answers/operator.ts';
import { createArgs, defineSandboxCommand } from './command.ts';
import { ACCOUNTS, findAccountIds, newBalance } from './resources.ts';

const columns: Columns<PaymentRight> = [
  ['Account', 'accountId', 'identifier', QUIET],
  ['Payments', ({ paymentRight }) => (paymentRight ? 'can be made from it' : "can't be made from it")],
];

/**
 * Creates a command that grants or revokes the right to pay from an account or card. @see D6-payment-right,
 * C-operator-commands
 */
export function createPaymentRightCommand(
  operation: `${'give' | 'take'} payment right`,
  help: Help,
): Command.Class {
  const args = createArgs(newBalance.within ?? {});
  return defineSandboxCommand({ ...help, args, presentation: createCard(columns) }, (command, parsed) =>
    command.ask(ACCOUNTS, parsed, ({ ACCOUNT: name = '' }) =>
      command.act(
        parsed,
        async ({ session, withMeta }) => {
          const [accountId = name] = await findAccountIds(session, [name]);
          return withMeta(await session.operate(getOperation(operation), { accountId }));
        },
        OPERATOR,
      ),
    ),
  );
}
