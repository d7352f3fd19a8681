import { parseJson } from '../../core/json-object.ts';
import { isAt, matchAt, matchText } from '../../core/scan.ts';
import {
  type Capture,
  type CaptureNote,
  createChangedNote,
  createIncompleteNote,
  type FormOptions,
  type SourceText,
} from '../capture.ts';
import { chooseCapture, readEach } from '../entries.ts';
import { appendQuery, joinUrls } from '../http/message.ts';
import { assertWithinLimit, createUnreadable, decodeUtf8, encodeUtf8, quoteExcerpt } from '../octets.ts';
import { type CodeText, createProgramCapture, type ProgramRequest } from '../program-request.ts';
import {
  convertToData,
  convertToText,
  type Entry,
  findTemplateEnd,
  getMember,
  holdToSize,
  type JsValue,
  listUnknown,
  NOTHING,
  type Program,
  readArguments,
  readPair,
  readValue,
  scanQuoted,
  skipBlanks,
} from './literals.ts';

/**
 * Reads a request of `fetch(…)` or axios in JavaScript. Nothing is executed: literals are evaluated, other text stays
 * as written.
 * @throws Fault INPUT_INVALID
 * @see C-verify-fetch
 */
export function readJavaScript({ octets }: SourceText, { request: wanted }: FormOptions): Capture {
  const calls = readCalls(decodeUtf8(octets));
  if (calls.length === 0)
    throw createUnreadable(
      'No call of fetch or axios found.',
      'Pass the whole call, up to its last bracket.',
    );
  return chooseCapture(
    readEach(calls, (call) =>
      createProgramCapture('fetch', call.name === 'fetch' ? readFetchCall(call) : readAxiosCall(call)),
    ),
    wanted,
  );
}

const NO_HEADER_OR_BODY = new Set(
  (
    'mode credentials referrerPolicy cache redirect integrity keepalive signal priority window duplex agent ' +
    'dispatcher timeout compress next referrer method headers body follow size highWaterMark insecureHTTPParser'
  ).split(' '),
);
const NORMALISED = /^(?:delete|get|head|options|post|put)$/i;

/** Reads the request of `fetch(url, {…})`. @see C-verify-fetch */
function readFetchCall({ given: [url, init] }: SendingCall): ProgramRequest {
  const options = init ?? NOTHING;
  if (options.kind !== 'object' || url === undefined)
    throw createNotWritten(url === undefined ? undefined : options);
  const method = getCodeText(getMember(options, 'method'), 'GET');
  const { headers, unknownHeaders } = readHeaders(getMember(options, 'headers'));
  const { body, contentType, notes } = readBody(getMember(options, 'body'));
  const referrer = getCodeText(getMember(options, 'referrer')).text;
  const isReferrer = /^https?:/.test(referrer) && !headers.some(([name]) => name.toLowerCase() === 'referer');
  return {
    method: NORMALISED.test(method.text) ? { ...method, text: method.text.toUpperCase() } : method,
    url: getCodeText(url),
    headers: isReferrer ? [...headers, ['Referer', { text: referrer, unknown: [] }]] : headers,
    unknownHeaders: [...options.unknown, ...unknownHeaders],
    body,
    contentType,
    notes: [...notes, ...noteIgnored(options), ...noteLostHeaders(options, headers)],
  };
}

function createNotWritten(options: JsValue | undefined): Error {
  const literal = options === undefined ? 'fetch' : (convertToText(options)?.text ?? 'fetch');
  return createUnreadable(
    options === undefined
      ? 'The call of fetch has no URL.'
      : `The options of fetch are in ${quoteExcerpt(encodeUtf8(literal))}, which the text doesn't spell out.`,
    'Pass the call with its URL and options written out.',
  );
}

function getCodeText(value: JsValue | undefined, otherwise = ''): CodeText {
  const isThere = value !== undefined && (value.kind !== 'plain' || value.value !== undefined);
  return (isThere ? convertToText(value) : undefined) ?? { text: otherwise, unknown: [] };
}

/** Encodes the text as bytes. */
function encodeOctets({ text, unknown }: CodeText): CodeText {
  return { text: encodeUtf8(text), unknown };
}

