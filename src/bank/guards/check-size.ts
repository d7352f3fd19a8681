import { type Refusal, refuse } from '../answer.ts';
import type { RouteFacts } from '../exchange.ts';
import type { Guard } from '../routes/route.ts';

/** @see S12-header-limits, S12-body-limit */
export const BODY_LIMIT_BYTES = 1024 * 1024;
export const HEADERS_LIMIT_BYTES = 16 * 1024;
export const HEADERS_LIMIT_COUNT = 100;

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
