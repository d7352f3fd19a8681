import { isObject } from '../../core/json-object.ts';
import type { Header } from '../../message.ts';
import {
  type Capture,
  type CaptureNote,
  createChangedNote,
  createIncompleteNote,
  parseAnswerDate,
  type SourceText,
} from '../capture.ts';
import { isSigned, tryRead } from '../entries.ts';
import { appendQuery, joinUrls, splitTarget } from '../http/message.ts';
import { readMessageHead } from '../http/read-http.ts';
import { convertToText, getMember as getPrinted, type JsValue, readValue } from '../javascript/literals.ts';
import { encodeHeaders, getMember, getTextMember, readJsonBody } from '../json/parse.ts';
import { normalizeMethod } from '../json/read-json.ts';
import { createUnreadable, decodeUtf8, encodeAscii, encodeUtf8, percentEncoded } from '../octets.ts';

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
const CUT_OFF = /["'`]\.\.\. [0-9]+ more characters/;
const ANSWER_DATE = /(?:^|[\s{,])'?date'?: '([^'\n]{29})'/i;

function fromPrinted(text: string): Capture {
  const place = findEnd(CONFIG, text) ?? text.indexOf('{');
  const config = readPrinted(text, Math.max(place, 0));
  if (config?.value.kind !== 'object') {
    throw createUnreadable(
      "axios's configuration can't be read to its end.",
      'Copy all of it, to the last brace.',
    );
  }
  const read = buildRequest(readPrintedConfig(config.value));
  const sent = readSentHead(text);
  const response = text.indexOf('response: ');
  const date = response < 0 ? undefined : ANSWER_DATE.exec(text.slice(response))?.[1];
  return {
    format: 'axios',
    request: { ...read.request, ...sent?.request, body: read.request.body },
    origin: sent?.origin ?? read.origin,
    sentAt: parseAnswerDate(date),
    notes: [...read.notes, ...(CUT_OFF.test(text.slice(place, config.end)) ? [CUT] : [])],
  };
}

/** Reads a value that Node printed; undefined if it isn't all there. */
function readPrinted(text: string, start: number) {
  const one = tryRead(() => readValue({ text, constants: new Map(), isPrinted: true }, start));
  return 'read' in one ? one.read : undefined;
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
  const head = place === undefined ? undefined : getText(readPrinted(text, place)?.value);
  if (head === undefined) return undefined;
  const sent = readMessageHead(encodeUtf8(head), 0);
  return isSigned(sent.request.headers) ? sent : undefined;
}

function findEnd(pattern: RegExp, text: string): number | undefined {
  const found = pattern.exec(text);
  return found === null ? undefined : found.index + found[0].length;
}

function readPrintedConfig(config: JsValue): AxiosConfig {
  const text = (name: string) => getText(getPrinted(config, name));
  const headers = getPrinted(config, 'headers');
  const data = getPrinted(config, 'data');
  const isBody = data?.kind === 'object' || data?.kind === 'list';
  return {
    method: text('method'),
    url: text('url'),
    baseUrl: text('baseURL'),
    params: listPrintedPairs(getPrinted(config, 'params')),
    headers: headers?.kind === 'object' ? listPrintedPairs(headers) : undefined,
    data: isBody ? { json: formatPrinted(data) } : text('data'),
  };
}

function getText(value: JsValue | undefined): string | undefined {
  return value?.kind === 'plain' || value?.kind === 'text' ? String(convertToText(value)?.text) : undefined;
}

/** Lists names with printed texts and numbers. */
function listPrintedPairs(given: JsValue | undefined): Header[] {
  const entries = given?.kind === 'object' ? given.entries : [];
  return entries.flatMap(([name, value]): Header[] => {
    const values = value.kind === 'list' ? value.items : [value];
    return values.flatMap((one): Header[] => {
      const isNumber = one.kind === 'unknown' && /^-?[0-9][0-9.]*$/.test(one.literal);
      const text = isNumber ? one.literal : getText(one);
      return text === undefined ? [] : [[name, text]];
    });
  });
}

/** Formats a printed object as JSON. */
function formatPrinted(value: JsValue): string {
  if (value.kind === 'list') return `[${value.items.map(formatPrinted).join(',')}]`;
  if (value.kind === 'unknown') {
    if (/^\[(?:Object|Array)\]$/.test(value.literal))
      throw createUnreadable(`The body is printed as ${value.literal} in parts.`, DEEPER);
    return /^(?:true|false|null|-?[0-9][0-9.e+-]*)$/.test(value.literal) ? value.literal : 'null';
  }
  if (value.kind !== 'object') return JSON.stringify(getText(value));
  const members = value.entries.filter(([, one]) => one.kind !== 'unknown' || one.literal !== 'undefined');
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${formatPrinted(one)}`).join(',')}}`;
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
  const whole = joinUrls(baseUrl ?? '', url ?? '');
  if (whole === '') throw createUnreadable("axios's configuration has no url.", DEEPER);
  const { target, origin } = splitTarget(whole.split('#')[0] ?? '');
  const query = params.map((one) => one.map((part) => percentEncoded(encodeUtf8(part))).join('='));
  const path = query.length === 0 ? target : appendQuery(target, query.join('&'));
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
