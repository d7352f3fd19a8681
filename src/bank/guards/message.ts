import { isUtf8 } from 'node:buffer';
import type * as z from 'zod/mini';
import { message, type TppMessage } from '../../wire/errors.ts';
import { parseBody } from '../../wire/parse.ts';
import { HEADER_FORMATS } from '../../wire/request-headers.ts';
import { type JsonFault, parseStrictJson } from '../../wire/strict-json.ts';
import { listUnusedMembers } from '../../wire/unused-members.ts';
import { isRefusal, type Refusal, refuse, refuseBody } from '../answer.ts';
import type { RequestContext, RouteFacts } from '../request-context.ts';
import type { Guard } from '../routes/route.ts';

/** The limits of the headers' size and number. @see S12-header-limits */
const HEADERS_LIMIT_BYTES = 16 * 1024;
const HEADERS_LIMIT_COUNT = 100;

/** Refuses a body over the limit. The message omits the size, because the server stops reading at the limit. */
function refuseLargeBody({ bodyLimitBytes }: RouteFacts): Refusal {
  return refuse(413, 'BAD_REQUEST', `the body is larger than ${bodyLimitBytes / 2 ** 20} MiB`);
}

/** Checks the sizes of body and headers. @see D2-body-size, S12-body-limit, S12-header-limits, S12-limits-site */
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

/** Refuses repeated headers that affect the result, because their values are ambiguous. @see S12-repeated-headers */
export const checkRepeatedHeaders: Guard = ({ request, headers }) => {
  const repeated = headers.repeated.find(isSentOnce);
  if (repeated === undefined) return undefined;
  const [name = ''] = request.headers.find((header) => header[0].toLowerCase() === repeated) ?? [];
  return refuse(400, 'FORMAT_ERROR', `${name} is sent more than once: send it once`, name);
};

function isSentOnce(name: string): boolean {
  return ONCE.includes(name) || ONCE_FAMILIES.some((family) => name.startsWith(family));
}

/** Checks the format of each header, even if the operation doesn't use it. @see D3-header-formats */
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
 * Refuses U+0000 in path, query and headers: a store that ends a text at U+0000 would confuse two texts.
 * @see S12-nul
 */
export const checkNul: Guard = ({ request: { target }, headers: { withNul } }) => {
  if (target.includes('%00') || target.includes('\0')) return refuseNul('the path or the query');
  return withNul === undefined ? undefined : refuseNul(withNul, withNul);
};

/**
 * Refuses the character U+0000.
 * @param path of the member or header
 */
function refuseNul(what: string, path?: string): Refusal {
  return refuse(400, 'FORMAT_ERROR', `${what} contains the character U+0000: remove it`, path);
}

/** Returns true if any string in a parsed JSON value contains U+0000. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  for (const [name, member] of Object.entries(value)) if (name.includes('\0') || hasNul(member)) return true;
  return false;
}

/**
 * Checks the query parameters; unknown ones are ignored, and repeated ones are refused as ambiguous.
 * @see D2-required-query, D2-repeated-query
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

/** The encoding of a body: as is, compressed, or unsupported. */
type ContentCoding = 'identity' | 'gzip' | 'other';

/**
 * The supported content codings; `x-gzip` equals gzip (RFC 9110 8.4.1.3). Nested codings aren't supported, because they
 * would defeat the size limit.
 */
const CODINGS: Readonly<Record<string, ContentCoding>> = {
  '': 'identity',
  identity: 'identity',
  gzip: 'gzip',
  'x-gzip': 'gzip',
};

/** Parses Content-Encoding. @see S12-gzip, D2-content-coding */
function parseContentCoding(exchange: RequestContext): ContentCoding {
  const sent = exchange.headerList('Content-Encoding') ?? '';
  return CODINGS[sent.trim().toLowerCase()] ?? 'other';
}

const JSON_RANGE = /^(?:\*\/\*|application\/(?:\*|json|[\w.!#$&^-]+\+json))$/;
const JSON_TYPE = /^application\/(?:json|[\w.!#$&^-]+\+json)$/;

/** The most common media type, compared without parsing. */
const PLAIN_JSON = 'application/json';

/**
 * Checks that Accept matches JSON and, if the operation has a body, Content-Type and Content-Encoding. Absent headers
 * mean uncompressed JSON.
 * @see D2-media-type, D2-content-coding, D2-accept
 */
export const checkMediaType: Guard = (exchange) => {
  const accept = exchange.headerList('Accept');
  if (accept !== undefined && accept.trim() !== '' && !accept.split(',').some(isJsonRange)) {
    return refuse(406, 'BAD_REQUEST', 'the bank answers in JSON: send Accept: application/json', 'Accept');
  }
  return exchange.route.body ? (checkType(exchange) ?? checkCoding(exchange)) : undefined;
};

/** Checks Content-Type; a charset is accepted if it is UTF-8. @see D3-published */
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

/** Decompresses, parses and validates the body. @see D2-order, I-utf8, D2-invalid-utf8, D2-body-ignored */
export const loadBody: Guard = (exchange) => {
  const schema = exchange.route.body?.(exchange.params);
  if (!schema) return undefined;
  const sent = exchange.request.body;
  const bytes = parseContentCoding(exchange) === 'gzip' ? inflateBody(sent, exchange.route) : sent;
  if (isRefusal(bytes)) return bytes;
  // The body of an operator request is optional.
  if (bytes.byteLength === 0 && exchange.route.listener === 'operator')
    return parseBodyOfRequest(exchange, schema, {});
  if (!isUtf8(bytes)) return refuse(400, 'FORMAT_ERROR', "the body isn't UTF-8");
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const json = parseStrictJson(text);
  if (!json.ok) return refuseJson(json.fault);
  const refusal = parseBodyOfRequest(exchange, schema, json.value);
  if (refusal !== undefined || !text.includes(ESCAPED_NUL)) return refusal;
  return hasNul(exchange.body) ? refuseNul('the body') : undefined;
};

/**
 * The JSON escape of U+0000. Its presence in the text triggers a full check, because it can also follow an escaped
 * backslash.
 */
const ESCAPED_NUL = '\\u0000';

function parseBodyOfRequest(
  exchange: RequestContext,
  schema: z.ZodMiniType<unknown>,
  json: unknown,
): Refusal | undefined {
  const body = parseBody(schema, json);
  if (!body.ok) return refuseBody(body.faults);
  exchange.body = body.value;
  if (exchange.route.isOfProduct) exchange.unusedMembers = listUnusedMembers(schema, json);
  return undefined;
}

/** Decompresses a gzip body up to the limit. Digest and signature cover the bytes as sent. @see S12-gzip */
function inflateBody(sent: Uint8Array, route: RouteFacts): Uint8Array | Refusal {
  // Loaded on demand: the module adds 2 ms to each start, and few bodies are compressed.
  const { gunzipSync } = process.getBuiltinModule('node:zlib');
  try {
    return gunzipSync(sent, { maxOutputLength: route.bodyLimitBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return refuseLargeBody(route);
    return refuse(400, 'BAD_REQUEST', "the body isn't gzip", 'Content-Encoding');
  }
}

/** Refuses invalid JSON. @see S12-json-depth */
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
 * Parses a page's form; a repeated field is refused, so that the form is unambiguous.
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
  if (isRefusal(form)) return form;
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
