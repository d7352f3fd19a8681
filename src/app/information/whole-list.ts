import type { Called } from '../../client/call.ts';
import type { PagedList } from './transactions.ts';

/** One of the lists of a resource, with the entries of all pages. */
export interface WholeList<Entry> {
  readonly bookingStatus: 'booked' | 'pending';
  /** The entries of a page at a time; read once. */
  readonly pages: AsyncIterable<readonly Entry[]>;
}

type Told<Resource, Entry> = Pick<PagedList<never, Resource, Entry>, 'listsOf' | 'idOf'>;

/**
 * What all pages of a list have, the booked entries first: to be read in this order, and no more than two pages are held
 * at a time. What is pending comes on the same pages as what is booked; so that it isn't kept meanwhile, the pages that
 * have some are read once more, by the same links, which lead to the same world.
 * @param first page
 * @param walk begins anew at the first page
 * @see C-transactions-all
 * @see ../../../docs/adr/0040-a-long-list-is-written-as-it-comes.md
 */
export function wholeLists<Resource, Entry>(
  first: Resource,
  walk: () => AsyncIterable<Called<Resource>>,
  { listsOf, idOf }: Told<Resource, Entry>,
): readonly WholeList<Entry>[] {
  const { booked, pending } = listsOf(first);
  const repeated = new Set(pending?.map(idOf));
  repeated.delete(undefined);
  /** A bank that tells all that is pending tells it on every page. @see D7-pending-policy */
  const pendingOf = (resource: Resource) => {
    const { pending: told = [] } = listsOf(resource);
    return resource === first ? told : told.filter((entry) => !repeated.has(idOf(entry)));
  };
  let pagesWithPending = booked === undefined ? Number.POSITIVE_INFINITY : 1;

  async function* bookedPages() {
    let count = 0;
    for await (const { resource } of walk()) {
      count += 1;
      if (pendingOf(resource).length > 0) pagesWithPending = count;
      yield listsOf(resource).booked ?? [];
    }
  }

  async function* pendingPages() {
    let count = 0;
    for await (const { resource } of walk()) {
      count += 1;
      yield pendingOf(resource);
      if (count >= pagesWithPending) return;
    }
  }

  return [
    ...(booked === undefined ? [] : [{ bookingStatus: 'booked' as const, pages: bookedPages() }]),
    ...(pending === undefined ? [] : [{ bookingStatus: 'pending' as const, pages: pendingPages() }]),
  ];
}
