import { listSandboxAccounts } from '../../client/sandbox/accounts.ts';
import { initialiseSandbox } from '../../client/sandbox/initialise.ts';
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

/** A list is told as its items. @see cli.md Behaviour, --json */
export function accounts(program: Program, given: GivenFlags): Promise<ListedAccounts> {
  return atBank(
    program,
    given,
    async ({ session, withMeta }) => {
      const { resource: items, ...called } = await session.call(listSandboxAccounts, undefined);
      return withMeta({ ...called, resource: { items } });
    },
    { onlySandbox: 'sandbox data' },
  );
}
