import { add, type Deviation, deviation, type Patch, replace } from '../deviation.ts';
import type { Json } from '../json.ts';

/** How the standard names what belongs to payments, and to signing baskets. */
const SERVICES = ['PIS', 'SBS'] as const;
type Service = (typeof SERVICES)[number];

/** Where a body comes in that can be too large. */
const CREATIONS: Readonly<Record<Service, string>> = {
  PIS: '/paths/~1v1~1{payment-service}~1{payment-product}/post',
  SBS: '/paths/~1v1~1signing-baskets/post',
};

export function codes(status: string, ...added: readonly string[]): Patch[] {
  const path = `/components/schemas/MessageCode${status}/enum/-`;
  return added.map((value) => add(path, value));
}

/** The body of a refusal for whose status the standard has none. */
export function refusalBody(code: string): Json {
  const message = {
    type: 'object',
    required: ['category', 'code'],
    properties: {
      category: { type: 'string', enum: ['ERROR'] },
      code: { type: 'string', enum: [code] },
      path: { type: 'string' },
      text: { $ref: '#/components/schemas/tppMessageText' },
    },
  };
  const properties = { tppMessages: { type: 'array', minItems: 1, items: message } };
  return { 'application/json': { schema: { type: 'object', required: ['tppMessages'], properties } } };
}

/** A body over the limit, a status that the standard has not. */
export const TOO_LARGE: Json = {
  headers: { 'X-Request-ID': { $ref: '#/components/headers/X-Request-ID' } },
  content: refusalBody('BAD_REQUEST'),
};

/** Answers for which the standard names no body, with the code of ours. */
const WITHOUT_BODY = {
  NOT_ACCEPTABLE_406: 'BAD_REQUEST',
  UNSUPPORTED_MEDIA_TYPE_415: 'BAD_REQUEST',
  SERVICE_UNAVAILABLE_503: 'SYSTEM_ERROR',
};

const CODES: readonly Deviation[] = [
  deviation(
    'I-error-codes; D2-status-codes, 400',
    ...codes('400_PIS', 'BAD_REQUEST', 'HTTP_HEADER_REQUIRED', 'KID_MISSING', 'KID_INVALID'),
    ...codes('400_SBS', 'BAD_REQUEST', 'HTTP_HEADER_REQUIRED'),
  ),
  deviation(
    'I-error-codes; D2-forbidden, 403 FORBIDDEN: payment right taken away',
    ...SERVICES.flatMap((service) => codes(`403_${service}`, 'FORBIDDEN')),
  ),
  deviation(
    'I-error-codes; D2-status-codes, 405 406 413 415: code BAD_REQUEST',
    ...SERVICES.flatMap((service) => codes(`405_${service}`, 'BAD_REQUEST')),
  ),
  deviation(
    'I-error-codes; D2-status-codes, 409 CONFLICT',
    ...SERVICES.flatMap((service) => codes(`409_${service}`, 'CONFLICT')),
  ),
];

const BODIES: readonly Deviation[] = [
  deviation(
    'D2-error-body: the body of every refusal; 406 415 BAD_REQUEST, 503 SYSTEM_ERROR',
    ...SERVICES.flatMap((service) =>
      Object.entries(WITHOUT_BODY).map(([response, code]) =>
        add(`/components/responses/${response}_${service}/content`, refusalBody(code)),
      ),
    ),
  ),
  deviation(
    'D2-body-size, 405 406 413 415: body over 1 MiB',
    ...SERVICES.map((service) => add(`${CREATIONS[service]}/responses/413`, TOO_LARGE)),
  ),
  deviation(
    'D2-echo: X-Request-ID is echoed; a missing header is 400 HTTP_HEADER_REQUIRED',
    ...SERVICES.map((service) =>
      replace(`/components/responses/BAD_REQUEST_400_${service}/headers/X-Request-ID`, {
        required: false,
        schema: { type: 'string' },
      }),
    ),
  ),
];

/** Statuses, codes and bodies of refusals. */
export const REFUSALS: readonly Deviation[] = [...CODES, ...BODIES];
