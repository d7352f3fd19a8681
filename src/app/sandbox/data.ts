import type { Operation } from '../../client/operation.ts';
import { listSandboxCustomers } from '../../client/sandbox/customers.ts';
import type { Session } from '../../client/session.ts';
import type { Given } from '../../forms/sandbox/form.ts';
import { atBank, type Meta } from '../at-bank.ts';
import type { Need } from '../only-sandbox.ts';
import type { Program } from '../program.ts';
import { argument, idNamed } from './found.ts';
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

/** What it owns goes with it. @see D8-deleting; nothing beside `_meta` is told */
export async function remove<Item, Reference>(
  program: Program,
  sort: Sort<Item, Reference>,
  given: Given,
  { profile }: Pick<How, 'profile'>,
): Promise<Meta> {
  const { told } = await onNamed(program, sort, sort.remove, given, { profile, withOwners: false });
  return told;
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
