import { textAt } from '../../core/scan.ts';
import { excerpt, placeIn, unreadable } from '../unreadable.ts';

interface Opened {
  readonly closer: ')' | '}' | ']' | '`' | '"';
  /** Single quotes stand for themselves here. */
  readonly isQuoted: boolean;
}

const NAME = /[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]/y;

/**
 * The place behind the expansion that begins here; undefined when none does, as with a `$` alone.
 * Nothing is looked into: the shell would run it.
 * @see C-verify-curl-expansions
 */
export function expansionEnd(octets: string, start: number, isQuoted: boolean): number | undefined {
  if (octets[start] === '`') return endOf(octets, start, 1, { closer: '`', isQuoted });
  if (octets[start] !== '$') return undefined;
  const next = octets[start + 1];
  if (next === '(') return endOf(octets, start, 2, { closer: ')', isQuoted: false });
  if (next === '{') return endOf(octets, start, 2, { closer: '}', isQuoted });
  if (next === '[') return endOf(octets, start, 2, { closer: ']', isQuoted });
  const name = textAt(NAME, octets, start + 1);
  return name === undefined ? undefined : start + 1 + name.length;
}

/** The same of `<(` and `>(`, which mean nothing in double quotes. */
export function substitutionEnd(octets: string, start: number): number | undefined {
  const isOpened = (octets[start] === '<' || octets[start] === '>') && octets[start + 1] === '(';
  return isOpened ? endOf(octets, start, 2, { closer: ')', isQuoted: false }) : undefined;
}

/** With a stack of its own: input may be nested a million deep. */
function endOf(octets: string, start: number, length: number, outermost: Opened): number {
  const open = [outermost];
  let position = start + length;
  while (position < octets.length) {
    const innermost = open.at(-1) ?? outermost;
    const character = octets[position];
    if (character === innermost.closer) {
      open.pop();
      if (open.length === 0) return position + 1;
      position += 1;
    } else if (character === '\\') position += 2;
    else if (innermost.closer === '`') position += 1;
    else position = step(octets, position, open, innermost);
  }
  throw unreadable(
    `${excerpt(octets.slice(start))} at ${placeIn(octets, start)} isn't closed: ${open.at(-1)?.closer} is missing.`,
    'Copy the whole command.',
  );
}

/** What opens is put on the stack, what is in single quotes is skipped. */
function step(octets: string, position: number, open: Opened[], { closer, isQuoted }: Opened): number {
  const [first, second] = [octets[position], octets[position + 1]];
  if (first === "'" && !isQuoted) return singleQuotedEnd(octets, position);
  if (first === '$' && (second === '(' || second === '{')) {
    open.push(second === '(' ? { closer: ')', isQuoted: false } : { closer: '}', isQuoted });
    return position + 2;
  }
  if (first === '`') open.push({ closer: '`', isQuoted });
  if (first === '"') open.push({ closer: '"', isQuoted: true });
  if (first === '(' && closer === ')') open.push({ closer: ')', isQuoted: false });
  return position + 1;
}

function singleQuotedEnd(octets: string, start: number): number {
  const end = octets.indexOf("'", start + 1);
  return end < 0 ? octets.length : end + 1;
}
