import type { Operation } from '../../client/operation.ts';
import { listSandboxCustomers } from '../../client/sandbox/customers.ts';
import type { Session } from '../../client/session.ts';
import type { Given } from '../../forms/sandbox/form.ts';
import { agreeToDeletion } from '../agree-to-deletion.ts';
import { atBank, type Meta } from '../at-bank.ts';
import type { Need } from '../only-sandbox.ts';
import type { Program } from '../program.ts';
import { argument, found, idNamed } from './found.ts';
import type { Sort } from './sorts.ts';

export const SANDBOX_DATA: Need = { onlySandbox: 'sandbox data' };

/** Names of customers by customerNumber. */
export type Owners = ReadonlyMap<string, string>;

/** A resource beside the names of owners, which it has not. */
export interface Told<Resource> {
  readonly told: Resource & Meta;
  readonly owners: Owners;
}

export interface How {
  readonly profile: string | undefined;
  /** Whether the names of owners are wanted. */
  readonly withOwners: boolean;
}

/** A list is told as its items. @see C-json-result */
export interface Items<Item> {
  readonly items: readonly Item[];
}

export function list<Item>(
  program: Program,
  sort: Pick<Sort<Item>, 'list'>,
  how: How,
): Promise<Told<Items<Item>>> {
  return atBank(
    program,
    { profile: how.profile },
    async ({ session, withMeta }) => {
      const { resource: items, ...called } = await session.call(sort.list, undefined);
      return { told: withMeta({ ...called, resource: { items } }), owners: await ownersFor(session, how) };
    },
    SANDBOX_DATA,
  );
}

export function read<Item extends object, Reference>(
  program: Program,
  sort: Sort<Item, Reference>,
  given: Given,
  how: How,
): Promise<Told<Item>> {
  return onNamed(program, sort, sort.read, given, how);
}

export interface Removing {
  readonly profile: string | undefined;
  /** Tells whether the command line agrees. */
  readonly yes: boolean;
}

/**
 * Deletes what is named, with what it owns. What no list has needs no consent: the bank says that there is none.
 * @throws Fault INPUT_MISSING, INTERRUPTED without consent
 * @see D8-deleting, C-deletion-consent
 */
export function remove<Item, Reference>(
  program: Program,
  sort: Sort<Item, Reference>,
  given: Given,
  { profile: named, yes }: Removing,
): Promise<Meta> {
  const [name = ''] = argument(given, sort.argument);
  return atBank(
    program,
    { profile: named },
    async ({ session, profile, withMeta }) => {
      const item = await found(session, sort, name);
      if (item !== undefined) {
        const kind = sort.kindOf(item);
        const what = [
          sort.word.replace('-', ' '),
          sort.nameOf(item),
          ...(kind === undefined ? [] : [`(${kind})`]),
        ];
        const from = `from the sandbox (profile ${profile.name}), with everything it owns.`;
        await agreeToDeletion(program, { yes, verb: 'delete', what: `${what.join(' ')} ${from}` });
      }
      const id = item === undefined ? name : sort.idOf(item);
      return withMeta(await session.call(sort.remove, sort.reference(id)));
    },
    SANDBOX_DATA,
  );
}

async function onNamed<Item, Reference, Resource extends object>(
  program: Program,
  sort: Sort<Item, Reference>,
  operation: Operation<Reference, Resource>,
  given: Given,
  how: How,
): Promise<Told<Resource>> {
  const [name = ''] = argument(given, sort.argument);
  return atBank(
    program,
    { profile: how.profile },
    async ({ session, withMeta }) => {
      const id = await idNamed(session, sort, name);
      const told = withMeta(await session.call(operation, sort.reference(id)));
      return { told, owners: await ownersFor(session, how) };
    },
    SANDBOX_DATA,
  );
}

export async function ownersFor(session: Session, { withOwners }: How): Promise<Owners> {
  return withOwners ? ownersAt(session) : new Map();
}

export async function ownersAt(session: Session): Promise<Owners> {
  const { resource } = await session.lookUp(listSandboxCustomers, undefined);
  return new Map(resource.map(({ customerNumber, customerName }) => [customerNumber, customerName]));
}
