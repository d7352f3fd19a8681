/**
 * What a trace may show: everything else is struck out, so that a field nobody has thought of yet stays hidden. One
 * table for the terminal, HAR files and whatever else keeps an exchange.
 *
 * A value is shown when its name is here and it looks like its kind: what a bank puts in another's place is hidden.
 * @see S10-traces
 */
const KINDS = {
  /** A word of a list: a status, a code, a currency, a role. */
  code: /^[A-Za-z][A-Za-z0-9_-]{0,39}$/,
  currency: /^[A-Z]{3}$/,
  date: /^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]{5,12}(Z|[+-][0-9]{2}:[0-9]{2}))?$/,
  httpDate: /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$/,
  number: /^[0-9]{1,9}$/,
  switch: /^(true|false)$/,
  /** Names of members and headers: which is at fault, never what stands in it. */
  place: /^[A-Za-z0-9_.[\]-]{1,100}$/,
  mediaType: /^[a-z]+\/[a-z0-9.+*-]+(; ?charset=[A-Za-z0-9-]+)?$/i,
  words: /^[a-z0-9, -]{1,200}$/i,
  /** An id of the TPP's own making. */
  requestId: /^[A-Za-z0-9_-]{1,64}$/,
  httpVersion: /^[A-Za-z0-9/., -]{1,60}$/,
} as const satisfies Readonly<Record<string, RegExp>>;

type Kind = keyof typeof KINDS;

const MEMBERS: Readonly<Record<string, Kind>> = {
  transactionStatus: 'code',
  scaStatus: 'code',
  category: 'code',
  code: 'code',
  path: 'place',
  currency: 'currency',
  balanceType: 'code',
  bookingStatus: 'code',
  cashAccountType: 'code',
  customerType: 'code',
  contexts: 'code',
  context: 'code',
  roles: 'code',
  verbs: 'code',
  frequency: 'code',
  executionRule: 'code',
  schemeNameProprietary: 'code',
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
  'cache-control': 'words',
  connection: 'words',
  allow: 'words',
  'retry-after': 'number',
  'x-request-id': 'requestId',
  'x-accept-fix': 'words',
  'aspsp-sca-approach': 'code',
  'psu-context': 'code',
  'tpp-redirect-preferred': 'switch',
  'tpp-explicit-authorisation-preferred': 'switch',
  'tpp-rejection-nofunds-preferred': 'switch',
};

const QUERIES: Readonly<Record<string, Kind>> = {
  bookingStatus: 'code',
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

export function showsMember(name: string, value: string | number | boolean): boolean {
  return shows(MEMBERS, name, String(value));
}

/** @param name in any case */
export function showsHeader(name: string, value: string): boolean {
  return shows(HEADERS, name.toLowerCase(), value);
}

export function showsQuery(name: string, value: string): boolean {
  return shows(QUERIES, name, value);
}

/** What stands where something is hidden; the same whatever it was, its length too. */
export const STRUCK = '***';
