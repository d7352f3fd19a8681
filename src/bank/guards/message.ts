import { message } from '../../wire/errors.ts';
import { HEADER_FORMATS } from '../../wire/request-headers.ts';
import { type Refusal, refuse } from '../answer.ts';
import type { RouteFacts } from '../exchange.ts';
import type { Guard } from '../routes/route.ts';

/** @see S12-header-limits, S12-body-limit */
const BODY_LIMIT_BYTES = 1024 * 1024;
const HEADERS_LIMIT_BYTES = 16 * 1024;
const HEADERS_LIMIT_COUNT = 100;

/**
 * What came is not counted, neither here nor below: a server stops reading at the limit, and its messages have the
 * headers of a connection. It says the same as the bank in-process.
 */
export function bodyTooLarge(route: RouteFacts): Refusal {
  return refuse(413, 'BAD_REQUEST', `the body is larger than ${bodyLimitOf(route) / BODY_LIMIT_BYTES} MiB`);
}

export function bodyLimitOf({ bodyLimitBytes = BODY_LIMIT_BYTES }: RouteFacts): number {
  return bodyLimitBytes;
}

/** The line ends and the colon of a header line on the wire. */
const HEADER_OVERHEAD_BYTES = 4;

/** @see D2-body-size, S12-body-limit, S12-header-limits, S12-limits-site */
export const checkSize: Guard = ({ request, route }) => {
  if (request.body.byteLength > bodyLimitOf(route)) return bodyTooLarge(route);
  if (request.headers.length > HEADERS_LIMIT_COUNT) {
    return refuse(400, 'FORMAT_ERROR', 'the request has more than 100 headers');
  }
  // A header's value is octets, one character each.
  const bytes = request.headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length + HEADER_OVERHEAD_BYTES,
    0,
  );
  if (bytes > HEADERS_LIMIT_BYTES) {
    return refuse(400, 'FORMAT_ERROR', 'the headers are larger than 16 KiB');
  }
  return undefined;
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
export const checkRepeatedHeaders: Guard = (exchange) =>
  exchange.repeatsHeaders ? refuseRepeated(exchange) : undefined;

const refuseRepeated: Guard = ({ request }) => {
  const seen = new Map<string, string>();
  for (const [name] of request.headers) {
    const lower = name.toLowerCase();
    const first = seen.get(lower);
    if (first !== undefined && isSentOnce(lower)) {
      return refuse(400, 'FORMAT_ERROR', `${first} is sent more than once: send it once`, first);
    }
    seen.set(lower, name);
  }
  return undefined;
};

function isSentOnce(name: string): boolean {
  return ONCE.includes(name) || ONCE_FAMILIES.some((family) => name.startsWith(family));
}

/** Headers are checked wherever they are sent, asked for or not. @see D3-header-formats */
export const checkHeaderFormats: Guard = (exchange) => {
  const messages = HEADER_FORMATS.flatMap(({ name, holds, expected, hintOf }) => {
    const value = exchange.header(name);
    if (value === undefined || holds(value)) return [];
    const hint = hintOf?.(value);
    const text = `${name} must be ${expected}${hint === undefined ? '' : `: ${hint}`}`;
    return [message('ERROR', 'FORMAT_ERROR', text, name)];
  });
  return messages.length === 0 ? undefined : { status: 400, messages };
};

/**
 * Nothing that is looked for or kept has U+0000: a store that ends a text there would take two for one.
 * @see S12-nul
 */
export const checkNul: Guard = ({ request: { target, headers } }) => {
  if (target.includes('%00') || target.includes('\0')) return refuseNul('the path or the query');
  for (const [name, value] of headers) if (value.includes('\0')) return refuseNul(name, name);
  return undefined;
};

/** @param path of the member or header */
export function refuseNul(what: string, path?: string): Refusal {
  return refuse(400, 'FORMAT_ERROR', `${what} contains the character U+0000: remove it`, path);
}

/** Whether any text of a value that was read from JSON has it. */
export function hasNul(value: unknown): boolean {
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
