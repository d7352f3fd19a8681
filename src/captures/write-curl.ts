import { type HttpRequest, headerValue } from '../message.ts';
import { trimBlanks } from '../octets.ts';
import { octetsOf, sentOctets, textOf, utf8Octets } from './octets.ts';
import { refuseUnsendable, unfolded } from './sendable.ts';

/**
 * The curl command that sends exactly this request, for bash: the target is kept from what curl would make of
 * it, and headers that curl adds by itself are switched off, but for Host and the length of the body.
 * @param options of the connection, words of bash, a line for each
 * @throws Fault INPUT_INVALID for what HTTP/1.1 can't carry
 * @see https://curl.se/docs/manpage.html
 */
export function writeCurl(request: HttpRequest, origin: string, options: readonly string[] = []): string {
  refuseUnsendable(request);
  const { source, option } = bodyOption(request.body);
  const lines = [
    [...methodOptions(request), ...targetOptions(request.target, origin)].join(' '),
    ...options,
    ...request.headers.map(([name, value]) => `-H ${quoted(headerLine(name, sentOctets(value)))}`),
    ...switchedOff(request),
    ...option,
  ];
  return `${source}curl ${lines.join(' \\\n  ')}`;
}

/** curl waits for a body when HEAD is only a word to it. */
function methodOptions({ method, body }: HttpRequest): string[] {
  if (method === 'HEAD' && body.length === 0) return ['--head'];
  return method === 'GET' && body.length === 0 ? [] : [`-X ${quoted(method, true)}`];
}

/** Every octet that is not plain in a URL, or that curl leaves at home. */
const NO_URL = /[^!-~]|#|^[^/]/;
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?=[/?]|$)/i;

function targetOptions(target: string, origin: string): string[] {
  const octets = sentOctets(target);
  if (NO_URL.test(octets)) return [`--request-target ${quoted(octets)}`, quoted(`${origin}/`)];
  return [
    ...(/[[\]{}]/.test(origin + octets) ? ['--globoff'] : []),
    ...(DOT_SEGMENT.test(octets) ? ['--path-as-is'] : []),
    quoted(origin + octets),
  ];
}

/** To curl, a name and a colon with nothing behind it takes the header away. */
function headerLine(name: string, value: string): string {
  return trimBlanks(value) === '' ? `${name};` : `${name}: ${unfolded(value, '\r\n ')}`;
}

/** Bodies from this size on are announced with Expect. */
const EXPECT_BYTES = 1024 * 1024;

function switchedOff({ headers, body }: HttpRequest): string[] {
  const added = [
    'Accept',
    'User-Agent',
    ...(body.length > 0 ? ['Content-Type'] : []),
    ...(body.length >= EXPECT_BYTES ? ['Expect'] : []),
  ].filter((name) => headerValue(headers, name) === undefined);
  return added.length === 0 ? [] : [added.map((name) => `-H '${name}:'`).join(' ')];
}

/** Linux takes no argument from 128 KiB on. */
const MAX_ARGUMENT_BYTES = 100_000;

/** An argument can hold neither NUL nor very much: such a body comes by standard input. */
function bodyOption(body: Uint8Array): { source: string; option: string[] } {
  if (body.length === 0) return { source: '', option: [] };
  if (body.includes(0) || body.length > MAX_ARGUMENT_BYTES) {
    const base64 = Buffer.from(body).toString('base64');
    return { source: `base64 --decode <<< '${base64}' |\n`, option: ['--data-binary @-'] };
  }
  const octets = octetsOf(body);
  const name = octets.startsWith('@') ? '--data-raw' : '--data-binary';
  return { source: '', option: [`${name} ${quoted(octets)}`] };
}

/**
 * Whatever a terminal acts on, or a reader does not see: controls but the line feed, marks of direction and of
 * no width, what is no character.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
  /[\0-\x09\x0b-\x1f\x7f-\xa0\xad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff0-\uffff]/;

/** A word of bash: in single quotes where it can be read, else as `$'…'`. */
function quoted(octets: string, isBareTaken = false): string {
  if (isBareTaken && /^[A-Za-z]+$/.test(octets)) return octets;
  const text = textOf(octets);
  const isText = utf8Octets(text) === octets && !UNSEEN.test(text);
  return isText
    ? `'${text.replaceAll("'", "'\\''")}'`
    : `$'${octets.replaceAll(/[^ "-&(-[\]-~]/g, escaped)}'`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  "'": "\\'",
  '\\': '\\\\',
};

function escaped(octet: string): string {
  return ESCAPES[octet] ?? `\\x${octet.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
