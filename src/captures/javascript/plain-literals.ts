import { textAt } from '../../core/scan.ts';
import { readPieces } from '../pieces.ts';
import { placeholderEnd } from './skip.ts';
import { readEscape, readQuoted, unclosed } from './strings.ts';
import { asText, type JsValue } from './values.ts';

/** Program text, and what its constants say. */
export interface Program {
  readonly text: string;
  readonly constants: ReadonlyMap<string, JsValue>;
}

export interface ReadJs {
  readonly value: JsValue;
  readonly end: number;
}

const NUMBER = /[+-]?(?:0x[0-9a-f]+|(?:[0-9][0-9_]*)?\.?[0-9][0-9_]*\.?(?:e[+-]?[0-9]+)?)(?![\w$])/iy;
export function readStringLiteral(text: string, start: number): ReadJs {
  const { text: value, end } = readQuoted(text, start);
  return { value: { kind: 'plain', value }, end };
}

export function readNumber(text: string, start: number): ReadJs | undefined {
  const digits = textAt(NUMBER, text, start);
  const value =
    digits === undefined || /^[+-]?0[0-9]/.test(digits) ? Number.NaN : Number(digits.replaceAll('_', ''));
  return digits === undefined || Number.isNaN(value)
    ? undefined
    : { value: { kind: 'plain', value }, end: start + digits.length };
}

const PLAIN_IN_TEMPLATE = /[^`\\$\r]+/y;

export function readTemplate(program: Program, start: number): ReadJs {
  const { text } = program;
  const read = readPieces(text, start + 1, (position) => {
    if (position >= text.length || text[position] === '`') return undefined;
    const plain = textAt(PLAIN_IN_TEMPLATE, text, position);
    return plain === undefined
      ? templatePiece(program, position)
      : { text: plain, unknown: [], end: position + plain.length };
  });
  if (text[read.end] !== '`') throw unclosed(text, start);
  return { value: { kind: 'text', text: read.text, unknown: read.unknown }, end: read.end + 1 };
}

/** Line ends of a template are LF, whatever the file has. */
function templatePiece(
  { text, constants }: Program,
  start: number,
): { text: string; unknown: readonly string[]; end: number } {
  if (text[start] === '\\') return { ...readEscape(text, start), unknown: [] };
  if (text[start] === '\r')
    return { text: text[start + 1] === '\n' ? '' : '\n', unknown: [], end: start + 1 };
  if (!text.startsWith('${', start)) return { text: '$', unknown: [], end: start + 1 };
  const end = placeholderEnd(text, start);
  const literal = text.slice(start, end);
  const constant = constants.get(literal.slice(2, -1).trim());
  const known = constant === undefined ? undefined : asText(constant);
  return known === undefined ? { text: literal, unknown: [literal], end } : { ...known, end };
}
