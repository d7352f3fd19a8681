import type { Operation } from '../../client/operation.ts';
import { listSandboxAccounts, readSandboxAccount } from '../../client/sandbox/accounts.ts';
import { listSandboxAgreements } from '../../client/sandbox/agreements.ts';
import { listSandboxCardAccounts, readSandboxCardAccount } from '../../client/sandbox/card-accounts.ts';
import { listSandboxCustomers } from '../../client/sandbox/customers.ts';
import type { Session } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import type { SandboxAccount } from '../../wire/sandbox/account.ts';
import type { SandboxAgreement } from '../../wire/sandbox/agreement.ts';
import type { SandboxCardAccount } from '../../wire/sandbox/card-account.ts';
import type { SandboxCustomer } from '../../wire/sandbox/customer.ts';
import type { Remembered } from './remembered.ts';
import { forEachOf } from './workers.ts';

/** What the bank has already. Of agreements those that somebody made: a private customer's comes and goes with it. */
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
  const known = remembered === undefined ? undefined : await readKnown(session, remembered);
  const agreements = await list(listSandboxAgreements);
  return {
    customers: await list(listSandboxCustomers),
    accounts: known?.accounts ?? (await list(listSandboxAccounts)),
    cards: known?.cards ?? (await list(listSandboxCardAccounts)),
    agreements: agreements.filter(({ type }) => type === 'CORPORATE'),
  };
}

async function readKnown(
  session: Session,
  remembered: Remembered,
): Promise<Pick<There, 'accounts' | 'cards'>> {
  const readAll = async <Input, Item>(
    operation: Operation<Input, Item>,
    inputs: readonly Input[],
  ): Promise<Item[]> => {
    const found: Item[] = [];
    await forEachOf(inputs, async (input) => {
      const item = await unlessGone(session.lookUp(operation, input));
      if (item !== undefined) found.push(item.resource);
    });
    return found;
  };
  return {
    accounts: await readAll(
      readSandboxAccount,
      remembered.ids('accounts').map((mockAccountId) => ({ mockAccountId })),
    ),
    cards: await readAll(
      readSandboxCardAccount,
      remembered.ids('cards').map((mockCardAccountId) => ({ mockCardAccountId })),
    ),
  };
}

/** What was deleted since is made again. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (fault) {
    if (fault instanceof Fault && fault.details.status === 404) return undefined;
    throw fault;
  }
}
