import type { Suspect } from './findings.ts';
import { REQUEST_TARGET, type SigningLine } from './signing-string.ts';

/** The names as the documentation writes them; others as they are. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ['x-request-id', 'X-Request-ID'],
  ['tpp-redirect-uri', 'TPP-Redirect-URI'],
  ['psu-id', 'PSU-ID'],
  ['psu-corporate-id', 'PSU-Corporate-ID'],
  ['host', 'Host'],
  ['content-type', 'Content-Type'],
  ['date', 'Date'],
  ['digest', 'Digest'],
  [REQUEST_TARGET, 'the path and query'],
]);

/** Headers whose value libraries and gateways write anew, the one most often first. */
const LIKELIEST = ['x-request-id', 'tpp-redirect-uri', 'psu-id', 'psu-corporate-id'];

/** What something else in the request confirms comes last: the body the Digest, the clock the Date. */
const CONFIRMED = ['digest', 'date'];

/** What is known of a request whose signing string was not found. */
export interface Unexplained {
  readonly lines: readonly SigningLine[];
  /** Whether Digest is that of the body. */
  readonly isDigestRight: boolean;
  /** Whether the search came to its end. */
  readonly isSearched: boolean;
}

/**
 * What nothing confirms of a request whose signing string was not found, likeliest first. None of it is a cause.
 * @see G3-never-false
 */
export function suspectsOf(unexplained: Unexplained): Suspect[] {
  const names = unexplained.lines.map(({ name }) => name).sort((left, right) => rank(left) - rank(right));
  return [
    ...names.map((header) => ({ header, reason: reasonOf(header, unexplained) })),
    { reason: "The string may have been built in a way this search doesn't know." },
  ];
}

function rank(name: string): number {
  if (CONFIRMED.includes(name)) return 100 + CONFIRMED.indexOf(name);
  const place = LIKELIEST.indexOf(name);
  return place < 0 ? LIKELIEST.length : place;
}

function reasonOf(header: string, { isDigestRight, isSearched }: Unexplained): string {
  if (header === 'date' && isSearched) return 'No Date within 24 hours explains it, but another might.';
  if (header === 'digest' && isDigestRight)
    return 'Digest matches the body, but both may have been changed together.';
  return `Nothing else in the request confirms ${WRITTEN.get(header) ?? header}.`;
}

/**
 * The suspects without those that a request that works has alike.
 * @param equal lower-case names of headers, and `(request-target)`
 */
export function withoutEqual(suspects: readonly Suspect[], equal: ReadonlySet<string>): Suspect[] {
  return suspects.filter(({ header }) => header === undefined || !equal.has(header));
}
