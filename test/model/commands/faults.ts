import type { HttpRequest } from '../../../src/message.ts';
import type { Kind } from '../model/products.ts';
import { refused, type Said } from '../model/state.ts';
import type { Sent } from '../sent.ts';
import { PRODUCT_FAULTS } from './product-faults.ts';

/** What can be wrong with a creation before the bank looks into its store, and what it says then.
 * @see D2-signature-order */

export type Body = Record<string, unknown>;

type OfBody = (body: Body) => Body;
type OfRequest = (sent: Sent) => Sent;

interface Fault {
  readonly says: Said;
  /** Of which kind of payment; absent: domestic. */
  readonly kind?: Kind;
  /** What happens to the body before it is written. */
  readonly body?: OfBody;
  /** What happens to the request before it is signed. */
  readonly sent?: OfRequest;
}

function without(headers: Sent['headers'], name: string): Sent['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([given]) => given !== name));
}

function withHeader(name: string, value: string): OfRequest {
  return (sent) => ({ ...sent, headers: { ...sent.headers, [name]: value } });
}

function withoutHeader(name: string): OfRequest {
  return (sent) => ({ ...sent, headers: without(sent.headers, name) });
}

/** What happens to the request once it is signed. */
function spoiled(spoil: (request: HttpRequest) => HttpRequest): OfRequest {
  return (sent) => ({ ...sent, spoil });
}

function at(path: string): OfRequest {
  return (sent) => ({ ...sent, path });
}

function dropping(name: string): (request: HttpRequest) => HttpRequest {
  return (request) => ({ ...request, headers: request.headers.filter(([given]) => given !== name) });
}

const FAULTS = {
  ...PRODUCT_FAULTS,
  'no creditor': {
    says: refused(400, 'FORMAT_ERROR creditorName'),
    body: ({ creditorName: _, ...rest }: Body) => rest,
  },
  'an amount with one decimal': {
    says: refused(400, 'FORMAT_ERROR instructedAmount.amount'),
    body: (body: Body) => ({ ...body, instructedAmount: { amount: '100.5', currency: 'NOK' } }),
  },
  'two faults': {
    says: refused(400, 'FORMAT_ERROR creditorName', 'FORMAT_ERROR creditorAddress.country'),
    body: (body: Body) => ({ ...body, creditorName: '', creditorAddress: { country: 'XX' } }),
  },
  'a character that cannot be processed': {
    says: refused(400, 'FORMAT_ERROR creditorName'),
    body: (body: Body) => ({ ...body, creditorName: 'Ola \u{1f600}' }),
  },
  'no real date': {
    says: refused(400, 'FORMAT_ERROR requestedExecutionDate'),
    body: (body: Body) => ({ ...body, requestedExecutionDate: '2027-02-29' }),
  },
  'both remittances': {
    says: refused(400, 'FORMAT_ERROR remittanceInformationUnstructured'),
    body: (body: Body) => ({
      ...body,
      remittanceInformationUnstructured: 'one',
      remittanceInformationStructuredArray: [{ reference: '1' }],
    }),
  },
  'no JSON': { says: refused(400, 'BAD_REQUEST'), sent: (sent: Sent) => ({ ...sent, body: '{' }) },
  'no session': {
    says: refused(400, 'HTTP_HEADER_REQUIRED TPP-Session-ID'),
    sent: withoutHeader('TPP-Session-ID'),
  },
  'no PSU': { says: refused(400, 'HTTP_HEADER_REQUIRED PSU-ID'), sent: withoutHeader('PSU-Context') },
  'no address of the PSU': {
    says: refused(400, 'FORMAT_ERROR PSU-IP-Address'),
    sent: withHeader('PSU-IP-Address', 'home'),
  },
  'a flag that is none': {
    says: refused(400, 'FORMAT_ERROR allowLogicalDuplicate'),
    sent: (sent: Sent) => ({ ...sent, query: 'allowLogicalDuplicate=perhaps' }),
  },
  'another body than was signed': {
    says: refused(400, 'BAD_REQUEST Digest'),
    sent: spoiled((request) => ({ ...request, body: Buffer.from('{}') })),
  },
  'no signature': {
    says: refused(400, 'HTTP_HEADER_REQUIRED Signature'),
    sent: spoiled(dropping('Signature')),
  },
  'an unknown product': {
    says: refused(404, 'PRODUCT_UNKNOWN'),
    sent: at('/v1/payments/norwegian-cheques'),
  },
  'a product not offered': {
    says: refused(403, 'PRODUCT_INVALID'),
    sent: at('/v1/periodic-payments/instant-norwegian-credit-transfers-straks'),
  },
  'no such path': { says: refused(404, 'NOT_FOUND'), sent: at('/v1/payment') },
  'another method': {
    says: refused(405, 'BAD_REQUEST'),
    sent: (sent: Sent) => ({ ...sent, method: 'PATCH' }),
  },
  'HTML wanted': { says: refused(406, 'BAD_REQUEST Accept'), sent: withHeader('Accept', 'text/html') },
  'XML sent': {
    says: refused(415, 'BAD_REQUEST Content-Type'),
    sent: withHeader('Content-Type', 'application/xml'),
  },
  'too large a body': {
    says: refused(413, 'BAD_REQUEST'),
    sent: spoiled((request) => ({ ...request, body: Buffer.alloc(1024 * 1024 + 1) })),
  },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as readonly FaultName[];

export function faultNamed(name: FaultName): Fault {
  return FAULTS[name];
}
