import { finding, type Report } from './findings.ts';
import {
  type HeaderIndex,
  SIGNED_HEADERS,
  type SignableMessage,
  type SigningLine,
  signingLine,
} from './signing-string.ts';

/** The lines of the signing string, and whether every listed name has one. */
export interface ListedLines {
  readonly lines: readonly SigningLine[];
  readonly complete: boolean;
}

/**
 * Every listed header is there, and every header that must be signed is listed. Without a list the draft signs
 * the date alone.
 * @see signing.md §3, §4
 */
export function checkListedHeaders(
  message: SignableMessage,
  index: HeaderIndex,
  names: readonly string[] | undefined,
  report: Report,
): ListedLines {
  const listed = names ?? ['date'];
  const lines: SigningLine[] = [];
  for (const name of listed) {
    const line = signingLine(message, index, name);
    if (line !== undefined) lines.push(line);
    else if (names !== undefined)
      report(finding('listed-header-absent', { header: name, detail: `It is ${shortened(name)}.` }));
  }
  if (names === undefined) return { lines, complete: false };
  for (const name of SIGNED_HEADERS) {
    if (index.has(name) && !names.includes(name)) {
      report(finding('required-header-not-signed', { header: name, detail: `It is ${name}.` }));
    }
  }
  return { lines, complete: lines.length === listed.length };
}

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
