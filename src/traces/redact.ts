import { type Header, originForm } from '../message.ts';
import { FINDING_CODES } from '../signing/findings.ts';
import { isCurrency } from '../values/currencies.ts';
import { CROSS_BORDER, DOMESTIC, INSTANT, INSTANT_ALIAS } from '../values/products.ts';
import { OPERATIONS, PAYMENT_SERVICES } from '../wire/operations.ts';

/**
 * What a trace may show: everything else is struck out, so that a field nobody has thought of yet stays hidden. One
 * table for the terminal, HAR files and whatever else keeps an exchange.
 *
 * A value is shown when its name is here and it looks like its kind: what a bank puts in another's place is hidden. So
 * where there is a list it is a value of that, and where banks have codes of their own it is written as codes are, which
 * names and numbers are not.
 * @see S10-traces
 */
const KINDS = {
  /** A status, a code, a role: in capitals. */
  code: /^[A-Z][A-Z_]{1,39}$/,
  currency: { test: isCurrency },
  balanceType:
    /^(closingBooked|expected|openingBooked|interim(Available|Booked)|forwardAvailable|nonInvoiced|authorised|available)$/i,
  bookingStatus: /^(booked|pending|both|all|information)$/,
  scheme: /^creditCardAccount$/,
  frequency:
    /^(Daily|Weekly|EveryTwoWeeks|Monthly|EveryTwoMonths|Quarterly|SemiAnnual|Annual|MonthlyVariable)$/,
  executionRule: /^(following|prece+ding)$/,
  approach: /^(REDIRECT|DECOUPLED|EMBEDDED)$/,
  context: /^(PRIVATE|CORPORATE)$/,
  date: /^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]{5,12}(Z|[+-][0-9]{2}:[0-9]{2}))?$/,
  httpDate: /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$/,
  number: /^[0-9]{1,9}$/,
  switch: /^(true|false)$/,
  /** Names of members and headers: which is at fault, never what stands in it. Each is of letters, a place of digits. */
  place:
    /^(?=.{1,100}$)(\[[0-9]{1,4}\](\.(?=[A-Za-z_])|$))?([A-Za-z_-]+(\[[0-9]{1,4}\])?(\.(?=[A-Za-z_])|$))*$/,
  mediaType:
    /^(\*|application|text)\/(\*|json|[a-z]+\+json|html|plain|xml|octet-stream)(; ?charset=(utf-8|iso-8859-1|us-ascii))?$/i,
  caching: /^((no-store|no-cache|private|public|must-revalidate|max-age=[0-9]{1,9})(, ?|$))+$/i,
  connection: /^(keep-alive|close)$/i,
  methods: /^((GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)(, ?|$))+$/,
  fixes: /^((amount-as-string)(, ?|$))+$/,
  /** A UUID: any other id of a TPP may say something about a person. */
  requestId: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
} as const satisfies Readonly<Record<string, { test(value: string): boolean }>>;

type Kind = keyof typeof KINDS;

const MEMBERS: Readonly<Record<string, Kind>> = {
  transactionStatus: 'code',
  scaStatus: 'code',
  category: 'code',
  code: 'code',
  path: 'place',
  currency: 'currency',
  balanceType: 'balanceType',
  bookingStatus: 'bookingStatus',
  cashAccountType: 'code',
  customerType: 'context',
  contexts: 'context',
  context: 'context',
  roles: 'code',
  verbs: 'code',
  frequency: 'frequency',
  executionRule: 'executionRule',
  schemeNameProprietary: 'scheme',
  fundsAvailable: 'switch',
  transactionFeeIndicator: 'switch',
  batchBookingPreferred: 'switch',
  requestedExecutionDate: 'date',
  startDate: 'date',
  endDate: 'date',
  bookingDate: 'date',
  valueDate: 'date',
  transactionDate: 'date',
  referenceDate: 'date',
  lastChangeDateTime: 'date',
  validUntil: 'date',
  now: 'date',
  bankDay: 'date',
  offsetSeconds: 'number',
  settled: 'number',
  sent: 'number',
  waiting: 'number',
  rejected: 'number',
  held: 'number',
};

