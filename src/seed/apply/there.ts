import type { Operation } from '../../client/operation.ts';
import {
  listSandboxAccounts,
  listSandboxAgreements,
  listSandboxCardAccounts,
  listSandboxCustomers,
  readSandboxAccount,
  readSandboxCardAccount,
} from '../../client/sandbox.ts';
import type { Session } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import type {
  SandboxAccount,
  SandboxAgreement,
  SandboxCardAccount,
  SandboxCustomer,
} from '../../wire/answers/sandbox.ts';
import { mapEach } from './context.ts';
import type { Remembered } from './remembered.ts';

/** What the bank has already. Of agreements those that a customer made: a private one's comes and goes with it. */
export interface There {
  readonly customers: readonly SandboxCustomer[];
  readonly accounts: readonly SandboxAccount[];
  readonly cards: readonly SandboxCardAccount[];
  readonly agreements: readonly SandboxAgreement[];
}

/**
 * @param remembered of a real sandbox, which is asked for accounts and cards by these ids; absent: the bank lists everything
 * @see C-seed-real-sandbox
 */
export async function readThere(session: Session, remembered: Remembered | undefined): Promise<There> {
  const list = async <Item>(operation: Operation<void, readonly Item[]>) =>
    (await session.lookUp(operation, undefined)).resource;
  const readAll = async <Input, Item>(
    operation: Operation<Input, Item>,
    inputs: readonly Input[],
  ): Promise<readonly Item[]> =>
    (await mapEach(inputs, (input) => readUnlessGone(session, operation, input))).flat();
  const accounts =
    remembered === undefined
      ? await list(listSandboxAccounts)
      : await readAll(
          readSandboxAccount,
          remembered.ids('accounts').map((mockAccountId) => ({ mockAccountId })),
        );
  const cards =
    remembered === undefined
      ? await list(listSandboxCardAccounts)
      : await readAll(
          readSandboxCardAccount,
          remembered.ids('cards').map((mockCardAccountId) => ({ mockCardAccountId })),
        );
  const agreements = await list(listSandboxAgreements);
  return {
    customers: await list(listSandboxCustomers),
    accounts,
    cards,
    agreements: agreements.filter(({ type }) => type === 'CORPORATE'),
  };
}

/** What was deleted since is made again. */
async function readUnlessGone<Input, Item>(
  session: Session,
  operation: Operation<Input, Item>,
  input: Input,
): Promise<readonly Item[]> {
  try {
    return [(await session.lookUp(operation, input)).resource];
  } catch (fault) {
    if (fault instanceof Fault && fault.details.status === 404) return [];
    throw fault;
  }
}
