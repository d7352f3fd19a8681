import { type Deviation, deviation } from '../deviation.ts';
import type { Json } from '../json.ts';
import { add } from '../patch.ts';
import { TOO_LARGE } from './refusals.ts';

const AMOUNT = { $ref: '#/components/schemas/amount' };

const GIVEN: Json = {
  headers: { 'X-Request-ID': { $ref: '#/components/headers/X-Request-ID' } },
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['transactionFees', 'transactionFeeIndicator'],
        properties: { transactionFees: AMOUNT, transactionFeeIndicator: { type: 'boolean' } },
      },
    },
  },
};

/** Refused as a creation is: the standard's own answers, where it has them. */
const REFUSED = {
  400: 'BAD_REQUEST_400_PIS',
  401: 'UNAUTHORIZED_401_PIS',
  403: 'FORBIDDEN_403_PIS',
  404: 'NOT_FOUND_404_PIS',
  406: 'NOT_ACCEPTABLE_406_PIS',
  415: 'UNSUPPORTED_MEDIA_TYPE_415_PIS',
};

function responses(): Json {
  const references = Object.entries(REFUSED).map(([status, name]) => [
    status,
    { $ref: `#/components/responses/${name}` },
  ]);
  return { 200: GIVEN, 413: TOO_LARGE, ...Object.fromEntries(references) };
}

export const FEE_INFORMATION: readonly Deviation[] = [
  deviation(
    'there is an operation for the fee of an instant payment',
    'D1-fee-information; D1-fee-information, D4-fee-information',
    add('/paths/~1v1~1{payment-service}~1{payment-product}~1fee-information', {
      post: { operationId: 'requestFeeInformation', responses: responses() },
    }),
  ),
];
