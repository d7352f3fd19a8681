import type { Header } from '../../message.ts';
import { trimBlanks } from '../../octets.ts';
import type { CaptureNote } from '../capture.ts';
import { readHeaderLines } from '../http/header-lines.ts';

/** What of the options becomes a header of its own. */
interface OwnHeaders {
  readonly host: string | undefined;
  readonly authorization: string | undefined;
  readonly range: string | undefined;
  readonly userAgent: string | undefined;
  readonly referer: string | undefined;
  readonly cookies: readonly string[];
  readonly isJson: boolean;
  /** Undefined without a body. */
  readonly bodyLength: number | undefined;
  readonly isForm: boolean;
}

/**
 * The headers as curl sends them, in its order. Left out is what differs from one build of curl to another:
 * its own User-Agent, Accept-Encoding, Expect.
 * @see C-verify-header-octets
 */
export function assembleHeaders(
  given: readonly string[],
  own: OwnHeaders,
): { headers: readonly Header[]; notes: readonly CaptureNote[] } {
  const custom = [...given, ...jsonHeaders(given, own)];
  const isGiven = (name: string) => custom.some((line) => isNamed(line, name));
  const line = (name: string, value: string | undefined) =>
    value === undefined || isGiven(name) ? [] : [`${name}: ${value}`];
  const isChunked = custom.some((text) => isNamed(text, 'transfer-encoding') && /chunked/i.test(text));
  const length = isChunked || own.bodyLength === undefined ? undefined : String(own.bodyLength);
  const lines = [
    ...hostLine(custom, own.host),
    ...line('Authorization', own.authorization),
    ...line('Range', own.range),
    ...line('User-Agent', own.userAgent),
    ...line('Accept', '*/*'),
    ...line('Referer', own.referer),
    ...line('Cookie', own.cookies.length === 0 ? undefined : own.cookies.join(';')),
    ...custom.filter((text) => !isNamed(text, 'host')).flatMap(sentLine),
    ...line('Content-Length', length),
    ...line('Content-Type', own.isForm ? 'application/x-www-form-urlencoded' : undefined),
  ];
  return readHeaderLines(lines.join('\n').split(/\r?\n/).filter(notEmpty), {
    where: () => ' of --header',
    hint: "Pass each header separately: -H 'Name: value'.",
  });
}

/** A line end within a header makes two lines of it; an empty one ended the headers, which we do not follow. */
function notEmpty(line: string): boolean {
  return line !== '';
}

function jsonHeaders(given: readonly string[], { isJson }: OwnHeaders): string[] {
  if (!isJson) return [];
  return ['Content-Type', 'Accept']
    .filter((name) => !given.some((line) => isNamed(line, name)))
    .map((name) => `${name}: application/json`);
}

/** curl takes `Name:` and `Name;` for the header of that name, to replace its own. */
function isNamed(line: string, name: string): boolean {
  const separator = line[name.length];
  const isWhole = separator === ':' || separator === ';';
  return isWhole && line.slice(0, name.length).toLowerCase() === name.toLowerCase();
}

/** The first Host that is given counts; `Host:` alone sends none. */
function hostLine(custom: readonly string[], host: string | undefined): string[] {
  const first = custom.find((text) => isNamed(text, 'host'));
  if (first !== undefined)
    return first.slice('host'.length) === ':' ? [] : [`Host:${first.slice('host:'.length)}`];
  return host === undefined ? [] : [`Host: ${host}`];
}

/** `Name: value` as it is; `Name;` with an empty value; `Name:` and what has neither are not sent. */
function sentLine(text: string): string[] {
  const colon = text.indexOf(':');
  if (colon >= 0) return trimBlanks(text.slice(colon + 1)) === '' ? [] : [text];
  return text.indexOf(';') === text.length - 1 && text.length > 1 ? [`${text.slice(0, -1)}:`] : [];
}
