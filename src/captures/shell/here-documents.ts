import { type Expansion, lineEndAt, readQuoted } from './word.ts';

/** A here-document that was announced, with `<<` and its delimiter. */
export interface HereDocument {
  readonly delimiter: string;
  /** The delimiter was quoted: nothing in the text is replaced. */
  readonly isLiteral: boolean;
  readonly withoutTabs: boolean;
  readonly take: (text: string, expansions: readonly Expansion[]) => void;
}

/** Reads the texts that begin here, one after the other; the place behind the last. */
export function readHereDocuments(octets: string, start: number, documents: readonly HereDocument[]): number {
  let position = start;
  for (const document of documents) {
    const { text, end } = readText(octets, position, document);
    position = end;
    if (document.isLiteral) {
      document.take(text, []);
    } else {
      const read = readQuoted(text, 0, { until: '', escapes: '$`\\' });
      document.take(read.text, read.expansions);
    }
  }
  return position;
}

/** As bash does, a delimiter that never comes is taken as the end of the text. */
function readText(
  octets: string,
  start: number,
  { delimiter, withoutTabs }: HereDocument,
): { readonly text: string; readonly end: number } {
  let position = start;
  let textEnd = octets.length;
  while (position < octets.length && textEnd === octets.length) {
    const first = withoutTabs ? behindTabs(octets, position) : position;
    const behind = first + delimiter.length;
    const isDelimiter = octets.startsWith(delimiter, first) && isLineEnd(octets, behind);
    if (isDelimiter) textEnd = position;
    const lineEnd = octets.indexOf('\n', position);
    position = lineEnd < 0 ? octets.length : lineEnd + 1;
  }
  const text = octets.slice(start, textEnd);
  return { text: withoutTabs ? text.replaceAll(/^\t+/gm, '') : text, end: position };
}

function behindTabs(octets: string, start: number): number {
  let position = start;
  while (octets[position] === '\t') position += 1;
  return position;
}

function isLineEnd(octets: string, position: number): boolean {
  return position >= octets.length || lineEndAt(octets, position) > 0;
}
