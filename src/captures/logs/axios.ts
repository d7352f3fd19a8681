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
import { encodeHeaders, getMember, readJsonBody } from '../json/parse.ts';
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

const CONFIG = /(?:^|[\s{,])config: (?=(?:[\w$[\]]{1,40} ){0,2}\{)/;
/** Matches the printed head that Node's http module sent. */
const SENT_HEAD = /(?:^|[\s{,])_header: (?=['"`][A-Z]{1,20} )/;
const CUT_OFF = /["'`]\.\.\. [0-9]+ more characters/;
const ANSWER_DATE = /(?:^|[\s{,])'?date'?: '([^'\n]{29})'/i;

/**
 * Reads the request of an axios error or of its configuration.
 * @throws Fault INPUT_INVALID
 * @see C-verify-axios
 */
export function readAxios({ octets, text: given, isJson, json }: SourceText): Capture {
  if (isJson && !PRINTED.test(given)) {
    const config = findConfig(json());
    const members = WANTED.map((name) => [name, getMember(config, name)]);
    return { format: 'axios', ...buildRequest(convertJson(Object.fromEntries(members))) };
  }
  const text = decodeUtf8(octets);
  const place = findEnd(CONFIG, text) ?? Math.max(text.indexOf('{'), 0);
  const { value, end = place } = readPrinted(text, place) ?? {};
  const inner = getPrinted(value, 'config');
  const config = inner?.kind === 'object' ? inner : value;
  if (config?.kind !== 'object') {
    throw createUnreadable(
      "axios's configuration can't be read to its end.",
      'Copy all of it, to the last brace.',
    );
  }
  const read = buildRequest(config);
  const sent = readSentHead(text);
  const response = text.indexOf('response: ');
  const date = response < 0 ? undefined : ANSWER_DATE.exec(text.slice(response))?.[1];
  return {
    format: 'axios',
    request: { ...read.request, ...sent?.request, body: read.request.body },
    origin: sent?.origin ?? read.origin,
    sentAt: parseAnswerDate(date),
    notes: [...read.notes, ...(CUT_OFF.test(text.slice(place, end)) ? [CUT] : [])],
  };
}

/** The members that a request is built from; others, such as CA certificates, may be large. */
const WANTED = ['method', 'url', 'baseURL', 'params', 'headers', 'data'];

function convertJson(json: unknown): JsValue {
  if (typeof json === 'string') return { kind: 'plain', value: json };
  if (Array.isArray(json)) return { kind: 'list', items: json.map((one) => convertJson(one)) };
  if (!isObject(json)) return { kind: 'unknown', literal: String(json) };
  const entries = Object.entries(json).map(([name, value]) => [name, convertJson(value)] as const);
  return { kind: 'object', unknown: [], entries };
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

function getText(value: JsValue | undefined): string | undefined {
  return value?.kind === 'plain' || value?.kind === 'text' ? String(convertToText(value)?.text) : undefined;
}

const NUMBER = /^-?[0-9][0-9.]*$/;
/** Matches what a parameter or a body may be besides text; a header that is false isn't sent. */
const SCALAR = /^(?:true|false|-?[0-9][0-9.e+-]*)$/;

/** Lists names with printed texts, numbers and other literals of the pattern. */
function listPrintedPairs(given: JsValue | undefined, literal = NUMBER): Header[] {
  const entries = given?.kind === 'object' ? given.entries : [];
  return entries.flatMap(([name, value]): Header[] => {
    const values = value.kind === 'list' ? value.items : [value];
    return values.flatMap((one): Header[] => {
      const text = one.kind === 'unknown' && literal.test(one.literal) ? one.literal : getText(one);
      return text === undefined ? [] : [[name, text]];
    });
  });
}

/** Returns true for a value that axios sends as JSON. */
function isJsonValue(value: JsValue): boolean {
  if (value.kind === 'unknown') return SCALAR.test(value.literal);
  return value.kind === 'object' || value.kind === 'list';
}

/** Formats a printed value as JSON. */
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

/**
 * Builds the request of an axios configuration.
 * @throws Fault INPUT_INVALID
 * @see C-verify-axios
 */
function buildRequest(config: JsValue) {
  const [given, data] = [getPrinted(config, 'headers'), getPrinted(config, 'data')];
  const text = (name: string) => getText(getPrinted(config, name)) ?? '';
  if (given?.kind !== 'object')
    throw createUnreadable("The headers are printed as [Object], so they aren't there.", DEEPER);
  const whole = joinUrls(text('baseURL'), text('url'));
  if (whole === '') throw createUnreadable("axios's configuration has no url.", DEEPER);
  const { target, origin } = splitTarget(whole.split('#')[0] ?? '');
  const params = listPrintedPairs(getPrinted(config, 'params'), SCALAR);
  const query = params.map((one) => one.map((part) => percentEncoded(encodeUtf8(part))).join('='));
  const path = query.length === 0 ? target : appendQuery(target, query.join('&'));
  const octets = encodeHeaders(listPrintedPairs(given));
  const body =
    data !== undefined && isJsonValue(data)
      ? readJsonBody(formatPrinted(data), octets.headers)
      : { bytes: new Uint8Array(Buffer.from(text('data'), 'utf8')), notes: [] };
  const notes: CaptureNote[] = [...(query.length === 0 ? [] : [QUERY]), ...octets.notes, ...body.notes];
  return {
    request: {
      method: normalizeMethod(text('method') || 'get'),
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
