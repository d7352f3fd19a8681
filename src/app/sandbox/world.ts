import { listSandboxAccounts } from '../../client/sandbox/accounts.ts';
import { listSandboxCustomers } from '../../client/sandbox/customers.ts';
import { initialiseSandbox } from '../../client/sandbox/initialise.ts';
import type { Session } from '../../client/session.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import type { SandboxAccount } from '../../wire/sandbox/account.ts';
import type { SandboxWorld } from '../../wire/sandbox/world.ts';
import { atBank, type Meta } from '../at-bank.ts';
import type { Program } from '../program.ts';

export type InitialisedSandbox = SandboxWorld & Meta;
export type ListedAccounts = { readonly items: readonly SandboxAccount[] } & Meta;

export function initialise(program: Program, given: GivenFlags): Promise<InitialisedSandbox> {
  return atBank(
    program,
    given,
    async ({ session, withMeta }) => withMeta(await session.call(initialiseSandbox, undefined)),
    { onlySandbox: 'sandbox data' },
  );
}

/** Names of customers by customerNumber. */
export type Owners = ReadonlyMap<string, string>;

export interface AccountsAsked {
  /** Whether the names of the owners are wanted, which no account's resource has. */
  readonly withOwners: boolean;
}

/** A list is told as its items. @see cli.md Behaviour, --json */
export function accounts(
  program: Program,
  { withOwners }: AccountsAsked,
  given: GivenFlags,
): Promise<{ readonly listed: ListedAccounts; readonly owners: Owners }> {
  return atBank(
    program,
    given,
    async ({ session, withMeta }) => {
      const { resource: items, ...called } = await session.call(listSandboxAccounts, undefined);
      const owners = withOwners ? await ownersAt(session) : new Map();
      return { listed: withMeta({ ...called, resource: { items } }), owners };
    },
    { onlySandbox: 'sandbox data' },
  );
}

async function ownersAt(session: Session): Promise<Owners> {
  const { resource } = await session.call(listSandboxCustomers, undefined);
  return new Map(resource.map(({ customerNumber, customerName }) => [customerNumber, customerName]));
}
