import { isObject } from '../../core/json-object.ts';
import { matchAt, matchText } from '../../core/scan.ts';
import type { Header } from '../../message.ts';
import {
  type Capture,
  type CaptureNote,
  createChangedNote,
  createIncompleteNote,
  parseAnswerDate,
  type SourceText,
} from '../capture.ts';
import { isSigned } from '../entries.ts';
import { splitTarget } from '../http/message.ts';
import { readMessageHead } from '../http/read-http.ts';
import { encodeHeaders, getMember, getTextMember, readJsonBody } from '../json/parse.ts';
import { normalizeMethod } from '../json/read-json.ts';
import {
  createUnreadable,
  decodeEscapes,
  decodeUtf8,
  encodeAscii,
  encodeUtf8,
  percentEncoded,
} from '../octets.ts';

/** Matches the beginning of an object printed by Node: names without quotes or in single quotes. */
const PRINTED = /^\{\s*(?:[A-Za-z_$][\w$]{0,60}|'[^'\n]{1,60}')\s*:/;

/**
 * Returns true if the text contains a request printed by axios: an error or its `config`, by console.log or as JSON.
 */
export function hasAxios(given: SourceText): boolean {
  const { text, octets } = given;
  if (PRINTED.test(text)) return /\bheaders'?:/.test(text);
  if (given.isJson) return isAxiosJson(given.json());
  return /\bAxiosError\b/.test(octets) && /\bconfig: /.test(octets);
}

function isAxiosJson(json: unknown): boolean {
  const config = findConfig(json);
  return (
    getMember(config, 'headers') !== undefined &&
    (config !== json || AXIOS_ONLY.some((name) => getMember(json, name) !== undefined))
  );
}

const AXIOS_ONLY = ['transformRequest', 'transitional', 'xsrfCookieName', 'maxBodyLength'];

function findConfig(json: unknown): unknown {
  const config = getMember(json, 'config');
  return isObject(config) ? config : json;
}

/**
 * Reads the request of an axios error or of its configuration.
 * @throws Fault INPUT_INVALID
 * @see C-verify-axios
 */
export function readAxios(given: SourceText): Capture {
  if (given.isJson && !PRINTED.test(given.text)) return fromJson(given.json());
  return fromPrinted(decodeUtf8(given.octets));
}

function fromJson(json: unknown): Capture {
  const config = findConfig(json);
  const data = getMember(config, 'data');
  const headers = getMember(config, 'headers');
  const read = buildRequest({
    method: getTextMember(config, 'method'),
    url: getTextMember(config, 'url'),
    baseUrl: getTextMember(config, 'baseURL'),
    params: listPairs(getMember(config, 'params')),
    headers: isObject(headers) ? listPairs(headers) : undefined,
    data:
      data === null || data === undefined || typeof data === 'string'
        ? (data ?? undefined)
        : { json: JSON.stringify(data) },
  });
  return { format: 'axios', ...read };
}

/** Lists names with text values; older versions store defaults for each method as objects among the headers. */
function listPairs(given: unknown): Header[] {
  if (!isObject(given)) return [];
  return Object.entries(given).flatMap(([name, value]): Header[] => {
    const values = Array.isArray(value) ? value : [value];
    return values
      .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
      .map((one): Header => [name, String(one)]);
  });
}

const CONFIG = /(?:^|[\s{,])config: (?=(?:[\w$[\]]{1,40} ){0,2}\{)/;
/** Matches the printed head that Node's http module sent. */
const SENT_HEAD = /(?:^|[\s{,])_header: (?=['"`][A-Z]{1,20} )/;
const ANSWER_DATE = /(?:^|[\s{,])'?date'?: '([^'\n]{29})'/i;

function fromPrinted(text: string): Capture {
  const place = findEnd(CONFIG, text) ?? text.indexOf('{');
  const config = readInspected(text, Math.max(place, 0));
  if (config === undefined || !isPrintedObject(config.value)) {
    throw createUnreadable(
      "axios's configuration can't be read to its end.",
      'Copy all of it, to the last brace.',
    );
  }
  const read = buildRequest(readPrintedConfig(config.value));
  const { request: head, ...server } = readSentHead(text) ?? {};
  const response = text.indexOf('response: ');
  const date = response < 0 ? undefined : ANSWER_DATE.exec(text.slice(response))?.[1];
  return {
    format: 'axios',
    ...read,
    ...server,
    ...(head === undefined ? {} : { request: { ...head, body: read.request.body } }),
    sentAt: parseAnswerDate(date),
    notes: [...read.notes, ...(config.isCut ? [CUT] : [])],
  };
}

const CUT = createIncompleteNote(
  'body',
  'Node cut off a text that is longer than 10,000 characters.',
  'Print all of it with maxStringLength: null of util.inspect.',
);

/**
 * Reads the head that Node's http module sent if it has the signature; it contains more than the axios configuration.
 */
function readSentHead(text: string) {
  const place = findEnd(SENT_HEAD, text);
  const head = place === undefined ? undefined : readInspected(text, place)?.value;
  if (typeof head !== 'string') return undefined;
  const { method, target, headers, origin } = readMessageHead(encodeUtf8(head), 0);
  return isSigned(headers)
    ? { request: { method, target, headers }, ...(origin === undefined ? {} : { origin }) }
    : undefined;
}

function findEnd(pattern: RegExp, text: string): number | undefined {
  const found = pattern.exec(text);
  return found === null ? undefined : found.index + found[0].length;
}

function isPrintedObject(value: Inspected | undefined): value is InspectedObject {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Bare);
}

function readPrintedConfig(config: InspectedObject): AxiosConfig {
  const text = (name: string) => {
    const value = config[name];
    return typeof value === 'string' ? value : undefined;
  };
  const headers = config.headers;
  const data = config.data;
  const isBody = isPrintedObject(data) || Array.isArray(data);
  return {
    method: text('method'),
    url: text('url'),
    baseUrl: text('baseURL'),
    params: isPrintedObject(config.params) ? listPairs(convertInspected(config.params)) : [],
    headers: isPrintedObject(headers) ? listPairs(convertInspected(headers)) : undefined,
    data: isBody ? { json: formatInspected(data) } : text('data'),
  };
}

/** Converts printed numbers. */
function convertInspected(given: InspectedObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value instanceof Bare ? (/^-?[0-9][0-9.]*$/.test(value.text) ? value.text : undefined) : value,
    ]),
  );
}

/** Formats a printed object as JSON. */
function formatInspected(value: Inspected): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Bare && /^\[(?:Object|Array)\]$/.test(value.text))
    throw createUnreadable(`The body is printed as ${value.text} in parts.`, DEEPER);
  if (value instanceof Bare)
    return /^(?:true|false|null|-?[0-9][0-9.e+-]*)$/.test(value.text) ? value.text : 'null';
  if (Array.isArray(value)) return `[${value.map(formatInspected).join(',')}]`;
  const members = Object.entries(value).filter(
    ([, one]) => !(one instanceof Bare && one.text === 'undefined'),
  );
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${formatInspected(one)}`).join(',')}}`;
}

