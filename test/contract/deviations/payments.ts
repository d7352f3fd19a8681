import type { Deviation } from '../deviation.ts';
import type { Json } from '../json.ts';
import type { Patch } from '../patch.ts';

/** Schemas of the standard for payments that are read. */
const SINGLE = 'paymentInitiationWithStatusResponse';
const PERIODIC = 'periodicPaymentInitiationWithStatusResponse';
const BULK = 'bulkPaymentInitiationWithStatusResponse';
const ITEM = 'paymentInitiationBulkElement_json';
const STATUS = 'paymentInitiationStatusResponse-200_json';

function members(schema: string, added: Readonly<Record<string, Json>>): Patch[] {
  return Object.entries(added).map(
    ([name, value]): Patch => ({
      op: 'add',
      path: `/components/schemas/${schema}/properties/${name}`,
      value,
    }),
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
  {
    what: 'warnings about a creation have codes',
    reason:
      'D2-warnings: moved date EXECUTION_DATE_INVALID, under NOK 100 000 PRODUCT_INVALID; D4-service-level FORMAT_ERROR',
    patches: ['EXECUTION_DATE_INVALID', 'PRODUCT_INVALID', 'FORMAT_ERROR'].map(
      (value): Patch => ({
        op: 'add',
        path: '/components/schemas/MessageCode201PaymentInitiation/enum/-',
        value,
      }),
    ),
  },
  {
    what: 'a status names its payment',
    reason: 'D4-status-body',
    patches: members(STATUS, { paymentId: IDENTITY.paymentId }),
  },
  {
    what: 'a status tells why a payment was rejected',
    reason: 'D4-rejection-reason: an RJCT always has its reason in tppMessages',
    patches: members(STATUS, { tppMessages: { type: 'array', minItems: 1, items: REASON } }),
  },
  {
    what: 'the status of a bulk tells how each of its payments stands',
    reason: 'D4-bulk-payments: a bulk’s read and status list payments[]',
    patches: members(STATUS, { payments: { type: 'array', minItems: 1, items: STANDING } }),
  },
  {
    what: 'a bulk is read with how each of its payments stands',
    reason: 'D4-bulk-payments: a bulk’s read and status list payments[]',
    patches: members(ITEM, STANDING_MEMBERS),
  },
  {
    what: 'a payment is read with its id and links',
    reason: 'D4-read-body: the initiation as sent + paymentId, …, transactionStatus, _links',
    patches: [SINGLE, PERIODIC, BULK].flatMap((schema) => members(schema, IDENTITY)),
  },
  {
    what: 'a payment is read with its date',
    reason: 'D4-read-body: requestedExecutionDate in force; I-domestic-request',
    patches: [SINGLE, PERIODIC].flatMap((schema) => members(schema, DATE)),
  },
  {
    what: 'a periodic payment fits what is said of a single one',
    reason:
      'D4-periodic-body, D4-periodic-members: the domestic body + startDate, frequency; the standard’s own fits two as well',
    patches: [
      {
        op: 'replace',
        path: '/components/responses/OK_200_PaymentInitiationInformation/content/application~1json/schema',
        value: {
          anyOf: [SINGLE, PERIODIC, BULK].map((schema) => ({ $ref: `#/components/schemas/${schema}` })),
        },
      },
    ],
  },
];

/** In what comes back of an initiation. */
const INITIATIONS: readonly Deviation[] = [
  {
    what: 'a payment has members of the Norwegian domestic product',
    reason: 'I-domestic-request',
    patches: [SINGLE, PERIODIC, ITEM].flatMap((schema) => members(schema, DOMESTIC_MEMBERS)),
  },
  {
    what: 'a payment has members of the Norwegian cross-border product',
    reason: 'I-cross-border-request',
    patches: members(SINGLE, CROSS_BORDER_MEMBERS),
  },
  {
    what: 'a cross-border payment has a service level',
    reason: 'I-version-path; D4-service-level serviceLevel O 1–4 of A–Z 0–9: kept, shown',
    patches: members(SINGLE, { serviceLevel: { type: 'string', pattern: '^[A-Z0-9]{1,4}$' } }),
  },
  {
    what: 'a foreign bban is free text',
    reason: 'I-cross-border-request; D4-foreign-bban',
    patches: [{ op: 'replace', path: '/components/schemas/bban/pattern', value: '.{1,30}' }],
  },
  {
    what: 'a periodic payment names its months',
    reason: 'I-errors-months; D4-periodic-months, monthsOfExecution',
    patches: members(PERIODIC, {
      monthsOfExecution: { type: 'array', minItems: 1, maxItems: 11, items: MONTH },
    }),
  },
  {
    what: 'an execution rule is shown as it was sent',
    reason: 'D4-periodic-frequency, executionRule: `preceeding` tolerated; Read body: the initiation as sent',
    patches: [{ op: 'add', path: '/components/schemas/executionRule/enum/-', value: 'preceeding' }],
  },
  {
    what: 'an address has the names of the interface',
    reason: 'I-domestic-request',
    patches: members('address', {
      street: text(70),
      postalCode: { type: 'string' },
      city: { type: 'string' },
    }),
  },
];

export const PAYMENTS: readonly Deviation[] = [...ANSWERS, ...INITIATIONS];
