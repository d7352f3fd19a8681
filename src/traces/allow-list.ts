import { isCurrency } from '../values/currencies.ts';

/**
 * The list of values that a trace may show; everything else is redacted, so that unknown fields stay hidden. It serves
 * the terminal, HAR files and other traces. A value is shown if its name is listed and its format matches: one of a
 * closed list, or a code that no name or number resembles.
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
  /** Names of members and headers at fault, never their values. Names consist of letters, an index of digits. */
  place:
    /^(?=.{1,100}$)(\[[0-9]{1,4}\](\.(?=[A-Za-z_])|$))?([A-Za-z_-]+(\[[0-9]{1,4}\])?(\.(?=[A-Za-z_])|$))*$/,
  mediaType:
    /^(\*|application|text)\/(\*|json|[a-z]+\+json|html|plain|xml|octet-stream)(; ?charset=(utf-8|iso-8859-1|us-ascii))?$/i,
  caching: /^((no-store|no-cache|private|public|must-revalidate|max-age=[0-9]{1,9})(, ?|$))+$/i,
  connection: /^(keep-alive|close)$/i,
  methods: /^((GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)(, ?|$))+$/,
  fixes: /^((amount-as-string)(, ?|$))+$/,
  /** A UUID: any other id of a TPP may contain personal data. */
  requestId: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
} as const satisfies Readonly<Record<string, { test(value: string): boolean }>>;

type Kind = keyof typeof KINDS;

/** Converts the names of each kind, separated by spaces, to the kind of each name. */
function listByKind(names: Partial<Record<Kind, string>>): ReadonlyMap<string, Kind> {
  const kinds = Object.entries(names) as [Kind, string][];
  return new Map(kinds.flatMap(([kind, list]) => list.split(/\s+/).map((name) => [name, kind] as const)));
}

const MEMBERS = listByKind({
  code: 'transactionStatus scaStatus category code cashAccountType roles verbs',
  place: 'path',
  currency: 'currency',
  balanceType: 'balanceType',
  bookingStatus: 'bookingStatus',
  context: 'customerType contexts context',
  frequency: 'frequency',
  executionRule: 'executionRule',
  scheme: 'schemeNameProprietary',
  switch: 'fundsAvailable transactionFeeIndicator batchBookingPreferred',
  date: `requestedExecutionDate startDate endDate bookingDate valueDate transactionDate referenceDate
    lastChangeDateTime validUntil now bankDay`,
  number: 'offsetSeconds settled sent waiting rejected held',
});

const HEADERS = listByKind({
  httpDate: 'date deprecation',
  mediaType: 'accept content-type',
  number: 'content-length retry-after',
  caching: 'cache-control',
  connection: 'connection',
  methods: 'allow',
  requestId: 'x-request-id',
  fixes: 'x-accept-fix',
  approach: 'aspsp-sca-approach',
  context: 'psu-context',
  switch: 'tpp-redirect-preferred tpp-explicit-authorisation-preferred tpp-rejection-nofunds-preferred',
});

/** Names of HTTP and of the interface, whose values are shown only as `HEADERS` and redact.ts allow. */
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

const QUERIES = listByKind({
  bookingStatus: 'bookingStatus',
  date: 'dateFrom dateTo fromDate toDate',
  number: 'limit offset',
  switch: 'withBalance allowLogicalDuplicate',
});

function isListed(table: ReadonlyMap<string, Kind>, name: string, value: string): boolean {
  const kind = table.get(name);
  return kind !== undefined && KINDS[kind].test(value);
}

export function isMemberListed(name: string, value: string | number | boolean): boolean {
  return isListed(MEMBERS, name, String(value));
}

/** @param name in any case */
export function isHeaderListed(name: string, value: string): boolean {
  return isListed(HEADERS, name.toLowerCase(), value);
}

/**
 * Checks whether a header's name is known: a name that a program or a bank invents may be a value. @param name in any
 * case
 */
export function isKnownHeader(name: string): boolean {
  const known = name.toLowerCase();
  return HEADERS.has(known) || HIDDEN_HEADERS.has(known);
}

export function isQueryListed(name: string, value: string): boolean {
  return isListed(QUERIES, name, value);
}

/** The mask of a hidden value, independent of its length. */
export const STRUCK = '***';
