import type { Dialect } from './dialect.ts';
import { finding, type Report } from './findings.ts';
import { nearHeader, nearHeaderText } from './near-header.ts';
import {
  type HeaderIndex,
  REQUEST_TARGET,
  type SignableMessage,
  type SigningLine,
  signingLine,
} from './signing-string.ts';

/** The lines of the signing string, and whether every listed name has one. */
export interface ListedLines {
  readonly lines: readonly SigningLine[];
  readonly complete: boolean;
  /** The names of the list. */
  readonly listed?: readonly string[];
  /** Without a list: the lines that may have been signed, the first ones most likely. */
  readonly assumed?: readonly (readonly SigningLine[])[];
}

/**
 * Every listed header is there, and every header that must be signed is listed. Without a list the draft signs
 * the date alone.
 * @see G3-all-checks, G4-required-header-not-signed
 */
export function checkListedHeaders(
  message: SignableMessage,
  index: HeaderIndex,
  names: readonly string[] | undefined,
  { signedHeaders }: Dialect,
  report: Report,
): ListedLines {
  const listed = names ?? ['date'];
  const lines: SigningLine[] = [];
  for (const name of listed) {
    const line = signingLine(message, index, name);
    if (line !== undefined) lines.push(line);
    else if (names !== undefined) {
      const near = nearHeader(name, index);
      const detail = [`It is ${shortened(name)}.`, nearHeaderText(name, index) ?? ''].join(' ').trim();
      const meant =
        near === undefined
          ? lists(names, index, signedHeaders)
          : { remedy: `Send it under the name ${name}, not ${near}.`, expected: name, found: near };
      report(finding('listed-header-absent', { header: name, detail, ...meant }));
    }
  }
  if (names === undefined)
    return { lines, complete: false, assumed: usualLines(message, index, signedHeaders) };
  for (const name of signedHeaders) {
    if (index.has(name) && !names.includes(name)) {
      const detail = `It is ${name}.`;
      report(
        finding('required-header-not-signed', {
          header: name,
          detail,
          ...lists(names, index, signedHeaders),
        }),
      );
    }
  }
  return { lines, complete: lines.length === listed.length, listed };
}

/** What is signed by those who sign what they must, without (request-target) and with it. */
function usualLines(
  message: SignableMessage,
  index: HeaderIndex,
  signedHeaders: readonly string[],
): SigningLine[][] {
  const lineOf = (name: string) => signingLine(message, index, name);
  return [signedHeaders, [REQUEST_TARGET, ...signedHeaders]].map((names) =>
    names.map(lineOf).filter((line) => line !== undefined),
  );
}

/** The names that this request has of those listed, then those that must be signed as well. */
function lists(
  names: readonly string[],
  index: HeaderIndex,
  signedHeaders: readonly string[],
): { expected: string; found: string } {
  const sent = names.filter((name) => name === REQUEST_TARGET || index.has(name));
  const missing = signedHeaders.filter((name) => index.has(name) && !names.includes(name));
  return { expected: [...sent, ...missing].join(' '), found: names.join(' ') };
}

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