function readBody(value: JsValue | undefined): Pick<ProgramRequest, 'body' | 'contentType' | 'notes'> {
  if (value === undefined || (value.kind === 'plain' && value.value == null)) return { notes: [] };
  const text = convertToText(value);
  if (text !== undefined) {
    const contentType =
      value.kind === 'form' ? 'application/x-www-form-urlencoded;charset=UTF-8' : 'text/plain;charset=UTF-8';
    return { body: encodeOctets(text), contentType, notes: [] };
  }
  const sent = value.kind === 'object' ? '[object Object]' : 'the items, with commas between them';
  const message = `The body is an ${value.kind === 'object' ? 'object' : 'array'}, which fetch sends as ${sent}.`;
  const body = value.kind === 'object' ? { text: sent, unknown: [] } : { text: '', unknown: ['[…]'] };
  return {
    body,
    contentType: 'text/plain;charset=UTF-8',
    notes: [createChangedNote('body', message, 'Send JSON.stringify(…) of it.')],
  };
}

function noteIgnored(options: JsValue): CaptureNote[] {
  const entries = options.kind === 'object' ? options.entries : [];
  const others = entries.filter(([name]) => !NO_HEADER_OR_BODY.has(name));
  return others.slice(0, 3).map(([name]) => {
    const message = `fetch has no option ${quoteExcerpt(encodeUtf8(name))} and ignores it.`;
    return createChangedNote('target', message, 'Use method, headers and body.');
  });
}

/** The headers that Chrome omits when it copies a request as fetch. */
const LEFT_OUT = ['date', 'content-length', 'cookie', 'host', 'via', 'te', 'expect', 'user-agent'];
const LISTED = /headers="([^"]{0,4096})"/i;

/** Notes a signed header that the browser sent and omitted from the copy. */
function noteLostHeaders(options: JsValue, headers: ProgramRequest['headers']): CaptureNote[] {
  if (getMember(options, 'mode') === undefined || getMember(options, 'referrerPolicy') === undefined)
    return [];
  const sent = new Map(headers.map(([name, { text }]) => [name.toLowerCase(), text]));
  const listed = (LISTED.exec(sent.get('signature') ?? '')?.[1] ?? '').toLowerCase().split(' ');
  const lost = LEFT_OUT.filter((name) => listed.includes(name) && !sent.has(name));
  return lost.map((header) => {
    const message = `The browser leaves the header ${header} out of "Copy as fetch".`;
    return createIncompleteNote({ header }, message, 'Copy the request as cURL, or save it as a HAR.');
  });
}

type Headers = Pick<ProgramRequest, 'headers' | 'unknownHeaders'>;

/**
 * Reads headers as fetch does from an object, from pairs or from `new Headers(…)`: trims values and joins values of the
 * same name.
 * @see https://fetch.spec.whatwg.org/#concept-headers-append
 */
function readHeaders(given: JsValue | undefined): Headers {
  if (given === undefined || (given.kind === 'plain' && given.value == null))
    return { headers: [], unknownHeaders: [] };
  if (given.kind === 'object')
    return { headers: combineHeaders(given.entries), unknownHeaders: given.unknown };
  if (given.kind === 'list')
    return { headers: combineHeaders(given.items.map(readPair)), unknownHeaders: [] };
  return { headers: [], unknownHeaders: convertToText(given)?.unknown ?? [] };
}

