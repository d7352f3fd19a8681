const SKIPPED = /[ \t]*\r?\n|[ \t]*(?:#|\/\/)[^\n]*(?:\n|$)|@[A-Za-z_][A-Za-z0-9_.-]*[ \t]*=[^\n]*(?:\n|$)/y;

/** The place behind empty lines, comments, separators (`###`), and variables of an HTTP client (`@name = value`). */
export function skipComments(octets: string, start: number): number {
  let position = start;
  for (;;) {
    SKIPPED.lastIndex = position;
    const length = position < octets.length ? (SKIPPED.exec(octets)?.[0].length ?? 0) : 0;
    if (length === 0) return position;
    position += length;
  }
}
