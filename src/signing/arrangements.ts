import type { HttpRequest } from '../message.ts';
import { type Finding, finding } from './findings.ts';
import { type HeaderIndex, REQUEST_TARGET, type SigningLine } from './signing-string.ts';

/** Other lines than those listed, or the same in another order. @see G4-signature-invalid-order */
export interface Arrangement {
  readonly lines: readonly SigningLine[];
  /** One for each fault. */
  readonly findings: () => Finding[];
}

export interface ArrangedFrom {
  readonly request: HttpRequest;
  readonly index: HeaderIndex;
  /** The lines that should have been signed. */
  readonly lines: readonly SigningLine[];
  /** Lines that later drafts make of parameters: `(created)`, `(expires)`. */
  readonly derived: readonly SigningLine[];
  /** The names that this bank wants signed where they are sent. */
  readonly signedHeaders: readonly string[];
  /** `#…` of the URL, where it is known. */
  readonly fragment?: string | undefined;
}

type OrderCause = 'sorted' | 'reversed' | 'request-order' | 'other';

/** Orders that have a name. */
export function namedOrders(from: ArrangedFrom): Arrangement[] {
  return orders(from).filter(({ lines }) => !isSame(lines, from.lines));
}

export function isSame(left: readonly SigningLine[], right: readonly SigningLine[]): boolean {
  return left.length === right.length && left.every((line, place) => line === right[place]);
}

function ordered(cause: OrderCause, lines: readonly SigningLine[], detail?: string): Arrangement {
  return { lines, findings: () => [finding('signature-invalid-order', { cause, detail })] };
}

function orders({ request, lines }: ArrangedFrom): Arrangement[] {
  const sorted = lines.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const asSent = inRequestOrder(request, lines, 'first');
  const asSentLast = inRequestOrder(request, lines, 'last');
  const target = lines.filter(({ name }) => name === REQUEST_TARGET);
  const targetLast = [...asSent.filter(({ name }) => name !== REQUEST_TARGET), ...target];
  return [
    ordered('sorted', sorted),
    ordered('reversed', lines.toReversed()),
    ordered('request-order', asSent),
    ordered('request-order', asSentLast),
    ...(target.length === 0 ? [] : [ordered('request-order', targetLast)]),
    ordered('other', asSent.toReversed(), "It's the order of the request's headers, the last first."),
    ordered('sorted', sorted.toReversed(), 'The last comes first.'),
  ];
}

/** The bank takes 100; captures may hold more. */
export const MAX_HEADERS = 1000;

/** By the first or the last place of a header that was sent twice. */
function inRequestOrder(
  { headers }: HttpRequest,
  lines: readonly SigningLine[],
  which: 'first' | 'last',
): SigningLine[] {
  const sent = headers.slice(0, MAX_HEADERS).map(([name], place) => [name.toLowerCase(), place] as const);
  const places = new Map(which === 'last' ? sent : sent.reverse());
  const place = ({ name }: SigningLine) => places.get(name) ?? -1;
  return lines.toSorted((left, right) => place(left) - place(right));
}

const MAX_MOVED_LINES = 8;

/** One line in another place, for those that are looked for beside another fault. */
export function oneLineMoved(lines: readonly SigningLine[]): Arrangement[] {
  const few = lines.length <= MAX_MOVED_LINES ? lines : [];
  return few.flatMap((line, from) => {
    const others = lines.toSpliced(from, 1);
    return lines.flatMap((_, to) =>
      to === from || to === from + 1 ? [] : [ordered('other', others.toSpliced(to, 0, line))],
    );
  });
}

/** Two lines in each other's place. */
export function twoSwapped(lines: readonly SigningLine[]): Arrangement[] {
  const few = lines.slice(0, MAX_SWAPPED_LINES);
  return few.flatMap((first, from) =>
    few.slice(from + 1).map((second, distance) => {
      const swapped = lines.with(from, second).with(from + 1 + distance, first);
      return ordered('other', swapped, `The lines ${first.name} and ${second.name} are swapped.`);
    }),
  );
}

export const MAX_SWAPPED_LINES = 20;
