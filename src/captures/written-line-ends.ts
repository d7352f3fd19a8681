/** A request line or a header on the first line, behind which a line end is written as an escape and a header follows. */
const BEGINS =
  /^\s*b?(["'`]?)(?:[A-Z]{3,10} \S{1,8192} HTTP\/[0-9](?:\.[0-9])?|[A-Za-z][A-Za-z0-9-]{0,60}:[^\\\n]{0,8192})(?:\\r)?\\n(?:\r?\n)?[A-Za-z][A-Za-z0-9-]{0,60}[ \t]*:/;
const LINE_END = /(?:\\r)?\\n(?:\r?\n)?/g;
const EMPTY_LINE = /(?:\\r)?\\n(?:\r?\n)?(?:\\r)?\\n(?:\r?\n)?/;
const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|([\s\S]))/g;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * Reads the line ends of a request that stands as a string literal, `POST / HTTP/1.1\r\nHost: …`, with or without its
 * quotes, on one line or on one line for each header.
 * @see C-verify-escaped-lines
 */
export function withWrittenLineEnds(octets: string): string {
  const begins = BEGINS.exec(octets);
  if (begins === null) return octets;
  const quote = begins[1] ?? '';
  const text = octets.trim().replace(/^b(?=["'`])/, '');
  if (quote !== '' && text.length > 1 && text.endsWith(quote)) return unescaped(text.slice(1, -1));
  const bare = quote === '' ? octets.trimStart() : text.slice(1);
  const end = EMPTY_LINE.exec(bare);
  const head = end === null ? bare : bare.slice(0, end.index);
  if (head.includes('\\"')) return unescaped(bare);
  const lines = head.replaceAll(LINE_END, (written) => (written.startsWith('\\r') ? '\r\n' : '\n'));
  if (end === null) return lines;
  const body = bare.slice(end.index + end[0].length);
  return `${lines}\r\n\r\n${body.includes('\\"') ? unescaped(body) : body}`;
}

function unescaped(text: string): string {
  return text
    .replaceAll(/\\n\r?\n/g, '\\n')
    .replaceAll(ESCAPE, (_, unit?: string, hex?: string, one = '') => {
      if (unit !== undefined)
        return Buffer.from(String.fromCharCode(Number.parseInt(unit, 16))).toString('latin1');
      return hex === undefined ? (CONTROLS[one] ?? one) : String.fromCharCode(Number.parseInt(hex, 16));
    });
}
