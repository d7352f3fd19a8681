import { matchAt, textAt } from '../../core/scan.ts';
import { excerpt, unreadable } from '../unreadable.ts';

/**
 * The first of the URLs that a pattern of curl stands for: `{one,two}`, `[1-9]`, `[a-z:2]`; `\` before a
 * bracket or brace makes it a plain one.
 * @throws Fault INPUT_INVALID for what curl refuses
 * @see https://curl.se/docs/manpage.html URL
 * @see C-verify-curl-url
 */
export function firstOfPattern(url: string): { readonly url: string; readonly isPattern: boolean } {
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

interface Piece {
  readonly text: string;
  readonly end: number;
  readonly isPlain: boolean;
}

const PLAIN = /[^\\[\]{}]+/y;
/** An address of IPv6; a range of curl has no colon before its hyphen. */
const ADDRESS = /\[(?=[0-9A-Fa-f]{0,4}:)[0-9A-Fa-f:.]+(?:%[^\]]*)?\]/y;
const RANGE = /\[([0-9]+)-([0-9]+)(?::[0-9]+)?\]|\[([A-Za-z])-([A-Za-z])(?::[0-9]+)?\]/y;

function readPiece(url: string, start: number): Piece {
  const plain = textAt(PLAIN, url, start) ?? (url.startsWith('[]', start) ? '[]' : undefined);
  if (plain !== undefined) return { text: plain, end: start + plain.length, isPlain: true };
  const character = url[start] ?? '';
  if (character === '\\') {
    const next = url[start + 1] ?? '';
    const isEscape = next !== '' && '[]{}'.includes(next);
    return isEscape
      ? { text: next, end: start + 2, isPlain: true }
      : { text: '\\', end: start + 1, isPlain: true };
  }
  const address = character === '[' ? textAt(ADDRESS, url, start) : undefined;
  if (address !== undefined) return { text: address, end: start + address.length, isPlain: true };
  const piece =
    character === '{' ? alternatives(url, start) : character === '[' ? range(url, start) : undefined;
  if (piece !== undefined) return piece;
  throw unreadable(
    `curl refuses the pattern at ${excerpt(url.slice(start))} in the URL.`,
    'If [ ] { } are part of the URL, add --globoff (-g).',
  );
}

/** `{…}` without brackets and braces in it; `\` before one, or before a comma, makes it plain. */
function alternatives(url: string, start: number): Piece | undefined {
  const first: string[] = [];
  let isFirst = true;
  for (let position = start + 1; position < url.length; position += 1) {
    const character = url[position] ?? '';
    const next = url[position + 1] ?? '';
    if (character === '}') {
      return position === start + 1 ? undefined : { text: first.join(''), end: position + 1, isPlain: false };
    }
    if ('[]{'.includes(character)) return undefined;
    const isEscape = character === '\\' && next !== '' && '[]{},'.includes(next);
    if (character === ',') isFirst = false;
    else if (isFirst) first.push(isEscape ? next : character);
    if (isEscape) position += 1;
  }
  return undefined;
}

function range(url: string, start: number): Piece | undefined {
  const match = matchAt(RANGE, url, start);
  if (match === undefined) return undefined;
  const [whole, low, high, from = '', to = ''] = match;
  const isForward = low === undefined ? from <= to : Number(low) <= Number(high);
  return isForward ? { text: low ?? from, end: start + whole.length, isPlain: false } : undefined;
}
