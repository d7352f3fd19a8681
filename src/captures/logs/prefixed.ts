import { isJson } from '../json/parse.ts';
import { withoutLineEnds } from '../octets.ts';

const REQUEST_LINE =
  /(?<![^\n])([^\n]{1,300}?)((?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?:\/|https?:\/\/)\S{0,8192} HTTP\/[0-9](?:\.[0-9])?)[ \t]{0,9}\r?(?![^\n])/;
const HEADER = /^(?:> ?)?:?[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}[ \t]*:/;
/** Signs of other forms: logs of HTTP clients, `curl -v`. Their own readers know them. */
const OF_OTHER_FORM = /(?:^|[ \t])(?:-{1,3}>|>>|send:|\*) ?["'b]{0,2}$/;

/**
 * Removes what a logger, a container or an indentation puts before each line of an HTTP request: a time, a level, a
 * name. Several requests are parted by `###`. Other text stays as it is.
 * @see C-verify-line-prefix
 */
export function withoutLogPrefix(octets: string): string {
  const first = REQUEST_LINE.exec(octets);
  if (first === null) return octets;
  const ofTrace = / > $/.test(first[1] ?? '');
  const prefix = ofTrace ? (first[1] ?? '').slice(0, -2) : (first[1] ?? '');
  if (prefix === '> ' || OF_OTHER_FORM.test(prefix)) return octets;
  const lines = octets.slice(first.index).split('\n');
  const strip = linePrefix(prefix);
  const second = lines[1] ?? '';
  const isPrefixed = prefix.trim() === '' ? second.startsWith(prefix) : strip(second) !== undefined;
  if (!isPrefixed || !HEADER.test(strip(second) ?? '')) return octets;
  const bare = lines.map((line) => strip(line) ?? line);
  if (ofTrace) return ['* ', ...bare].join('\n');
  const starts = bare.flatMap((line, place) =>
    /^[A-Z]/.test(line) && REQUEST_LINE.test(` ${line}`) ? [place] : [],
  );
  return starts
    .map((start, place) => withoutLaterLines(bare.slice(start, starts[place + 1])))
    .join('\n\n###\n');
}

const MOST_ENDS = 50;

/** The request without what was logged behind it: a JSON body ends where its value does. */
function withoutLaterLines(lines: readonly string[]): string {
  const empty = lines.findIndex((line) => line.trim() === '');
  const body = empty < 0 ? [] : lines.slice(empty + 1);
  const whole = withoutLineEnds(lines.join('\n'));
  if (!/^[ \t]*[[{]/.test(body[0] ?? '')) return whole;
  const ends = body.flatMap((line, place) => (/[\]}][ \t]*\r?$/.test(line) ? [place + 1] : []));
  const end = ends.slice(0, MOST_ENDS).find((count) => isJson(body.slice(0, count).join('\n')));
  if (end === undefined) return whole;
  const answer = body.slice(end).findIndex((line) => /^HTTP\/[0-9]/.test(line));
  const answered = answer < 0 ? [] : ['', ...body.slice(end + answer)];
  const kept = withoutLineEnds(lines.slice(0, empty + 1 + end).join('\n'));
  return [kept, ...answered].join('\n');
}

/**
 * What a logger writes before each of its lines: like the first one, with any digits in the place of digits and any
 * blanks in the place of blanks. Answers the line without it; undefined for a line that the logger did not begin.
 * @see C-verify-logs
 */
export function linePrefix(first: string): (line: string) => string | undefined {
  const blanks = /[ \t]*$/.exec(first)?.[0].length ?? 0;
  const pieces = first.slice(0, first.length - blanks).match(/[0-9]+|[ \t]+|[^0-9 \t]+/g) ?? [];
  const source = pieces.map((piece) => {
    if (/^[0-9]/.test(piece)) return '[0-9]+';
    return /^[ \t]/.test(piece) ? '[ \\t]+' : piece.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  });
  const pattern = new RegExp(`^${source.join('')}[ \\t]{0,${blanks}}`);
  return (line) => {
    const found = pattern.exec(line)?.[0];
    return found === undefined ? undefined : line.slice(found.length);
  };
}
