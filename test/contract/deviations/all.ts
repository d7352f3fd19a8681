import { add, type Deviation, deviation, remove, replace } from '../deviation.ts';
import type { Json } from '../json.ts';
import { ACCOUNT_INFORMATION } from './account-information.ts';
import { PAYMENTS } from './payments.ts';
import { REFUSALS, TOO_LARGE } from './refusals.ts';

/** In answers of more than one operation. */
const EVERYWHERE: readonly Deviation[] = [
  deviation(
    'I-common-types: href and verbs, of GET, PUT, POST, DELETE',
    add('/components/schemas/hrefType/properties/verbs', {
      type: 'array',
      items: { type: 'string', enum: ['GET', 'PUT', 'POST', 'DELETE'] },
    }),
  ),
  deviation(
    'D3-request-id-format: visible ASCII, 1–100; published scripts send no UUIDs',
    remove('/components/headers/X-Request-ID/schema/format'),
  ),
  deviation(
    'D2-links: href is origin-relative with the base path; Location is the same address',
    remove('/components/headers/Location/schema/format'),
  ),
  deviation(
    'D2-created-location: 201 has Location',
    add('/components/responses/CREATED_201_StartScaProcess/headers/Location', {
      $ref: '#/components/headers/Location',
    }),
  ),
  deviation(
    'I-sca-status',
    replace('/components/schemas/scaStatus/enum', [
      ...['RECEIVED', 'PSU_IDENTIFIED', 'PSU_AUTHENTICATED', 'SCA_METHOD_SELECTED'],
      ...['STARTED', 'FINALISED', 'FAILED', 'EXEMPTED'],
    ]),
  ),
  deviation(
    'I-text-limit: tppMessages text at most 512 characters',
    replace('/components/schemas/tppMessageText/maxLength', 512),
  ),
  deviation(
    'I-amount: precision 18; D4-amount: at most 18 digits',
    replace('/components/schemas/amountValue/pattern', '-?[0-9]{1,18}(\\.[0-9]{1,3})?'),
  ),
];

/** In answers about signing baskets. */
const BASKETS: readonly Deviation[] = [
  deviation(
    'I-basket-authorisation: the worst case; D5-basket-status',
    ...['ACCP', 'PDNG', 'ACWC', 'ACSP', 'ACWP'].map((value) =>
      add('/components/schemas/transactionStatus_SBS/enum/-', value),
    ),
  ),
];

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

const FEE_INFORMATION: readonly Deviation[] = [
  deviation(
    'D1-fee-information; D1-fee-information, D4-fee-information',
    add('/paths/~1v1~1{payment-service}~1{payment-product}~1fee-information', {
      post: { operationId: 'requestFeeInformation', responses: responses() },
    }),
  ),
];

/** Every deviation of payments, baskets, authorisations and account information from the standard's file. */
export const DEVIATIONS: readonly Deviation[] = [
  ...EVERYWHERE,
  ...REFUSALS,
  ...PAYMENTS,
  ...BASKETS,
  ...FEE_INFORMATION,
  ...ACCOUNT_INFORMATION,
];
