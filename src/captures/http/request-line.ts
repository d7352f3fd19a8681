import { excerpt, unreadable } from '../unreadable.ts';

export interface RequestLine {
  readonly method: string;
  /** As it stands there: origin-form, absolute-form, `*`. */
  readonly target: string;
  /** Files of HTTP clients may leave it out, and the method with it. */
  readonly hasVersion: boolean;
}

const VERSION = / +HTTP\/[0-9](?:\.[0-9])?$/;
/** A log's line begins with a digit, of a time. */
const METHOD = /^(?![0-9])([!#$%&'*+.^_`|~0-9A-Za-z-]+) +(?! )/;
const WITHOUT_VERSION = /^[A-Z]+ +(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/|\/|\*$|\{\{)/;
const ABSOLUTE = /^https?:\/\//i;

/** Undefined for what is no request line. @see C-verify-http */
export function readRequestLine(line: string): RequestLine | undefined {
  const end = line.length - (VERSION.exec(line.slice(-20))?.[0].length ?? 0);
  const hasVersion = end < line.length;
  const [whole, method] = METHOD.exec(line) ?? [];
  if (whole === undefined || method === undefined) {
    return ABSOLUTE.test(line) ? { method: 'GET', target: line.slice(0, end), hasVersion } : undefined;
  }
  const target = line.slice(whole.length, end);
  const isTarget = hasVersion ? target !== '' : WITHOUT_VERSION.test(line);
  return isTarget ? { method, target, hasVersion } : undefined;
}

const PARTS = /^(https?):\/\/([^/?#]*)([^#]*)/i;

/** The parts of a target; one that names its server is a path and query for it. */
export function splitTarget(target: string): { target: string; origin?: string; host?: string } {
  const [, scheme = '', authority = '', rest = ''] = PARTS.exec(target) ?? [];
  if (scheme === '') return { target };
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  if (host === '')
    throw unreadable(
      `The URL ${excerpt(target)} has no host.`,
      'Use the whole URL: https://bank.example/v1/…',
    );
  // A variable in the place of the host leaves the server unknown.
  return /\{\{|[<>$]/.test(host)
    ? { target: path }
    : { target: path, host, origin: `${scheme.toLowerCase()}://${host.toLowerCase()}` };
}