function combineHeaders(entries: readonly Entry[]): [string, CodeText][] {
  const headers = new Map<string, [string, CodeText]>();
  for (const [name, value] of entries) {
    const read = convertToText(value) ?? { text: String(value.kind), unknown: [] };
    const text = read.text.replaceAll(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
    const before = headers.get(name.toLowerCase());
    const whole: CodeText =
      before === undefined
        ? { text, unknown: read.unknown }
        : { text: `${before[1].text}, ${text}`, unknown: [...before[1].unknown, ...read.unknown] };
    headers.set(name.toLowerCase(), [before?.[0] ?? name, whole]);
  }
  return [...headers.values()];
}

/** Reads the request of `axios({…})`, `axios.post(url, data, {…})` and similar calls. @see C-verify-fetch */
function readAxiosCall({ name, given }: SendingCall): ProgramRequest {
  const { url, config, data, verb } = splitArguments(name.slice('axios.'.length), given);
  if (config.kind !== 'object')
    throw createUnreadable(
      "The configuration of axios isn't spelled out in the text.",
      'Pass the call in full: axios.post("https://…", data, { headers: … }).',
    );
  const { headers, unknownHeaders } = readHeaders(getMember(config, 'headers'));
  const method = getCodeText(verb ?? getMember(config, 'method'), 'GET');
  const isJson = headers.some(
    ([one, { text }]) => /^content-type$/i.test(one) && /application\/json/i.test(text),
  );
  const { body, contentType, notes } = readData(data ?? getMember(config, 'data'), isJson);
  const address = joinTexts(
    getCodeText(getMember(config, 'baseURL')),
    getCodeText(url ?? getMember(config, 'url')),
  );
  return {
    method: { ...method, text: method.text.toUpperCase() },
    url: withParams(address, getMember(config, 'params')),
    headers,
    unknownHeaders: [...config.unknown, ...unknownHeaders],
    body,
    contentType,
    notes,
  };
}

function splitArguments(verb: string, [first, second, third]: readonly JsValue[]) {
  const plain = (text: string): JsValue => ({ kind: 'plain', value: text });
  if (/^(?:post|put|patch)$/.test(verb))
    return { url: first, data: second, config: third ?? NOTHING, verb: plain(verb) };
  if (verb !== '' && verb !== 'request') return { url: first, config: second ?? NOTHING, verb: plain(verb) };
  const isUrl = first !== undefined && first.kind !== 'object';
  return isUrl ? { url: first, config: second ?? NOTHING } : { config: first ?? NOTHING };
}

function joinTexts(base: CodeText, url: CodeText): CodeText {
  const text = joinUrls(base.text, url.text);
  return text === url.text ? url : { text, unknown: [...base.unknown, ...url.unknown] };
}

function withParams(url: CodeText, params: JsValue | undefined): CodeText {
  if (params?.kind !== 'object' || params.entries.length === 0) return url;
  const encode = (text: string) =>
    encodeURIComponent(text)
      .replaceAll(/%(?:3A|24|2C)/g, decodeURIComponent)
      .replaceAll('%20', '+');
  const pairs = params.entries.map(([name, value]) => `${encode(name)}=${encode(getCodeText(value).text)}`);
  return { text: appendQuery(url.text, pairs.join('&')), unknown: [...url.unknown, ...listUnknown(params)] };
}

type Body = Pick<ProgramRequest, 'body' | 'contentType' | 'notes'>;

/** Reads the body as axios does: it writes an object as JSON and trims text that is JSON. */
function readData(value: JsValue | undefined, isJson: boolean): Body {
  if (value === undefined || (value.kind === 'plain' && value.value == null)) return { notes: [] };
  const unknown = listUnknown(value);
  if (value.kind === 'object' || value.kind === 'list') {
    const text = unknown.length > 0 ? unknown.join(', ') : JSON.stringify(convertToData(value));
    return { body: encodeOctets({ text, unknown }), contentType: 'application/json', notes: [] };
  }
  const given = convertToText(value) ?? { text: '', unknown: [] };
  const sent = isJson && unknown.length === 0 ? formatJson(given.text) : given.text;
  return {
    body: encodeOctets({ text: sent, unknown }),
    contentType: 'application/x-www-form-urlencoded',
    notes: sent === given.text ? [] : [REWRITTEN],
  };
}

const REWRITTEN: CaptureNote = createChangedNote(
  'body',
  'With Content-Type application/json, axios changes a body that is text: blanks around it go, and text that is no JSON becomes a JSON string.',
  'Compute Digest over what axios sends, or pass the body as bytes.',
);

function formatJson(text: string): string {
  return parseJson(text) === undefined ? JSON.stringify(text) : text.trim();
}

/** A call that sends a request. */
interface SendingCall {
  /** The called function: `fetch`, `axios`, `axios.post`. */
  readonly name: string;
  readonly given: readonly JsValue[];
}

const PLAIN = /[^"'`/A-Za-z_$]+/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const CALL =
  /(?:(?:window|globalThis|self)\.)?(fetch|axios(?:\.(?:get|delete|head|options|post|put|patch|request))?)\s{0,99}(?:<[\w\s,.[\]]{0,99}>)?\(/y;
const DECLARATION =
  /(?:const|let|var)\s{1,99}([A-Za-z_$][\w$]*)(?:\s{0,99}:\s{0,9}[\w<>[\]., ]{1,99})?\s{0,99}=(?!=)\s{0,9999}/y;
/** Matches the beginning of a value that may be a literal. */
const VALUE = /["'`{[0-9(-]|JSON\b|new\b|true\b|false\b|null\b/y;
const CHANGE =
  /([A-Za-z_$][\w$]*)(?:\[\s{0,9}(["'])([^"'\n]{1,200})\2\s{0,9}\]|\.([A-Za-z_$][\w$]*))?\s{0,99}(\+?=)(?![=>])\s{0,99}/y;
const ADDITION = /([A-Za-z_$][\w$]*)\.(?:append|set)\s{0,9}\(/y;

interface Reading extends Program {
  readonly constants: Map<string, JsValue>;
  readonly calls: SendingCall[];
  /** For each kind of quote, the position up to which no closing quote occurs. */
  readonly unclosedUntil: Map<string, number>;
  /** The number of characters that were parsed as a value, turned out not to be one, and are read again. */
  readAgain: number;
}

const MOST_READ_AGAIN = 1024 * 1024;

/**
 * Reads the calls of fetch and axios in program text in order, with the values of constants at each call.
 * @see C-verify-fetch
 */
function readCalls(text: string): SendingCall[] {
  const reading: Reading = { text, constants: new Map(), calls: [], unclosedUntil: new Map(), readAgain: 0 };
  let position = skipBlanks(text, 0);
  while (position < text.length) {
    const end = skipBlanks(text, position);
    position = end > position ? end : takeNext(reading, position);
    assertWithinLimit('requests', reading.calls.length);
  }
  return reading.calls;
}

function takeNext(reading: Reading, position: number): number {
  const { text } = reading;
  const character = text[position] ?? '';
  if (character === '"' || character === "'") return skipQuote(reading, position, character);
  if (character === '`') return findTemplateEnd(text, position);
  const word = matchText(WORD, text, position);
  if (word === undefined) return position + (matchText(PLAIN, text, position)?.length ?? 1);
  const isMember = text[position - 1] === '.';
  const end = isMember ? undefined : (takeCall(reading, position) ?? takeConstant(reading, position));
  return end ?? position + word.length;
}

/** Skips a quoted string; skips only the quote if nothing closes it, such as an apostrophe in prose. */
function skipQuote({ text, unclosedUntil }: Reading, position: number, quote: string): number {
  if (position < (unclosedUntil.get(quote) ?? 0)) return position + 1;
  const { end, isClosed } = scanQuoted(text, position);
  if (isClosed) return end;
  unclosedUntil.set(quote, end);
  return position + 1;
}

function takeCall(reading: Reading, start: number): number | undefined {
  const [call, name] = matchAt(CALL, reading.text, start) ?? [];
  if (call === undefined || name === undefined) return undefined;
  const { given, end } = readArguments(reading, start + call.length);
  reading.calls.push({ name, given });
  return end;
}

/** Reads a declaration, or a change of a known constant: an assignment, or an entry set or added. */
function takeConstant(reading: Reading, start: number): number | undefined {
  const { text, constants } = reading;
  const [declaration, declared = ''] = matchAt(DECLARATION, text, start) ?? [];
  if (declaration !== undefined) return setValue(reading, declared, start + declaration.length);
  const [addition, table = ''] = matchAt(ADDITION, text, start) ?? [];
  if (addition !== undefined && constants.has(table)) {
    const { given, end } = readArguments(reading, start + addition.length);
    const [name, value] = given;
    if (name?.kind === 'plain' && value !== undefined) addEntry(reading, table, [String(name.value), value]);
    return end;
  }
  const [change, name = '', , quoted, member, operator] = matchAt(CHANGE, text, start) ?? [];
  if (change === undefined || !constants.has(name)) return undefined;
  const from = start + change.length;
  const key = quoted ?? member;
  if (key === undefined || operator === '+=') {
    constants.delete(name);
    return operator === '=' ? setValue(reading, name, from) : from;
  }
  const { value, end } = readValue(reading, from);
  addEntry(reading, name, [key, value]);
  return Math.max(end, from);
}

function setValue(reading: Reading, name: string, from: number): number {
  reading.constants.delete(name);
  if (!isAt(VALUE, reading.text, from) || reading.readAgain > MOST_READ_AGAIN) return from;
  const { value, end } = readValue(reading, from);
  reading.readAgain += value.kind === 'unknown' ? end - from : 0;
  if (value.kind === 'unknown') return from;
  reading.constants.set(name, value);
  return end;
}

function addEntry({ constants, text }: Reading, name: string, entry: Entry): void {
  const table = constants.get(name);
  if (table?.kind !== 'object') return;
  assertWithinLimit('requests', table.entries.length);
  const entries = [...table.entries.filter(([one]) => one !== entry[0]), entry];
  const changed: JsValue = { ...table, entries };
  holdToSize(changed, text);
  constants.set(name, changed);
}
