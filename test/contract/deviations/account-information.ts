import { add, type Deviation, deviation, type Patch, replace } from '../deviation.ts';
import type { Json, JsonObject } from '../json.ts';
import { codes, refusalBody, TOO_LARGE } from './refusals.ts';

const HEADERS: Json = { 'X-Request-ID': { $ref: '#/components/headers/X-Request-ID' } };
const LINK: Json = { $ref: '#/components/schemas/hrefType' };
const TEXT: Json = { type: 'string' };

function object(properties: JsonObject, required = Object.keys(properties)): JsonObject {
  return { type: 'object', required, properties };
}

const SELF: Json = { type: 'object', required: ['self'], additionalProperties: LINK };

/** A consent is not made by the call, so there is none to tell of: only where the PSU goes. */
const WARNING: Json = object({
  category: { type: 'string', enum: ['WARNING'] },
  code: { type: 'string', enum: ['BAD_REQUEST'] },
  text: { $ref: '#/components/schemas/tppMessageText' },
});
const ASKED = object(
  {
    tppMessages: { type: 'array', minItems: 1, items: WARNING },
    _links: { type: 'object', required: ['scaRedirect'], additionalProperties: LINK },
  },
  ['_links'],
);

const USER = object({
  psuId: { type: 'string', format: 'uuid' },
  contexts: { type: 'array', minItems: 1, items: { type: 'string', enum: ['PRIVATE', 'CORPORATE'] } },
  _links: SELF,
});

const AGREEMENTS = object({
  agreements: {
    type: 'array',
    items: object({
      psuCorporateId: { type: 'string', format: 'uuid' },
      name: TEXT,
      owner: TEXT,
      _links: SELF,
    }),
  },
});

/** An operation that the standard has not, refused as its own of account information are. */
function operation(path: string, method: string, operationId: string, status: number, schema: Json): Patch {
  const given: Json = { headers: HEADERS, content: { 'application/json': { schema } } };
  const refused = { 400: 'BAD_REQUEST_400_AIS', 401: 'UNAUTHORIZED_401_AIS' };
  const responses = Object.fromEntries(
    Object.entries(refused).map(([code, name]) => [code, { $ref: `#/components/responses/${name}` }]),
  );
  const value: Json = { [method]: { operationId, responses: { [status]: given, ...responses } } };
  return add(`/paths/${path.replaceAll('/', '~1')}`, value);
}

const CONSENTS: readonly Deviation[] = [
  deviation(
    'D6-consent-calls: 201 {_links.scaRedirect}, the deprecated one adds a WARNING',
    replace('/components/responses/CREATED_201_Consents/content/application~1json/schema', ASKED),
  ),
  deviation(
    'I-deprecations: /v1/consents is replaced; D1-information-paths',
    operation('/v1/bank-offered-consents', 'post', 'askForBankOfferedConsent', 201, ASKED),
  ),
];

const PSU: readonly Deviation[] = [
  deviation('D6-user', operation('/v1/user', 'get', 'readUser', 200, USER)),
  deviation(
    'I-authentication-9; D6-agreement-consent',
    operation('/v1/agreements', 'get', 'listAgreements', 200, AGREEMENTS),
  ),
];

/** Answers for which the standard names no body, with the code of ours. */
const WITHOUT_BODY = {
  SERVICE_UNAVAILABLE_503: 'SYSTEM_ERROR',
};

const REFUSED: readonly Deviation[] = [
  deviation(
    'I-error-codes; D2-status-codes, 400',
    ...codes('400_AIS', 'BAD_REQUEST', 'HTTP_HEADER_REQUIRED', 'QUERY_PARAMETER_REQUIRED'),
  ),
  deviation(
    'I-error-codes; D2-sca-codes, D2-consent-codes, 401',
    ...codes('401_AIS', 'SCA_NOT_FOUND', 'SCA_EXPIRED', 'SCA_INVALID', 'CONSENT_UNKNOWN'),
  ),
  deviation(
    'I-error-codes; D2-status-codes, 405 406 413 415: code BAD_REQUEST',
    ...codes('406_AIS', 'BAD_REQUEST'),
  ),
  deviation(
    'D2-error-body: the body of every refusal; 503 SYSTEM_ERROR',
    ...Object.entries(WITHOUT_BODY).map(([response, code]) =>
      add(`/components/responses/${response}_AIS/content`, refusalBody(code)),
    ),
  ),
  deviation(
    'D2-body-size, 405 406 413 415: body over 1 MiB; bodies of /v1/consents are ignored but for their size',
    add('/paths/~1v1~1consents/post/responses/413', TOO_LARGE),
  ),
  deviation(
    'D2-echo: X-Request-ID is echoed; a missing header is 400 HTTP_HEADER_REQUIRED',
    replace('/components/responses/BAD_REQUEST_400_AIS/headers/X-Request-ID', {
      required: false,
      schema: TEXT,
    }),
  ),
];

/** In answers about accounts, card accounts, consents and the PSU. */
export const ACCOUNT_INFORMATION: readonly Deviation[] = [
  ...CONSENTS,
  ...PSU,
  ...REFUSED,
  deviation(
    'I-related-account: the relatedAccount extension of its card account details; D7-card-available',
    add(
      '/components/schemas/cardAccountDetails/properties/relatedAccount',
      object({
        identification: TEXT,
        schemeNameProprietary: { type: 'string', enum: ['creditCardAccount'] },
      }),
    ),
  ),
];