/** A request of axios, independent of how it was printed. Values are text, or JSON of other types. */
interface AxiosConfig {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly baseUrl: string | undefined;
  readonly params: readonly Header[];
  /** Undefined if Node printed `[Object]` instead. */
  readonly headers: readonly Header[] | undefined;
  readonly data: string | { readonly json: string } | undefined;
}

/**
 * Builds the request of an axios configuration.
 * @throws Fault INPUT_INVALID
 * @see C-verify-axios
 */
function buildRequest({ method, url, baseUrl, params, headers, data }: AxiosConfig) {
  if (headers === undefined)
    throw createUnreadable("The headers are printed as [Object], so they aren't there.", DEEPER);
  const whole = joinUrls(baseUrl, url);
  if (whole === '') throw createUnreadable("axios's configuration has no url.", DEEPER);
  const { target, origin } = splitTarget(whole.split('#')[0] ?? '');
  const query = params.map((one) => one.map((part) => percentEncoded(encodeUtf8(part))).join('='));
  const path = query.length === 0 ? target : `${target}${target.includes('?') ? '&' : '?'}${query.join('&')}`;
  const octets = encodeHeaders(headers);
  const body =
    typeof data === 'object'
      ? readJsonBody(data.json, octets.headers)
      : { bytes: new Uint8Array(Buffer.from(data ?? '', 'utf8')), notes: [] };
  const notes: CaptureNote[] = [...(query.length === 0 ? [] : [QUERY]), ...octets.notes, ...body.notes];
  return {
    request: {
      method: normalizeMethod(method ?? 'get'),
      target: encodeAscii(path),
      headers: octets.headers,
      body: body.bytes,
    },
    origin,
    notes,
  };
}

const DEEPER = "Print all of it: node:util's inspect(error.config, { depth: null, maxStringLength: null }).";

const QUERY = createChangedNote(
  'target',
  "The query is put together from axios's params.",
  'Check that it was sent so.',
);

/** Joins a base and a relative URL as axios does. */
function joinUrls(base: string | undefined, url: string | undefined): string {
  if (base === undefined || base === '' || /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(url ?? '')) return url ?? '';
  return url === undefined || url === ''
    ? base
    : `${base.replace(/\/?\/$/, '')}/${url.replace(/^\/{1,100}/, '')}`;
}

