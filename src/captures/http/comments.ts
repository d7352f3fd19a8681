import { lengthAt } from '../../core/scan.ts';

const SKIPPED =
  /[ \t]*\r?\n|[ \t]*(?:#|\/\/)[^\n]*(?:\n|$)|@[A-Za-z_][A-Za-z0-9_.-]*[ \t]*=[^\n]*(?:\n|$)|< ?\{%[^%]{0,65536}%\}/y;

/**
 * The place behind empty lines, comments, separators (`###`), variables of an HTTP client (`@name = value`) and its
 * scripts in front of a request (`< {% … %}`).
 */
export function skipComments(octets: string, start: number): number {
  let position = start;
  for (;;) {
    const length = position < octets.length ? lengthAt(SKIPPED, octets, position) : 0;
    if (length === 0) return position;
    position += length;
  }
}

const NAME = /^[ \t]*(?:#|\/\/)[ \t]*@name(?:[ \t]*=[ \t]*|[ \t]+)([^\r\n]{1,200}?)[ \t]*$/m;
const SEPARATOR_NAME = /^###[ \t]+([^\r\n]{1,200}?)[ \t]*$/gm;

/** What the lines in front of a request name it: `# @name x`, else `### x`. @see C-verify-http-client-files */
export function nameIn(skipped: string): string | undefined {
  return NAME.exec(skipped)?.[1] ?? [...skipped.matchAll(SEPARATOR_NAME)].at(-1)?.[1];
}