const HEADERS: Readonly<Record<string, Kind>> = {
  date: 'httpDate',
  deprecation: 'httpDate',
  accept: 'mediaType',
  'content-type': 'mediaType',
  'content-length': 'number',
  'cache-control': 'caching',
  connection: 'connection',
  allow: 'methods',
  'retry-after': 'number',
  'x-request-id': 'requestId',
  'x-accept-fix': 'fixes',
  'aspsp-sca-approach': 'approach',
  'psu-context': 'context',
  'tpp-redirect-preferred': 'switch',
  'tpp-explicit-authorisation-preferred': 'switch',
  'tpp-rejection-nofunds-preferred': 'switch',
};

/** Names of HTTP and of the interface, whose values are shown only as `HEADERS` and `strikeHeader` allow. */
const HIDDEN_HEADERS: ReadonlySet<string> = new Set(
  `accept-charset accept-encoding accept-language accept-ranges age alt-svc authorization cdn-cache-control
  content-disposition content-encoding content-language content-location content-range cookie digest etag expect expires
  forwarded from host if-match if-modified-since if-none-match if-range if-unmodified-since keep-alive last-modified link
  location max-forwards origin pragma proxy-authenticate proxy-authorization proxy-connection range referer
  referrer-policy sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-user server set-cookie signature
  strict-transport-security te traceparent tracestate trailer transfer-encoding upgrade user-agent vary via warning
  www-authenticate x-content-type-options x-correlation-id x-forwarded-for x-forwarded-host x-forwarded-proto
  x-frame-options x-psu-identity psu-id psu-id-type psu-corporate-id psu-corporate-id-type psu-ip-address psu-ip-port
  psu-http-method psu-accept psu-accept-charset psu-accept-encoding psu-accept-language psu-user-agent psu-device-id
  psu-geo-location tpp-session-id tpp-redirect-uri tpp-nok-redirect-uri tpp-brand-logging-information
  tpp-signature-certificate tpp-notification-uri tpp-notification-content-preferred aspsp-signature-certificate
  aspsp-notification-support aspsp-notification-content consent-id psd2-findings psd2-proxy psd2-world`.split(
    /\s+/,
  ),
);

const QUERIES: Readonly<Record<string, Kind>> = {
  bookingStatus: 'bookingStatus',
  dateFrom: 'date',
  dateTo: 'date',
  fromDate: 'date',
  toDate: 'date',
  limit: 'number',
  offset: 'number',
  withBalance: 'switch',
  allowLogicalDuplicate: 'switch',
};

function shows(table: Readonly<Record<string, Kind>>, name: string, value: string): boolean {
  const kind = Object.hasOwn(table, name) ? table[name] : undefined;
  return kind !== undefined && KINDS[kind].test(value);
}

function showsMember(name: string, value: string | number | boolean): boolean {
  return shows(MEMBERS, name, String(value));
}

/** @param name in any case */
export function showsHeader(name: string, value: string): boolean {
  return shows(HEADERS, name.toLowerCase(), value);
}

/** Tells whether a header's name is a known one: what a program or a bank makes up may be a value. @param name in any case */
function isKnownHeader(name: string): boolean {
  const known = name.toLowerCase();
  return Object.hasOwn(HEADERS, known) || HIDDEN_HEADERS.has(known);
}

function showsQuery(name: string, value: string): boolean {
  return shows(QUERIES, name, value);
}

/** What stands where something is hidden; the same whatever it was, its length too. */
const STRUCK = '***';

/** Every word that stands in a path of the interface. */
const WORDS: ReadonlySet<string> = new Set([
  ...OPERATIONS.flatMap(({ path }) => path.split('/')).filter((word) => word !== '' && !word.startsWith('{')),
  ...PAYMENT_SERVICES,
  ...[DOMESTIC, CROSS_BORDER, INSTANT, INSTANT_ALIAS],
]);

