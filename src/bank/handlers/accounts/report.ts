import type { Op } from '../../../store/contract.ts';
import type { Links } from '../../../wire/link.ts';
import { isRefusal, type Refusal, refuse } from '../../answer.ts';
import type { Exchange } from '../../exchange.ts';
import { type PageToken, readPageToken } from '../../paging-token.ts';
import type { OrderedList, Position } from '../../store/ordered-list.ts';
import { findPagingSecret, type WorldState } from '../../store/tables/world.ts';
import { ALL_DATES, type AskedList, type Dates } from './asked-list.ts';
import { boundTo, type ListPages, pageLinks } from './page-links.ts';
import { AT_START, type Page, positionAfter, readPage } from './pages.ts';

/** Which entries a list has. */
export interface Some extends Dates {
  /** As it was at this number of the world's one sequence; as it is, unless given. */
  readonly upTo?: bigint;
}

export interface Report<Booked, Pending> {
  /** With bookingStatus booked, both, all. */
  readonly booked?: readonly Booked[];
  /** With bookingStatus pending, both, all. */
  readonly pending?: readonly Pending[];
  /** To its other pages. */
  readonly links: Links;
}

interface Wanted<Booked, Pending> {
  readonly asked: AskedList;
  /** Of what it is about. */
  readonly path: string;
  /** Whether whatever is pending is told, on every page. @see D7-pending-policy */
  readonly tellsAllPending: boolean;
  readonly bookedOf: (some: Some) => OrderedList<Booked>;
  readonly pendingOf: (some: Some) => OrderedList<Pending>;
}

/**
 * One page of an account's transactions. The `page` of a link leads on in the world of the first page: what was booked or
 * approved since is not there, and what was pending then still is, so nothing comes twice and nothing is missed.
 * @see D7-page-token, D7-page-world
 * @see ../../../../docs/adr/0039-a-page-is-found-by-its-place.md
 */
export function* readReport<Booked, Pending>(
  exchange: Exchange,
  world: WorldState,
  wanted: Wanted<Booked, Pending>,
): Op<Report<Booked, Pending> | Refusal> {
  const { asked, path, tellsAllPending } = wanted;
  const token = yield* tokenOf(exchange, world, asked, path);
  if (token && isRefusal(token)) return token;
  exchange.isContinued = token !== undefined;
  const { bookingStatus, fromDate, toDate } = asked;
  // A link names the dates of booked transactions only, which may be defaults.
  const pendingDates = token?.pendingDates ?? asked.pendingDates;
  const at = token ? { upTo: token.watermark } : {};
  const some = { fromDate, toDate, ...at };
  const booked =
    bookingStatus === 'pending'
      ? undefined
      : yield* pageFrom(wanted.bookedOf(some), asked, token && (token.booked ?? AT_START));
  const pending =
    bookingStatus === 'booked' || tellsAllPending
      ? undefined
      : yield* pageFrom(
          wanted.pendingOf({ ...pendingDates, ...at }),
          asked,
          token && (token.pending ?? AT_START),
        );
  const all =
    bookingStatus !== 'booked' && tellsAllPending
      ? yield* everything(wanted.pendingOf({ ...ALL_DATES, ...at }))
      : undefined;
  const pages: ListPages = { ...(booked && { booked }), ...(pending && { pending }) };
  const { generation, sequence } = world;
  const watermark = token?.watermark ?? sequence;
  const told = pending?.items ?? all;
  return {
    ...(booked && { booked: booked.items }),
    ...(told && { pending: told }),
    links: yield* pageLinks(exchange, {
      asked: { ...asked, pendingDates },
      path,
      pages,
      generation,
      watermark,
    }),
  };
}

function* tokenOf(
  exchange: Exchange,
  world: WorldState,
  asked: AskedList,
  path: string,
): Op<PageToken | Refusal | undefined> {
  const text = exchange.query.get('page');
  if (text === null) return undefined;
  const secret = yield* findPagingSecret();
  const token =
    secret === undefined ? undefined : readPageToken(secret, text, boundTo(exchange, path, asked));
  return token?.generation === world.generation ? token : NO_TOKEN;
}

const NO_TOKEN = refuse(
  400,
  'FORMAT_ERROR',
  "page must come unchanged from a link of this list, with the link's other parameters: omit it to get the first page",
  'page',
);

/** @param given where it starts; else `offset` says it */
function* pageFrom<Item>(
  list: OrderedList<Item>,
  { offset, limit }: AskedList,
  given: Position | undefined,
): Op<Page<Item>> {
  const start = given ?? (yield* positionAfter(list, AT_START, offset));
  return yield* readPage(list, start, limit);
}

const ALL = 2 ** 31 - 1;

function* everything<Item>(list: OrderedList<Item>): Op<readonly Item[]> {
  return (yield* list.rows(list.start, { take: ALL })).map(({ item }) => item);
}
