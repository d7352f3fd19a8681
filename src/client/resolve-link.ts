import { Fault } from '../errors.ts';
import type { Link } from '../wire/link.ts';
import { decodeSegments } from '../wire/operations.ts';
import type { Operation } from './operation.ts';

/** The address of a bank's interface, to which its links must lead. */
export interface BankPlace {
  /** Absent for a bank in this process. */
  readonly origin?: string | undefined;
  readonly basePath: string;
}

/** Parses a profile's base URL. */
export function parsePlace(baseUrl: string): BankPlace & { readonly origin: string } {
  const { origin, pathname } = new URL(baseUrl);
  return { origin, basePath: pathname.replace(/\/$/, '') };
}

/** The pattern of a decoded dot segment; some servers ignore a parameter behind it. */
const DOTS = /^\.{1,2}(?:;.*)?$/s;

/** Splits a path at every slash that a server could see; undefined if it has dot segments or can't be decoded. */
function splitWithoutDots(path: string): readonly string[] | undefined {
  const segments = decodeSegments(path)?.join('/').split(/[\\/]/);
  return segments?.some((one) => DOTS.test(one)) ? undefined : segments;
}

/** The stand-in origin of a bank in this process, whose links have no origin. */
const NOWHERE = 'http://bank.invalid';

/**
 * Returns the request target of a link from the bank.
 * @param name of the link, for the message
 * @throws Fault ANSWER_INVALID for a link that leads elsewhere, which is not followed
 * @see S10-links-followed
 */
export function resolveLink(name: string, { href }: Link, { origin = NOWHERE, basePath }: BankPlace): string {
  const base = `${origin}${basePath}/`;
  const url = URL.canParse(href, base) ? new URL(href, base) : undefined;
  const isBelow = url?.origin === new URL(base).origin && url.pathname.startsWith(`${basePath}/`);
  if (isBelow && splitWithoutDots(url.pathname) !== undefined) return url.pathname + url.search;
  throw new Fault('ANSWER_INVALID', `The bank's ${name} link, ${href}, wasn't followed.`, {
    hint: `psd2 only follows links below ${origin === NOWHERE ? base.slice(NOWHERE.length) : base}. Ask the bank, or correct the profile's base URL.`,
  });
}

/**
 * Returns the request target of a list's next link, and adds it to the targets of the list's pages.
 * @throws Fault ANSWER_INVALID for a link that leads elsewhere, or back to one of them
 */
export function resolveNextLink(next: Link, place: BankPlace, seen: Set<string>): string {
  const target = resolveLink('next', next, place);
  if (seen.has(target)) {
    const text = `The bank's next link leads back to a page that was already read, ${next.href}.`;
    throw new Fault('ANSWER_INVALID', text, { hint: 'Ask the bank.' });
  }
  seen.add(target);
  return target;
}

/**
 * Returns the request target of a path that a user wrote: below the base path, or with it or the whole base URL in
 * front, as in the bank's links.
 * @throws Fault USAGE for anything that a server could read as another place
 * @see C-api-below
 */
export function resolvePath(written: string, { origin = NOWHERE, basePath }: BankPlace): string {
  const base = origin + basePath;
  const prefix = [base, basePath].find((one) => one !== '' && written.startsWith(`${one}/`)) ?? '';
  const target = basePath + written.slice(prefix.length);
  // The parser resolves dot segments and rewrites characters that don't belong in a URL: an exact path stays as it is.
  const isExact = URL.canParse(origin + target) && new URL(origin + target).href === origin + target;
  const [path = ''] = target.slice(basePath.length).split('?', 1);
  const isBelow = splitWithoutDots(path)?.every(
    (one, at, { length }) => one !== '' || at === 0 || at === length - 1,
  );
  if (isExact && isBelow && path.startsWith('/') && !target.includes('#')) return target;
  const where = origin === NOWHERE ? 'of the embedded bank' : `below ${base}`;
  throw new Fault('USAGE', `${JSON.stringify(written)} isn't a path ${where}. Nothing was sent.`, {
    hint: 'Write a path such as /v1/user, percent-encoded, without dot segments, empty segments or #.',
  });
}

/** Binds an operation to the link of one of its responses; the link's query stays unchanged. */
export function bindToLink<Input, Resource>(
  operation: Operation<Input, Resource>,
  target: string,
): Operation<Input, Resource> {
  return {
    ...operation,
    request: (input, context) => ({ ...operation.request(input, context), target }),
  };
}