/** An opaque id of a bank of this interface. @see D1-ids */
const OPAQUE = /^([A-Za-z0-9]{22}|enc!![A-Za-z0-9+/_-]+=*)$/;

/**
 * Path and query with the words of the interface and opaque ids; what else stands there is struck out, and so is the
 * secret of an SCA's link.
 * @see S10-traces
 */
export function strikeTarget(target: string): string {
  return strikeSteps(target, shownStep);
}

function strikeSteps(target: string, show: (step: string) => string): string {
  const [path = '', query] = originForm(target).split(/\?(.*)/s);
  const steps = path.split('/');
  const shown = steps.map((step, place) => (isSecret(steps, place) ? STRUCK : show(step)));
  return shown.join('/') + (query === undefined ? '' : `?${strikeQuery(query)}`);
}

/** `/sca/{authorisationId}/{secret}`: whoever has both is at the PSU's page. @see S9-link-secret */
function isSecret(steps: readonly string[], place: number): boolean {
  return steps[place - 2] === 'sca';
}

function shownStep(step: string): string {
  return step === '' || WORDS.has(step) || OPAQUE.test(step) ? step : STRUCK;
}

function strikeQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name = '', value] = pair.split(/=(.*)/s);
      if (value === undefined) return STRUCK;
      return showsQuery(name, value)
        ? pair
        : `${/^[a-z][A-Za-z-]{0,29}$/.test(name) ? name : STRUCK}=${STRUCK}`;
    })
    .join('&');
}

/** A link keeps its path, where it has one of ours. Its origin is the bank's own, or not worth more than a mark. */
export function strikeLink(href: string): string {
  const [, origin = '', target] = LINK.exec(href) ?? [];
  return target === undefined ? STRUCK : origin + strikeTarget(target);
}

