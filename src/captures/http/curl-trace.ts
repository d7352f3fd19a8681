import { skipComments } from './comments.ts';

const FIRST_LINE = /^> [!#$%&'*+.^_`|~0-9A-Za-z-]+ [^\r\n]+ HTTP\/[0-9.]+\r?$/m;

/**
 * What `curl -v` shows of a request: the lines behind `> `, up to the empty one. Undefined for other text.
 * @see C-verify-http
 */
export function sentByCurl(octets: string): string | undefined {
  const start = FIRST_LINE.exec(octets)?.index;
  if (start === undefined || !/^[*<>{}]/.test(octets.slice(skipComments(octets, 0)))) return undefined;
  const lines: string[] = [];
  for (let position = start; octets[position] === '>'; ) {
    const lineEnd = octets.indexOf('\n', position);
    const end = lineEnd < 0 ? octets.length : lineEnd + 1;
    const line = octets.slice(position, end).replace(/^> ?/, '');
    lines.push(line);
    if (/^\r?\n$/.test(line)) break;
    position = end;
  }
  return lines.join('');
}
