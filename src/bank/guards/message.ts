import { isUtf8 } from 'node:buffer';
import type * as z from 'zod/mini';
import { message, type TppMessage } from '../../wire/errors.ts';
import { parseBody } from '../../wire/parse.ts';
import { HEADER_FORMATS } from '../../wire/request-headers.ts';
import { type JsonFault, parseStrictJson } from '../../wire/strict-json.ts';
import { unusedMembers } from '../../wire/unused-members.ts';
import { type Refusal, refuse, refuseBody } from '../answer.ts';
import type { RequestContext, RouteFacts } from '../request-context.ts';
import type { Guard } from '../routes/route.ts';

/** @see S12-header-limits */
const HEADERS_LIMIT_BYTES = 16 * 1024;
const HEADERS_LIMIT_COUNT = 100;

/** Refuses a body over the limit. The size isn't told, because a server stops reading at the limit. */
function refuseLargeBody({ bodyLimitBytes }: RouteFacts): Refusal {
  return refuse(413, 'BAD_REQUEST', `the body is larger than ${bodyLimitBytes / 2 ** 20} MiB`);
}

/** @see D2-body-size, S12-body-limit, S12-header-limits, S12-limits-site */
export const checkSize: Guard = ({ request, route, headers }) => {
  if (request.body.byteLength > route.bodyLimitBytes) return refuseLargeBody(route);
  if (request.headers.length > HEADERS_LIMIT_COUNT) {
    return refuse(400, 'FORMAT_ERROR', 'the request has more than 100 headers');
  }
  if (headers.bytes <= HEADERS_LIMIT_BYTES) return undefined;
  return refuse(400, 'FORMAT_ERROR', 'the headers are larger than 16 KiB');
};

const ONCE = [
  'date',
  'digest',
  'signature',
  'tpp-signature-certificate',
  'x-request-id',
  'content-type',
  'host',
];
const ONCE_FAMILIES = ['psu-', 'x-psu-', 'tpp-'];

/** A header that decides something is sent once; which of two was meant can't be known. @see S12-repeated-headers */
export const checkRepeatedHeaders: Guard = ({ request, headers }) => {
  const repeated = headers.repeated.find(isSentOnce);
  if (repeated === undefined) return undefined;
  const [name = ''] = request.headers.find((header) => header[0].toLowerCase() === repeated) ?? [];
  return refuse(400, 'FORMAT_ERROR', `${name} is sent more than once: send it once`, name);
};

function isSentOnce(name: string): boolean {
  return ONCE.includes(name) || ONCE_FAMILIES.some((family) => name.startsWith(family));
}

/** Headers are checked wherever they are sent, asked for or not. @see D3-header-formats */
export const checkHeaderFormats: Guard = (exchange) => {
  const messages: TppMessage[] = [];
  for (const { name, holds, expected, hintOf } of HEADER_FORMATS) {
    const value = exchange.header(name);
    if (value === undefined || holds(value)) continue;
    const hint = hintOf?.(value);
    const text = `${name} must be ${expected}${hint === undefined ? '' : `: ${hint}`}`;
    messages.push(message('ERROR', 'FORMAT_ERROR', text, name));
  }
  return messages.length === 0 ? undefined : { status: 400, messages };
};

/**
 * Nothing that is looked for or kept has U+0000: a store that ends a text there would take two for one.
 * @see S12-nul
 */
export const checkNul: Guard = ({ request: { target }, headers: { withNul } }) => {
  if (target.includes('%00') || target.includes('\0')) return refuseNul('the path or the query');
  return withNul === undefined ? undefined : refuseNul(withNul, withNul);
};

/** @param path of the member or header */
function refuseNul(what: string, path?: string): Refusal {
  return refuse(400, 'FORMAT_ERROR', `${what} contains the character U+0000: remove it`, path);
}

/** Tells whether any text in a parsed JSON value contains U+0000. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  for (const [name, member] of Object.entries(value)) if (name.includes('\0') || hasNul(member)) return true;
  return false;
}

/**
 * Unknown parameters are ignored; which of two was meant can't be known.
 * @see D2-required-query, D2-repeated-query
 * @see D2-repeated-query, D2-required-query
 */
