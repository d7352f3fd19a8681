import { lengthAt } from '../../core/scan.ts';
import { type HttpRequest, headerValue } from '../../message.ts';
import { bytesOf, octetsOf, textOf, withoutLineEnds } from '../octets.ts';
import { unreadable } from '../unreadable.ts';

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

/** `< body.json`, alone, stands for the content of a file. */
const FROM_FILE = /^<@?(?:utf-?8)?[ \t]+(\S+(?:[ \t]+\S+)*)\s*$/i;
const LONGEST_FILE_LINE = 1000;
/** What an HTTP client does with the answer: a script, a file to write it to. */
const AFTER_BODY = /^(?:> ?\{%|>>!? |> \S+\.js\b|<> )/m;

/**
 * The body of a request in a file of an HTTP client: what is for the client itself is no part of it, nor are the line
 * ends behind it.
 * @see C-verify-http-client-files
 */
export function readClientBody(
  { headers, body: sent }: HttpRequest,
  readFile: (name: string) => Uint8Array,
): Uint8Array {
  const octets = octetsOf(sent);
  const end = AFTER_BODY.exec(octets)?.index;
  const isCounted = end === undefined && headerValue(headers, 'content-length') !== undefined;
  const body = isCounted ? octets : withoutLineEnds(octets.slice(0, end));
  const name = body.length < LONGEST_FILE_LINE ? FROM_FILE.exec(body)?.[1] : undefined;
  return name === undefined ? bytesOf(body) : readFile(textOf(name));
}

const DEFINITION = /^@([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=[ \t]*([^\r\n]*?)[ \t]*\r?$/gm;
const USE = /\{\{[ \t]*([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*\}\}/g;
const LONGEST_VALUE = 65_536;
const MOST_OCTETS = 8 * 1024 * 1024;

/** The variables that lines `@name = value` say; a value may use those before it. */
export function variablesIn(skipped: readonly string[]): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const text of skipped) {
    for (const [, name = '', written = ''] of text.matchAll(DEFINITION)) {
      const value = filledIn(written, variables);
      if (value.length <= LONGEST_VALUE) variables.set(name, value);
    }
  }
  return variables;
}

/**
 * The text with the variables that are known; others stay.
 * @throws Fault INPUT_INVALID where it would become far longer
 * @see C-verify-http-client-files
 */
export function filledIn(text: string, variables: ReadonlyMap<string, string>): string {
  if (variables.size === 0 || !text.includes('{{')) return text;
  let added = 0;
  return text.replaceAll(USE, (use, name: string) => {
    const value = variables.get(name) ?? use;
    added += value.length;
    if (added <= MOST_OCTETS) return value;
    throw unreadable(
      'The variables of the file make it too long.',
      'Pass only the request you want to check.',
    );
  });
}
