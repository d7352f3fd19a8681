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