export const checkQuery: Guard = ({ query, route }) => {
  const messages = route.query.flatMap(({ name, holds, expected, isRequired = false }) => {
    const values = query.getAll(name);
    if (isRequired && values.length === 0) {
      return [message('ERROR', 'QUERY_PARAMETER_REQUIRED', `${name} is required: ${expected}`, name)];
    }
    const isWrong = values.some((value) => !holds(value));
    if (!isWrong && values.length < 2) return [];
    const text = isWrong ? `must be ${expected}` : 'appears more than once: send it once';
    return [message('ERROR', 'FORMAT_ERROR', `${name} ${text}`, name)];
  });
  return messages.length === 0 ? undefined : { status: 400, messages };
};

/** How a body's bytes stand for its text: as they are, compressed, or in a way that is not read here. */
type ContentCoding = 'identity' | 'gzip' | 'other';

/** `x-gzip` is the same (RFC 9110 8.4.1.3). One coding at most is undone: two would hide a size behind a size. */
const CODINGS: Readonly<Record<string, ContentCoding>> = {
  '': 'identity',
  identity: 'identity',
  gzip: 'gzip',
  'x-gzip': 'gzip',
};

/** @see S12-gzip, D2-content-coding */
function parseContentCoding(exchange: RequestContext): ContentCoding {
  const sent = exchange.headerList('Content-Encoding') ?? '';
  return CODINGS[sent.trim().toLowerCase()] ?? 'other';
}

