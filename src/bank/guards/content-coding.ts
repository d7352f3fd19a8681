import type { Exchange } from '../exchange.ts';

/** How a body's bytes stand for its text: as they are, compressed, or in a way that is not read here. */
export type ContentCoding = 'identity' | 'gzip' | 'other';

/** `x-gzip` is the same (RFC 9110 8.4.1.3). One coding at most is undone: two would hide a size behind a size. */
const CODINGS: Readonly<Record<string, ContentCoding>> = {
  '': 'identity',
  identity: 'identity',
  gzip: 'gzip',
  'x-gzip': 'gzip',
};

/** @see S12-gzip, D2-content-coding */
export function contentCoding(exchange: Exchange): ContentCoding {
  const sent = exchange.headerList('Content-Encoding') ?? '';
  return CODINGS[sent.trim().toLowerCase()] ?? 'other';
}
