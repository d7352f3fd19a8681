import { lengthAt, textAt } from '../../core/scan.ts';
import { readEscape, readQuoted, unclosed } from './strings.ts';

const BLANKS = /(?:\s+|\/\/[^\n]*)+/y;

/** The place behind blanks and comments. */
export function skipBlanks(text: string, start: number): number {
  let position = start;
  for (;;) {
    position += lengthAt(BLANKS, text, position);
    if (!text.startsWith('/*', position)) return position;
    const close = text.indexOf('*/', position + 2);
    if (close < 0) throw unclosed(text, position);
    position = close + 2;
  }
}

const OPENERS: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' };
const PLAIN = /[^"'`(){}[\],;/\n]+/y;

/** The place behind an expression that isn't read: a comma, a semicolon or a bracket ends it. */
export function skipExpression(text: string, start: number): number {
  const open: string[] = [];
  let position = start;
  while (position < text.length) {
    const character = text[position] ?? '';
    if (open.length === 0 && /[,;)}\]]/.test(character)) return position;
    if (OPENERS[character] !== undefined) open.push(OPENERS[character]);
    else if (character === open.at(-1)) open.pop();
    position = behind(text, position, character);
  }
  return position;
}

function behind(text: string, position: number, character: string): number {
  if (character === '"' || character === "'") return readQuoted(text, position).end;
  if (character === '`') return templateEnd(text, position);
  if (character === '/') return Math.max(skipBlanks(text, position), position + 1);
  return position + (textAt(PLAIN, text, position)?.length ?? 1);
}

const PLAIN_IN_TEMPLATE = /[^`\\$]+/y;

/** Behind the backtick that closes the template; what is in `${…}` is gone over without its own templates. */
export function templateEnd(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length) {
    const character = text[position];
    if (character === '`') return position + 1;
    if (character === '\\') position = readEscape(text, position).end;
    else if (text.startsWith('${', position)) position = placeholderEnd(text, position);
    else position += textAt(PLAIN_IN_TEMPLATE, text, position)?.length ?? 1;
  }
  throw unclosed(text, start);
}

/** Behind the brace that closes `${`. */
export function placeholderEnd(text: string, start: number): number {
  let depth = 1;
  for (let position = start + 2; position < text.length; position += 1) {
    const character = text[position];
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0) return position + 1;
    if (character === '"' || character === "'") position = readQuoted(text, position).end - 1;
  }
  throw unclosed(text, start);
}
