import type { Command } from '@oclif/core/command';
import { type Columns, QUIET } from '../cli/columns.ts';
import { card } from '../cli/presentation.ts';
import type { Operation } from '../client/operation.ts';
import type { AccountOfRight } from '../client/operator.ts';
import { OPERATOR } from '../session/context.ts';
import type { PaymentRight } from '../wire/answers/operator.ts';
import { argsFor, type Help, sandboxCommand } from './command.ts';
import { ACCOUNTS, findAccountIds, newBalance } from './resources.ts';

const columns: Columns<PaymentRight> = [
  ['Account', 'accountId', 'identifier', QUIET],
  ['Payments', ({ paymentRight }) => (paymentRight ? 'can be made from it' : "can't be made from it")],
];

/** Gives or takes the right to pay from an account or card. @see D6-payment-right, C-operator-commands */
export function paymentRightCommand(
  operation: Operation<AccountOfRight, PaymentRight>,
  help: Help,
): Command.Class {
  return sandboxCommand(help, { args: argsFor(newBalance.args ?? {}) }, (command, parsed) =>
    command.ask(ACCOUNTS, parsed, (given) => {
      command.present(card(columns));
      return command.act(
        parsed,
        async ({ session, withMeta }) => {
          const { ACCOUNT: name = '' } = given;
          const [accountId = name] = await findAccountIds(session, [name]);
          return withMeta(await session.operate(operation, { accountId }));
        },
        OPERATOR,
      );
    }),
  );
}
