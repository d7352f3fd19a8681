import type { ScaStatus, TransactionStatus } from '../values/statuses.ts';
import { faultNames, statusesOf } from '../wire/faults.ts';
import type { Entry, Said } from './journal.ts';

type Met<Name extends string> = Readonly<Record<Name, true>>;

/** Tables, so that a status that is added is an outcome too, or nothing compiles. */
const TRANSACTION_STATUSES: Met<TransactionStatus> = {
  RCVD: true,
  ACTC: true,
  ACWC: true,
  ACCP: true,
  PDNG: true,
  ACSP: true,
  ACWP: true,
  ACSC: true,
  RJCT: true,
  CANC: true,
  PART: true,
};

const SCA_STATUSES: Met<ScaStatus> = {
  RECEIVED: true,
  PSU_IDENTIFIED: true,
  PSU_AUTHENTICATED: true,
  SCA_METHOD_SELECTED: true,
  STARTED: true,
  FINALISED: true,
  FAILED: true,
  EXEMPTED: true,
};

/** Each has a remedy of its own: some are sent again with the same X-Request-ID, of others one looks first what was done. */
const LOST_TO = [
  'create payment',
  'cancel payment',
  'start authorisation',
  'start cancellation authorisation',
  'create basket',
  'delete basket',
  'start basket authorisation',
  'create bank-offered consent',
] as const;

/** Where the hour of a session ends midway. */
const ENDED_AT = ['list accounts', 'list card accounts', 'read user', 'list agreements'] as const;

const ANOTHER = 'another call';

const OTHERS = [
  ...[...LOST_TO, ANOTHER].map((operation) => `lost answer: ${operation}`),
  ...[...ENDED_AT, ANOTHER].map((operation) => `scaRedirect in a refusal: ${operation}`),
  ...['late answer', 'warning', 'funds available', 'no funds'],
];

/**
 * What a client of this interface may meet: each error code, each status of a payment and of an SCA, and what else an
 * answer says that it has to act on.
 * @see C-serve-chaos-met
 */
export const OUTCOMES: readonly string[] = [
  ...faultNames.filter((name) => statusesOf(name).length > 0),
  ...Object.keys(TRANSACTION_STATUSES),
  ...Object.keys(SCA_STATUSES).map((status) => `SCA ${status}`),
  ...OTHERS,
];

/** Those that came to the client, in the order of the table. */
export function outcomesMet(entries: readonly Entry[]): readonly string[] {
  const met = new Set(entries.filter(({ operation }) => operation !== undefined).flatMap(outcomesOf));
  return OUTCOMES.filter((outcome) => met.has(outcome));
}

function outcomesOf({ operation, said, isLost, isLate }: Entry): readonly string[] {
  if (isLost) return [`lost answer: ${oneOf(LOST_TO, operation)}`];
  if (said === undefined) return [];
  return [...told(said, operation), ...(isLate === true ? ['late answer'] : [])];
}

function oneOf(operations: readonly string[], operation: string | undefined): string {
  return operation !== undefined && operations.includes(operation) ? operation : ANOTHER;
}

function told(
  { codes, warnings, transactionStatuses, ...said }: Said,
  operation: string | undefined,
): readonly string[] {
  return [
    ...codes,
    ...transactionStatuses,
    ...(said.scaStatus === undefined ? [] : [`SCA ${said.scaStatus}`]),
    ...(said.status >= 400 && said.hasScaRedirect
      ? [`scaRedirect in a refusal: ${oneOf(ENDED_AT, operation)}`]
      : []),
    ...(warnings.length > 0 ? ['warning'] : []),
    ...(said.fundsAvailable === undefined ? [] : [said.fundsAvailable ? 'funds available' : 'no funds']),
  ];
}