const LINK = /^(https?:\/\/[^/?#@\s]+)?(\/.*)$/is;

/**
 * Masks the secrets of a path or link alone: the secret of an SCA's link, and each value of the query that isn't listed,
 * for a redirect carries psu-id and tpp-session-id.
 */
export function strikeSecrets(link: string): string {
  const [, origin = '', target] = LINK.exec(link) ?? [];
  return target === undefined ? link : origin + strikeSteps(target, (step) => step);
}

/** @see S10-traces */
export function strikeHeaders(headers: readonly Header[]): Header[] {
  return headers.map(([name, value]) => [
    isKnownHeader(name) ? name : STRUCK,
    strikeHeader(name.toLowerCase(), value),
  ]);
}

/** Shows also what tells nothing beside a body that is shown, and the invented customer. @see C-verbose */
export function strikeSecretHeaders(headers: readonly Header[]): Header[] {
  return headers.map(([name, value]) => {
    const low = name.toLowerCase();
    return [name, low === 'digest' || low === 'x-psu-identity' ? value : strikeHeader(low, value)];
  });
}

function strikeHeader(name: string, value: string): string {
  if (showsHeader(name, value)) return value;
  if (name === 'location') return strikeLink(value);
  if (name === 'digest') return strikeDigest(value);
  if (name === 'signature') return strikeSignature(value);
  if (name === 'psd2-findings') return strikeFindings(value);
  return STRUCK;
}

/** With the digest one could try accounts and amounts until one fits. @see S10-traces */
function strikeDigest(value: string): string {
  const [, algorithm] = /^(SHA-256|SHA-512)=/i.exec(value) ?? [];
  return algorithm === undefined ? STRUCK : `${algorithm}=${STRUCK}`;
}

function strikeFindings(value: string): string {
  const codes: readonly string[] = FINDING_CODES;
  return value
    .split(', ')
    .map((code) => (codes.includes(code) ? code : STRUCK))
    .join(', ');
}

/** How it was signed, but neither by whom nor the signature. */
function strikeSignature(value: string): string {
  const shown = Object.entries(SIGNED_HOW).map(([name, form]) => {
    const [, given = ''] = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(value) ?? [];
    return `${name}="${given === '' || form.test(given) ? given : STRUCK}"`;
  });
  return `keyId="${STRUCK}",${shown.join(',')},signature="${STRUCK}"`;
}

/** Algorithms by name; of headers those that may be signed here. */
const SIGNED_HOW = {
  algorithm: /^(rsa-sha(1|256|384|512)|hs2019)$/i,
  headers:
    /^(?:(?:\(request-target\)|\(created\)|\(expires\)|host|date|digest|content-type|content-length|x-request-id|psu-id|psu-corporate-id|(?:tpp|aspsp)-[a-z-]{2,24})(?: |$))+$/i,
};

/** How a redactor shows the parts of JSON. */
interface JsonMasks {
  /** @param name the member's; that of the array for its items */
  readonly leaf: (name: string, value: string | number | boolean) => unknown;
  /** Tells whether a member's name is shown. */
  readonly name: (name: string) => boolean;
}

/**
 * Strikes out every leaf of a JSON body that isn't listed.
 * @returns undefined for a body that isn't JSON
 * @see S10-traces
 */
export function strikeBody(body: Uint8Array): unknown {
  return redactBody(body, { leaf: strikeLeaf, name: isMemberName });
}

/** Masks the secrets of a body of the embedded bank, whose data is invented. @see C-verbose */
export function strikeSecretsOfBody(body: Uint8Array): unknown {
  return redactBody(body, { leaf: strikeSecretLeaf, name: () => true });
}

/** @returns undefined for a body that isn't JSON */
export function redactBody(body: Uint8Array, masks: JsonMasks): unknown {
  const value = parseBody(body);
  return value === undefined ? undefined : redactJson('', value, masks, 0);
}

/** @returns undefined for a body that isn't JSON */
export function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Deeper than anything of the interface (S12-json-depth): what is below is struck out whole. */
const MOST_DEEP = 32;

function redactJson(name: string, value: unknown, masks: JsonMasks, depth: number): unknown {
  if (value === null) return null;
  if (typeof value !== 'object') return masks.leaf(name, value as string | number | boolean);
  if (depth >= MOST_DEEP) return STRUCK;
  if (Array.isArray(value)) return value.map((item) => redactJson(name, item, masks, depth + 1));
  const members = Object.entries(value).map(([member, part], place) => [
    masks.name(member) ? member : `${STRUCK}${place}`,
    redactJson(member, part, masks, depth + 1),
  ]);
  return Object.fromEntries(members);
}

/** A member that isn't named as those of the interface may be a value itself: its name is struck out as well. */
export function isMemberName(name: string): boolean {
  return /^_?[a-z][A-Za-z]{0,49}$/.test(name);
}

function strikeLeaf(name: string, value: string | number | boolean): unknown {
  if (name === 'href' && typeof value === 'string') return strikeLink(value);
  if (OPAQUE_IDS.has(name)) return OPAQUE_ID.test(String(value)) ? value : STRUCK;
  return showsMember(name, value) ? value : STRUCK;
}

/** With them a request speaks for a PSU. */
const SECRET_MEMBERS: ReadonlySet<string> = new Set(['psuId', 'psuCorporateId', 'tppSessionId']);

function strikeSecretLeaf(name: string, value: string | number | boolean): unknown {
  if (SECRET_MEMBERS.has(name)) return STRUCK;
  return typeof value === 'string' ? strikeSecrets(value) : value;
}

/** Ids that say nothing of anybody; a psuId says whose it is. */
const OPAQUE_IDS: ReadonlySet<string> = new Set([
  'paymentId',
  'paymentIds',
  'payments',
  'basketId',
  'authorisationId',
  'authorisationIds',
  'transactionId',
  'transactionIds',
]);
const OPAQUE_ID = /^[A-Za-z0-9]{22}$/;
