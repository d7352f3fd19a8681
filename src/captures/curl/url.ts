import { decodePercentOctets } from '../../core/octets.ts';
import { matchAt, matchText } from '../../core/scan.ts';
import { type CaptureNote, createChangedNote } from '../capture.ts';
import { assertWithinLimit, createPercentEncoder, createUnreadable, quoteExcerpt } from '../octets.ts';
import type { Word } from '../shell/word.ts';

interface UrlOptions {
  readonly isPathAsIs: boolean;
  readonly areBracketsPlain: boolean;
  /** The query that `--get` or `--url-query` appends. */
  readonly query: string | undefined;
  /** The percent-encoded file name that an upload to a folder appends. */
  readonly uploadName: string | undefined;
}

export interface CurlUrl {
  readonly target: string;
  /** Both are absent if the host is a variable. */
  readonly origin?: string;
  readonly host?: string;
  /** The percent-decoded `user:password`. */
  readonly user?: string;
  readonly notes: readonly CaptureNote[];
}

/** Matches variables that a sender such as Postman replaces. */
const TEMPLATE = /\{\{[^{}]*\}\}|<[A-Za-z][A-Za-z0-9_. -]{0,60}>/;
const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/{1,3})?([^/?#]*)([^?#]*)(\?[^#]*)?/;
const HOST = /^(?:[A-Za-z0-9._~%-]+|\[[0-9A-Fa-f:.%A-Za-z]+\])$/;

/**
 * Parses the URL as curl does: nothing is decoded, dot segments are removed, and the fragment isn't sent.
 * @see C-verify-curl-url
 */
export function readUrl(word: Word, options: UrlOptions): CurlUrl {
  assertWithinLimit('urlOctets', word.text.length);
  const isFilledIn = word.expansions.length > 0 || TEMPLATE.test(word.text);
  const isPlain = options.areBracketsPlain || isFilledIn;
  const { url, isPattern } = isPlain ? { url: word.text, isPattern: false } : expandFirst(word.text);
  const wrong = isFilledIn ? undefined : /[\0- \x7f]/.exec(url)?.[0];
  if (wrong !== undefined)
    throw createUnreadable(
      `The URL ${quoteExcerpt(url)} contains ${quoteExcerpt(wrong)}, which curl refuses.`,
      'Percent-encode it. A space is %20.',
    );
  const [, scheme = 'http', authority = '', path = '', query = ''] = PARTS.exec(url) ?? [];
  const { target, notes } = readTarget(path, query, options);
  const patternNotes = isPattern ? [createChangedNote('target', ...PATTERN)] : [];
  const server =
    isFilledIn && !HOST.test(splitAuthority(authority).host) ? {} : readServer(scheme, authority, url);
  return { target, ...server, notes: [...patternNotes, ...notes] };
}

const PATTERN = [
  'Because of the brackets and braces in the URL, curl sends several requests. This is the first.',
  "If they're part of the URL, add --globoff (-g).",
] as const;

function readTarget(path: string, query: string, { isPathAsIs, query: appended, uploadName }: UrlOptions) {
  const notes: CaptureNote[] = [];
  const squashed = isPathAsIs ? path : withoutDotSegments(path);
  if (squashed !== path) {
    const message = `curl removes the dot segments from ${quoteExcerpt(path)} and sends ${quoteExcerpt(squashed)}.`;
    notes.push(createChangedNote('target', message, 'To send the path unchanged, add --path-as-is.'));
  }
  const encoded = lowerEncoded(squashed);
  if (encoded !== squashed) {
    const message = `curl percent-encodes ${quoteExcerpt(squashed)} and sends ${quoteExcerpt(encoded)}.`;
    const hint = 'Percent-encode the path yourself. Other curl versions may encode it differently.';
    notes.push(createChangedNote('target', message, hint));
  }
  const rooted = encoded === '' ? '/' : encoded;
  const whole = uploadName !== undefined && rooted.endsWith('/') ? rooted + uploadName : rooted;
  if (appended === undefined) return { target: whole + query, notes };
  return { target: `${whole}${query.length > 1 ? `${query}&` : '?'}${appended}`, notes };
}

/** Percent-encodes with lower-case digits, as curl does. */
const lowerEncoded = createPercentEncoder(/[\0-\x7f]/, 'lower');

/** Removes dot segments (RFC 3986 §5.2.4). */
function withoutDotSegments(path: string): string {
  if (!/\/\.{1,2}(?:\/|$)/.test(path)) return path;
  const segments = path.split('/').slice(1);
  const kept: string[] = [];
  for (const [place, segment] of segments.entries()) {
    if (segment === '..') kept.pop();
    if (segment !== '.' && segment !== '..') kept.push(segment);
    else if (place === segments.length - 1) kept.push('');
  }
  return `/${kept.join('/')}`;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

function readServer(givenScheme: string, authority: string, url: string): Omit<CurlUrl, 'target' | 'notes'> {
  const scheme = givenScheme.toLowerCase();
  const { user, host, port } = splitAuthority(authority);
  if (!Object.hasOwn(DEFAULT_PORTS, scheme) || !HOST.test(host) || !/^[0-9]{0,5}$/.test(port)) {
    throw createUnreadable(
      `${quoteExcerpt(url)} isn't an HTTP URL.`,
      "Use the whole URL, in quotes: 'https://bank.example/v1/accounts'.",
    );
  }
  const number = port === '' ? '' : String(Number(port));
  const suffix = number === '' || number === DEFAULT_PORTS[scheme] ? '' : `:${number}`;
  return { origin: `${scheme}://${host.toLowerCase()}${suffix}`, host: host + suffix, user };
}

function splitAuthority(authority: string): { user?: string; host: string; port: string } {
  const at = authority.lastIndexOf('@');
  const server = authority.slice(at + 1);
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(server) ?? [];
  if (at < 0) return { host, port };
  const [name = '', ...password] = authority.slice(0, at).split(':');
  return { user: `${decodePercentOctets(name)}:${decodePercentOctets(password.join(':'))}`, host, port };
}

/**
 * Expands the first URL of a curl pattern: `{one,two}`, `[1-9]`, `[a-z:2]`; `\` escapes a bracket or brace.
 * @throws Fault INPUT_INVALID for patterns that curl rejects
 * @see https://curl.se/docs/manpage.html URL
 * @see C-verify-curl-url
 */
function expandFirst(url: string): { readonly url: string; readonly isPattern: boolean } {
  const pieces: string[] = [];
  let isPattern = false;
  let position = 0;
  while (position < url.length) {
    const { text, end, isPlain } = readPiece(url, position);
    pieces.push(text);
    isPattern ||= !isPlain;
    position = end;
  }
  return { url: pieces.join(''), isPattern };
}

/** Matches plain text, also an IPv6 address: a curl range has no colon before its hyphen. */
const PLAIN = /[^\\[\]{}]+|\[\]|\[(?=[0-9A-Fa-f]{0,4}:)[0-9A-Fa-f:.]+(?:%[^\]]*)?\]/y;
const ESCAPE = /\\([[\]{}])?/y;
/** Matches `{…}` without brackets and braces inside; `\` escapes one of these or a comma. */
const ALTERNATIVES =
  /\{(?!\})((?:\\(?:[[\]{},]|(?![[\]{},]))|[^\\[\]{},])*)(?:,(?:\\(?:[[\]{},]|(?![[\]{},]))|[^\\[\]{}])*)?\}/y;
const RANGE = /\[([0-9]+)-([0-9]+)(?::[0-9]+)?\]|\[([A-Za-z])-([A-Za-z])(?::[0-9]+)?\]/y;

function readPiece(url: string, start: number) {
  const plain = matchText(PLAIN, url, start);
  if (plain !== undefined) return { text: plain, end: start + plain.length, isPlain: true };
  const [escaped, bracket = '\\'] = matchAt(ESCAPE, url, start) ?? [];
  if (escaped !== undefined) return { text: bracket, end: start + escaped.length, isPlain: true };
  const [choice, first = ''] = matchAt(ALTERNATIVES, url, start) ?? [];
  if (choice !== undefined)
    return { text: first.replaceAll(/\\([[\]{},])/g, '$1'), end: start + choice.length, isPlain: false };
  const piece = parseRange(url, start);
  if (piece !== undefined) return piece;
  throw createUnreadable(
    `curl refuses the pattern at ${quoteExcerpt(url.slice(start))} in the URL.`,
    'If [ ] { } are part of the URL, add --globoff (-g).',
  );
}

function parseRange(url: string, start: number) {
  const match = matchAt(RANGE, url, start);
  if (match === undefined) return undefined;
  const [whole, low, high, from = '', to = ''] = match;
  const isForward = low === undefined ? from <= to : Number(low) <= Number(high);
  return isForward ? { text: low ?? from, end: start + whole.length, isPlain: false } : undefined;
}