/** A printed value other than text, an object or a list. */
export class Bare {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

interface InspectedObject {
  readonly [name: string]: Inspected;
}

type Inspected = string | Bare | InspectedObject | readonly Inspected[];

const LIMITS = { depth: 200 } as const;

/**
 * Parses an object as Node prints it (util.inspect): names with or without quotes, text in any quotes and on several
 * lines joined with `+`, `Object [AxiosHeaders] {`. Returns undefined if none begins at the position.
 */
function readInspected(text: string, start: number): { value: Inspected; isCut: boolean } | undefined {
  const reader = new Reader(text, start);
  const value = reader.value(0);
  return value === undefined ? undefined : { value, isCut: reader.isCut };
}

const BLANKS = /\s*/y;
const STRING = /'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|`[^`\\]*(?:\\[\s\S][^`\\]*)*`/y;
const MORE = /\s*\.\.\. [0-9]+ more characters/y;
/** Matches the arrow between key and value of a Map, whose entries are ignored. */
const ARROW = /=>/y;
const PLUS = /\s*\+\s*(?=['"`])/y;
/** Matches `<ref *1> ClientRequest {`, `Object [AxiosHeaders] {`, `[Object: null prototype] {`. */
const BRACE = /(?:<ref \*[0-9]+> )?(?:[A-Za-z_$][\w$.]{0,80}(?:\([0-9]+\))? |\[[\w$: ]{1,80}\] ){0,4}\{/y;
const BRACKET =
  /(?:[A-Za-z_$][\w$.]{0,80}\([0-9]+\) )?\[(?!(?:Function|class|Object|Array|Circular|Getter|Setter|Symbol|[A-Z]\w{1,80}\]))/y;
const NAME = /(?:([A-Za-z_$][\w$]{0,200})|\[([^\]\r\n]{1,200})\])\s*:/y;
/** Matches a bare value up to its end, with the brackets and angles that Node prints in it. */
const BARE =
  /(?:\[[^[\]\r\n]{0,300}(?:\[[^[\]\r\n]{0,100}\][^[\]\r\n]{0,100})?\]|<[^<>\r\n]{0,400}>|[^,}\]\r\n[<])+/y;

class Reader {
  isCut = false;
  private readonly text: string;
  private position: number;

  constructor(text: string, start: number) {
    this.text = text;
    this.position = start;
  }

  value(depth: number): Inspected | undefined {
    this.take(BLANKS);
    if (depth > LIMITS.depth) return undefined;
    const string = this.string();
    if (string !== undefined) return string;
    if (this.take(BRACE) !== undefined) return this.object(depth);
    if (this.take(BRACKET) !== undefined) return this.list(depth);
    const bare = this.take(BARE);
    return bare === undefined ? undefined : new Bare(bare.trim());
  }

  private object(depth: number): InspectedObject | undefined {
    const members: [string, Inspected][] = [];
    for (;;) {
      this.take(BLANKS);
      if (this.skip('}')) return Object.fromEntries(members);
      const name = this.name();
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      if (name !== undefined) members.push([name, value]);
      this.take(BLANKS);
      if (this.take(ARROW) !== undefined && this.value(depth + 1) === undefined) return undefined;
      this.take(BLANKS);
      if (!this.skip(',') && this.text[this.position] !== '}') return undefined;
    }
  }

  private list(depth: number): readonly Inspected[] | undefined {
    const items: Inspected[] = [];
    for (;;) {
      this.take(BLANKS);
      if (this.skip(']')) return items;
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      this.take(BLANKS);
      if (!this.skip(',') && this.text[this.position] !== ']') return undefined;
    }
  }

  /** Reads a name; returns undefined for an entry without one, such as that of a Map. */
  private name(): string | undefined {
    const before = this.position;
    const quoted = this.take(STRING);
    if (quoted !== undefined) {
      this.take(BLANKS);
      if (this.skip(':')) return decodeQuoted(quoted);
      this.position = before;
      return undefined;
    }
    const found = matchAt(NAME, this.text, this.position);
    if (found === undefined) return undefined;
    this.position += found[0].length;
    return found[1] ?? `[${found[2]}]`;
  }

  private string(): string | undefined {
    const first = this.take(STRING);
    if (first === undefined) return undefined;
    const pieces = [decodeQuoted(first)];
    while (this.take(PLUS) !== undefined) pieces.push(decodeQuoted(this.take(STRING) ?? "''"));
    if (this.take(MORE) !== undefined) this.isCut = true;
    return pieces.join('');
  }

  private skip(character: string): boolean {
    if (this.text[this.position] !== character) return false;
    this.position += 1;
    return true;
  }

  private take(pattern: RegExp): string | undefined {
    const found = matchText(pattern, this.text, this.position);
    if (found !== undefined) this.position += found.length;
    return found;
  }
}

function decodeQuoted(quoted: string): string {
  return decodeEscapes(quoted.slice(1, -1));
}
