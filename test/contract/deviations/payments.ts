import { add, type Deviation, deviation, type Patch, replace } from '../deviation.ts';
import type { Json } from '../json.ts';

/** Schemas of the standard for payments that are read. */
const SINGLE = 'paymentInitiationWithStatusResponse';
const PERIODIC = 'periodicPaymentInitiationWithStatusResponse';
const BULK = 'bulkPaymentInitiationWithStatusResponse';
const ITEM = 'paymentInitiationBulkElement_json';
const STATUS = 'paymentInitiationStatusResponse-200_json';

function members(schema: string, added: Readonly<Record<string, Json>>): Patch[] {
  return Object.entries(added).map(([name, value]) =>
    add(`/components/schemas/${schema}/properties/${name}`, value),
  );
}

function text(maxLength: number): Json {
  return { type: 'string', minLength: 1, maxLength };
}

const REFERENCE = {
  type: 'object',
  required: ['reference'],
  properties: { reference: text(35), referenceType: text(35), referenceIssuer: text(35) },
};

const PURPOSE_CODES = 'INVS SALA IDCP CASH CORT INTC PENS SSBE SUPP TAXS TREA VATX LOAN OTHR';
const REGULATORY_CODES = '14 26 29 31 35 38 41 43 45 51 52 53 71 79 81 82';

const DOMESTIC_MEMBERS = {
  ultimateDebtor: text(70),
  remittanceInformationStructured: REFERENCE,
  remittanceInformationStructuredArray: { type: 'array', items: REFERENCE },
  purposeCode: { type: 'string', enum: PURPOSE_CODES.split(' ') },
};

const CROSS_BORDER_MEMBERS = {
  regulatoryReportingCode: { type: 'string', enum: REGULATORY_CODES.split(' ') },
  regulatoryReportingInformation: text(140),
};

/** `"1"` to `"12"`, or as a number. */
const MONTH: Json = {
  anyOf: [
    { type: 'string', pattern: '[1-9]|1[0-2]' },
    { type: 'integer', minimum: 1, maximum: 12 },
  ],
};

const DATE = { requestedExecutionDate: { type: 'string', format: 'date' } };
const IDENTITY = {
  paymentId: { $ref: '#/components/schemas/paymentId' },
  _links: { $ref: '#/components/schemas/_linksPaymentInitiation' },
};

/** Why a payment was rejected. */
const REASON = {
  type: 'object',
  required: ['category', 'code', 'text'],
  additionalProperties: false,
  properties: {
    category: { type: 'string', enum: ['ERROR'] },
    code: {
      type: 'string',
      enum: [
        ...['SCA_INVALID', 'SCA_EXPIRED', 'PSU_CREDENTIALS_INVALID', 'FORBIDDEN', 'PAYMENT_FAILED'],
        ...['FORMAT_ERROR', 'SYSTEM_ERROR', 'BAD_REQUEST'],
      ],
    },
    path: { type: 'string' },
    text: { type: 'string', minLength: 1, maxLength: 512 },
  },
};

const STANDING_MEMBERS = {
  paymentId: IDENTITY.paymentId,
  transactionStatus: { $ref: '#/components/schemas/transactionStatus' },
  fundsAvailable: { type: 'boolean' },
};

const STANDING = {
  type: 'object',
  required: ['paymentId', 'transactionStatus'],
  additionalProperties: false,
  properties: STANDING_MEMBERS,
};

/** In what the bank says of a payment by itself. */
const ANSWERS: readonly Deviation[] = [
  deviation(
    'D2-warnings: moved date EXECUTION_DATE_INVALID, under NOK 100 000 PRODUCT_INVALID; D4-service-level FORMAT_ERROR',
    ...['EXECUTION_DATE_INVALID', 'PRODUCT_INVALID', 'FORMAT_ERROR'].map((value) =>
      add('/components/schemas/MessageCode201PaymentInitiation/enum/-', value),
    ),
  ),
  deviation('D4-status-body', ...members(STATUS, { paymentId: IDENTITY.paymentId })),
  deviation(
    'D4-rejection-reason: an RJCT always has its reason in tppMessages',
    ...members(STATUS, { tppMessages: { type: 'array', minItems: 1, items: REASON } }),
  ),
  deviation(
    'D4-bulk-payments: a bulk’s read and status list payments[]',
    ...members(STATUS, { payments: { type: 'array', minItems: 1, items: STANDING } }),
  ),
  deviation('D4-bulk-payments: a bulk’s read and status list payments[]', ...members(ITEM, STANDING_MEMBERS)),
  deviation(
    'D4-read-body: the initiation as sent + paymentId, …, transactionStatus, _links',
    ...[SINGLE, PERIODIC, BULK].flatMap((schema) => members(schema, IDENTITY)),
  ),
  deviation(
    'D4-read-body: requestedExecutionDate in force; I-domestic-request',
    ...[SINGLE, PERIODIC].flatMap((schema) => members(schema, DATE)),
  ),
  deviation(
    'D4-periodic-body, D4-periodic-members: the domestic body + startDate, frequency; the standard’s own fits two as well',
    replace('/components/responses/OK_200_PaymentInitiationInformation/content/application~1json/schema', {
      anyOf: [SINGLE, PERIODIC, BULK].map((schema) => ({ $ref: `#/components/schemas/${schema}` })),
    }),
  ),
];

/** In what comes back of an initiation. */
const INITIATIONS: readonly Deviation[] = [
  deviation(
    'I-domestic-request',
    ...[SINGLE, PERIODIC, ITEM].flatMap((schema) => members(schema, DOMESTIC_MEMBERS)),
  ),
  deviation('I-cross-border-request', ...members(SINGLE, CROSS_BORDER_MEMBERS)),
  deviation(
    'I-version-path; D4-service-level serviceLevel O 1–4 of A–Z 0–9: kept, shown',
    ...members(SINGLE, { serviceLevel: { type: 'string', pattern: '^[A-Z0-9]{1,4}$' } }),
  ),
  deviation(
    'I-cross-border-request; D4-foreign-bban',
    replace('/components/schemas/bban/pattern', '.{1,30}'),
  ),
  deviation(
    'I-errors-months; D4-periodic-months, monthsOfExecution',
    ...members(PERIODIC, {
      monthsOfExecution: { type: 'array', minItems: 1, maxItems: 11, items: MONTH },
    }),
  ),
  deviation(
    'D4-periodic-frequency, executionRule: `preceeding` tolerated; Read body: the initiation as sent',
    add('/components/schemas/executionRule/enum/-', 'preceeding'),
  ),
  deviation(
    'I-domestic-request',
    ...members('address', {
      street: text(70),
      postalCode: { type: 'string' },
      city: { type: 'string' },
    }),
  ),
];

export const PAYMENTS: readonly Deviation[] = [...ANSWERS, ...INITIATIONS];