const JSON_RANGE = /^(?:\*\/\*|application\/(?:\*|json|[\w.!#$&^-]+\+json))$/;
const JSON_TYPE = /^application\/(?:json|[\w.!#$&^-]+\+json)$/;

/** The most common media type, recognised without parsing. */
const PLAIN_JSON = 'application/json';

/**
 * Accept needs a JSON match; Content-Type and Content-Encoding are looked at only where a body is read, absent means
 * JSON as it is.
 * @see D2-media-type, D2-content-coding, D2-accept
 */
export const checkMediaType: Guard = (exchange) => {
  const accept = exchange.headerList('Accept');
  if (accept !== undefined && accept.trim() !== '' && !accept.split(',').some(isJsonRange)) {
    return refuse(406, 'BAD_REQUEST', 'the bank answers in JSON: send Accept: application/json', 'Accept');
  }
  return exchange.route.body ? (checkType(exchange) ?? checkCoding(exchange)) : undefined;
};

/** A charset is taken, when it is UTF-8. @see D3-published */
function checkType(exchange: RequestContext): Refusal | undefined {
  const type = exchange.header('Content-Type');
  if (type === undefined || type === PLAIN_JSON) return undefined;
  const { name, parameters } = parseMediaType(type);
  if (!JSON_TYPE.test(name)) {
    const text = 'the bank reads JSON: send Content-Type: application/json';
    return refuse(415, 'BAD_REQUEST', text, 'Content-Type');
  }
  const charset = parameters.charset;
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    return refuse(415, 'BAD_REQUEST', 'bodies are UTF-8: omit charset or send utf-8', 'Content-Type');
  }
  return undefined;
}

function checkCoding(exchange: RequestContext): Refusal | undefined {
  if (parseContentCoding(exchange) !== 'other') return undefined;
  const text = 'only gzip is supported: omit Content-Encoding or send gzip';
  return {
    ...refuse(415, 'BAD_REQUEST', text, 'Content-Encoding'),
    // RFC 9110 12.5.3
    headers: [['Accept-Encoding', 'gzip']],
  };
}

function isJsonRange(range: string): boolean {
  if (range === PLAIN_JSON) return true;
  const { name, parameters } = parseMediaType(range);
  return JSON_RANGE.test(name) && !/^0(?:\.0{0,3})?$/.test(parameters.q ?? '1');
}

function parseMediaType(text: string): { name: string; parameters: Readonly<Record<string, string>> } {
  const [name = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase());
  const parameters = rest.map((part) => {
    const [key = '', value = ''] = part.split('=');
    return [key.trim(), value.trim().replace(/^"(.*)"$/, '$1')] as const;
  });
  return { name, parameters: Object.fromEntries(parameters) };
}

/** @see D2-order, I-utf8, D2-invalid-utf8, D2-body-ignored */
export const loadBody: Guard = (exchange) => {
  const schema = exchange.route.body?.(exchange.params);
  if (!schema) return undefined;
  const sent = exchange.request.body;
  const bytes = parseContentCoding(exchange) === 'gzip' ? inflateBody(sent, exchange.route) : sent;
  if ('messages' in bytes) return bytes;
  // An act of the operator may say nothing.
  if (bytes.byteLength === 0 && exchange.route.door === 'operator')
    return parseBodyOfRequest(exchange, schema, {});
  if (!isUtf8(bytes)) return refuse(400, 'FORMAT_ERROR', "the body isn't UTF-8");
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const json = parseStrictJson(text);
  if (!json.ok) return refuseJson(json.fault);
  const refusal = parseBodyOfRequest(exchange, schema, json.value);
  if (refusal !== undefined || !text.includes(ESCAPED_NUL)) return refusal;
  return hasNul(exchange.body) ? refuseNul('the body') : undefined;
};

/** As JSON writes it; a body may have these characters and not mean it. */
const ESCAPED_NUL = '\\u0000';

function parseBodyOfRequest(
  exchange: RequestContext,
  schema: z.ZodMiniType<unknown>,
  json: unknown,
): Refusal | undefined {
  const body = parseBody(schema, json);
  if (!body.ok) return refuseBody(body.faults);
  exchange.body = body.value;
  if (exchange.route.isOfProduct) exchange.unusedMembers = unusedMembers(schema, json);
  return undefined;
}

/**
 * The body behind `Content-Encoding: gzip`, no more of it than the limit. Digest and signature stay over the bytes as
 * they were sent.
 * @see S12-gzip
 */
function inflateBody(sent: Uint8Array, route: RouteFacts): Uint8Array | Refusal {
  // Asked for here: loading it costs 2 ms of each start, and few bodies are compressed.
  const { gunzipSync } = process.getBuiltinModule('node:zlib');
  try {
    return gunzipSync(sent, { maxOutputLength: route.bodyLimitBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return refuseLargeBody(route);
    return refuse(400, 'BAD_REQUEST', "the body isn't gzip", 'Content-Encoding');
  }
}

/** @see S12-json-depth */
function refuseJson(fault: JsonFault): Refusal {
  switch (fault.kind) {
    case 'syntax':
      return refuse(400, 'BAD_REQUEST', `the body isn't JSON: it ${fault.where}`);
    case 'depth':
      return refuse(400, 'FORMAT_ERROR', 'the body is nested deeper than 32 levels');
    case 'repeated-key':
      return refuse(400, 'FORMAT_ERROR', `${fault.path} appears twice: send it once`, fault.path);
  }
}

/** The fields of a form by name. */
export type Form = ReadonlyMap<string, string>;

const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

/** Visible ASCII, as browsers send it; everything else is percent-encoded. */
const ENCODED = /^[\x21-\x7e]*$/;

/**
 * The fields of a page's form; each comes once, so that the form is unambiguous.
 * @see S9-form-fields, S12-limits-site
 */
export const loadForm: Guard = (exchange) => {
  if (exchange.request.method !== 'POST') return undefined;
  if (!FORM_TYPE.test(exchange.header('Content-Type') ?? '')) {
    const text = 'a form is sent as application/x-www-form-urlencoded in UTF-8';
    return refuse(415, 'BAD_REQUEST', text, 'Content-Type');
  }
  if (parseContentCoding(exchange) !== 'identity') {
    return refuse(415, 'BAD_REQUEST', "forms can't be compressed: omit Content-Encoding", 'Content-Encoding');
  }
  const form = readForm(Buffer.from(exchange.request.body).toString('latin1'));
  if ('messages' in form) return form;
  exchange.body = form;
  return undefined;
};

function readForm(text: string): Form | Refusal {
  if (!ENCODED.test(text)) return refuse(400, 'FORMAT_ERROR', "the form isn't percent-encoded");
  const form = new Map<string, string>();
  for (const pair of text.split('&').filter((given) => given !== '')) {
    const mark = pair.indexOf('=');
    const name = decodeText(mark < 0 ? pair : pair.slice(0, mark));
    const value = decodeText(mark < 0 ? '' : pair.slice(mark + 1));
    if (name === undefined || value === undefined) {
      return refuse(400, 'FORMAT_ERROR', "the form isn't percent-encoded UTF-8");
    }
    if (name.includes('\0') || value.includes('\0')) return refuseNul('the form');
    if (form.has(name)) return refuse(400, 'FORMAT_ERROR', 'a field is sent more than once: send it once');
    form.set(name, value);
  }
  return form;
}

function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
