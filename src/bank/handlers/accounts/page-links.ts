import type { Op } from '../../../store/contract.ts';
import { type Link, type Links, link } from '../../../wire/link.ts';
import type { Exchange } from '../../exchange.ts';
import { type PageToken, writePageToken } from '../../paging-token.ts';
import type { Position } from '../../store/ordered-list.ts';
import { loadPagingSecret } from '../../store/tables/world.ts';
import { ALL_DATES, type AskedList } from './asked-list.ts';
import { AT_START, goesBeyond, type Page, positionAfter, positionBack } from './pages.ts';

const LISTS = ['booked', 'pending'] as const;
type ListName = (typeof LISTS)[number];

/** The page that was read of each list that an answer has. */
export type ListPages = Readonly<Partial<Record<ListName, Page<unknown>>>>;
type Positions = Readonly<Partial<Record<ListName, Position>>>;

interface Turning {
  readonly asked: AskedList;
  readonly path: string;
  readonly pages: ListPages;
  readonly generation: bigint;
  readonly watermark: bigint;
}

/** So far is looked ahead for the last page, this one counted. @see D7-last-page */
const MOST_PAGES = 10;

/** What a token holds for beside what it says. @see D7-page-token */
export function boundTo({ tpp, psu = '' }: Exchange, path: string, asked: AskedList): readonly string[] {
  const { bookingStatus, fromDate, toDate, limit, offset } = asked;
  return [path, tpp, psu, bookingStatus, fromDate, toDate, String(limit), String(offset)];
}

/** Links to the other pages of a list; none where there is no other. @see D7-page-links */
export function* pageLinks(exchange: Exchange, turning: Turning): Op<Links> {
  const { asked, pages } = turning;
  const { offset, limit } = asked;
  const goesOn = LISTS.some((name) => pages[name]?.next);
  const isPaged = LISTS.some((name) => pages[name]);
  if (!isPaged || (!goesOn && offset === 0)) return {};
  const secret = yield* loadPagingSecret(() => exchange.secret());
  const to = (count: number, positions: Positions) => linkTo(exchange, turning, secret, count, positions);
  const start: Positions = yield* eachOf(pages, () => only(AT_START));
  const back = Math.max(0, offset - limit);
  const last = yield* lastPage(turning);
  return {
    first: to(0, start),
    ...(offset > 0 && {
      previous: to(back, yield* eachOf(pages, (page) => positionBack(page.list, page.start, back))),
    }),
    ...(goesOn && { next: to(offset + limit, yield* nextOf(pages, limit)) }),
    ...(last && { last: to(last.offset, last.positions) }),
  };
}

function linkTo(
  exchange: Exchange,
  { asked, path, generation, watermark }: Turning,
  secret: string,
  offset: number,
  positions: Positions,
): Link {
  const there = { ...asked, offset };
  const { fromDate, toDate, pendingDates } = asked;
  const token: PageToken = { generation, watermark, pendingDates, ...positions };
  const query = new URLSearchParams({
    bookingStatus: asked.bookingStatus,
    ...(fromDate !== ALL_DATES.fromDate && { dateFrom: fromDate }),
    ...(toDate !== ALL_DATES.toDate && { dateTo: toDate }),
    limit: String(asked.limit),
    offset: String(offset),
    page: writePageToken(secret, token, boundTo(exchange, path, there)),
  });
  return link(`${exchange.href(`${path}/transactions`)}?${query}`, 'GET');
}

/** Where the next page starts; a list that is over stays at its end. */
function nextOf(pages: ListPages, limit: number): Op<Positions> {
  return eachOf(pages, function* ({ list, start, next }) {
    return next ?? (yield* positionAfter(list, start, limit));
  });
}

/** The last page, where the lists end within ten pages from here. */
function* lastPage({ asked, pages }: Turning): Op<{ offset: number; positions: Positions } | undefined> {
  const { offset, limit } = asked;
  for (const page of Object.values(pages)) {
    if (yield* goesBeyond(page.list, page.start, MOST_PAGES * limit)) return undefined;
  }
  let last = { offset, positions: yield* eachOf(pages, ({ start }) => only(start)) };
  while (yield* anyGoesOn(pages, last.positions, limit)) {
    const { positions } = last;
    last = {
      offset: last.offset + limit,
      positions: yield* eachOf(pages, ({ list, start }, name) =>
        positionAfter(list, positions[name] ?? start, limit),
      ),
    };
  }
  return last;
}

// biome-ignore lint/correctness/useYield: what is known need not be read
function* only(position: Position): Op<Position> {
  return position;
}

function* anyGoesOn(pages: ListPages, positions: Positions, limit: number): Op<boolean> {
  for (const name of LISTS) {
    const page = pages[name];
    if (page && (yield* goesBeyond(page.list, positions[name] ?? page.start, limit))) return true;
  }
  return false;
}

function* eachOf(
  pages: ListPages,
  position: (page: Page<unknown>, name: ListName) => Op<Position>,
): Op<Positions> {
  const positions: Partial<Record<ListName, Position>> = {};
  for (const name of LISTS) {
    const page = pages[name];
    if (page) positions[name] = yield* position(page, name);
  }
  return positions;
}
