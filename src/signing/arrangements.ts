import type { HttpRequest } from '../message.ts';
import { trimBlanks } from '../octets.ts';
import { type Finding, finding } from './findings.ts';
import {
  type HeaderIndex,
  REQUEST_TARGET,
  SIGNED_HEADERS,
  type SigningLine,
  signingLine,
} from './signing-string.ts';

/** Other lines than those listed, or the same in another order. @see G4-signature-invalid-order */
export interface Arrangement {
  readonly lines: readonly SigningLine[];
  readonly finding: () => Finding;
}

export interface ArrangedFrom {
  readonly request: HttpRequest;
  readonly index: HeaderIndex;
  /** The lines that should have been signed. */
  readonly lines: readonly SigningLine[];
}

type OrderCause = 'sorted' | 'reversed' | 'request-order' | 'other';

/** Orders that have a name. */
export function namedOrders(from: ArrangedFrom): Arrangement[] {
  return orders(from).filter(({ lines }) => !isSame(lines, from.lines));
}

/** Headers as often as they were sent; lines left out or put in. */
export function otherSets(from: ArrangedFrom): Arrangement[] {
  return [...linesOfRepeats(from), ...sets(from)].filter(({ lines }) => !isSame(lines, from.lines));
}

function isSame(left: readonly SigningLine[], right: readonly SigningLine[]): boolean {
  return left.length === right.length && left.every((line, place) => line === right[place]);
}

function ordered(cause: OrderCause, lines: readonly SigningLine[], detail?: string): Arrangement {
  return { lines, finding: () => finding('signature-invalid-order', { cause, detail }) };
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
    ordered('request-order', asSent.toReversed()),
    ordered('sorted', sorted.toReversed()),
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

const MORE = 'More lines were signed than headers lists.';
const LESS = 'Fewer lines were signed than headers lists.';

function sets(from: ArrangedFrom): Arrangement[] {
  const { request, index, lines } = from;
  const lineOf = (name: string) => signingLine(request, index, name);
  const standard = SIGNED_HEADERS.map(lineOf).filter((line) => line !== undefined);
  const target = lineOf(REQUEST_TARGET);
  const sorts = [
    standard,
    ...(target === undefined
      ? []
      : [
          [target, ...standard],
          [...standard, target],
        ]),
  ];
  const withEmpty = ['', 'null', 'undefined'].map((empty) =>
    SIGNED_HEADERS.map((name) => lineOf(name) ?? { name, value: empty }),
  );
  return [
    ...[...sorts, ...withEmpty].map((set) => ordered('other', set, set.length > lines.length ? MORE : LESS)),
    ...oneMore(from).map((set) => ordered('other', set, MORE)),
    ...subsets(lines).map((set) => ordered('other', set, LESS)),
  ];
}

const MAX_OTHER_HEADERS = 30;

/** Every list with one header more, of those that were sent, in any place. */
function oneMore({ request, index, lines }: ArrangedFrom): SigningLine[][] {
  const listed = new Set(lines.map(({ name }) => name));
  const names = [REQUEST_TARGET, ...index.keys()].filter(
    (name) => !listed.has(name) && !OWN_HEADERS.includes(name),
  );
  return names.slice(0, MAX_OTHER_HEADERS).flatMap((name) => {
    const line = signingLine(request, index, name);
    return line === undefined || line.value.length > MAX_EXTRA_CHARACTERS ? [] : inserted(lines, line);
  });
}

const OWN_HEADERS = ['signature', 'authorization'];
const MAX_EXTRA_CHARACTERS = 1024;

function inserted(lines: readonly SigningLine[], line: SigningLine): SigningLine[][] {
  return Array.from({ length: lines.length + 1 }, (_, place) =>
    lines.toSpliced(lines.length - place, 0, line),
  );
}

const MAX_SUBSET_LINES = 8;

/** Every list with lines left out, those with the fewest first; of many lines, one alone. */
function subsets(lines: readonly SigningLine[]): SigningLine[][] {
  if (lines.length > MAX_SUBSET_LINES) return lines.map((_, place) => lines.toSpliced(place, 1));
  const masks = Array.from({ length: 2 ** lines.length - 2 }, (_, mask) => mask + 1);
  const chosen = masks.map((mask) => lines.filter((_, place) => (mask & (1 << place)) !== 0));
  return chosen.sort((left, right) => right.length - left.length);
}

const MAX_REPEATS = 8;

/** A header sent twice as a line for each time. */
function linesOfRepeats({ index, lines }: ArrangedFrom): Arrangement[] {
  return lines.flatMap((line, place) => {
    const values = (index.get(line.name) ?? []).slice(0, MAX_REPEATS).map(trimBlanks);
    if (values.length < 2) return [];
    const changed = lines.toSpliced(place, 1, ...values.map((value) => ({ ...line, value })));
    const { name } = line;
    return [
      {
        lines: changed,
        finding: () => finding('signature-invalid-duplicate', { header: name, detail: `It is ${name}.` }),
      },
    ];
  });
}
