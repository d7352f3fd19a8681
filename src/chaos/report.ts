import { isFinalStatus, SCA_STATUSES, TRANSACTION_STATUSES } from '../values/statuses.ts';
import { faultNames, listStatuses } from '../wire/faults.ts';
import type { AnswerFacts, Entry } from './journal.ts';
import type { PlannedFault } from './plan.ts';

/** A payment or bulk in the bank's database. */
export interface BookedOrder {
  readonly paymentId: string;
  readonly status: string;
  /** The X-Request-ID of its creation; absent when the bank no longer stores it. */
  readonly requestId?: string;
  /** The keys that it shares with logical duplicates; one for each live payment. */
  readonly duplicateKeys: readonly string[];
}

export type DamageCode =
  | 'payment-made-twice'
  | 'payment-forgotten'
  | 'final-status-unread'
  | 'dead-session-used';

/** Harm that a client did. */
export interface Damage {
  readonly harm: DamageCode;
  readonly payments?: readonly string[];
  readonly operation?: string;
  /** The number of occurrences. */
  readonly times?: number;
}

/**
 * Finds the harm that a client did, from the database and the log of its calls, regardless of the faults.
 * @see C-serve-chaos-harm
 */
export function findHarm(books: readonly BookedOrder[], entries: readonly Entry[]): readonly Damage[] {
  const creations = groupCreations(entries);
  const twice = findDuplicates(books, creations);
  const told = new Set(twice.flatMap(({ payments = [] }) => payments));
  const rest = books.filter(({ paymentId }) => !told.has(paymentId));
  return [
    ...twice,
    ...findForgotten(rest, creations),
    ...findUnread(books, entries),
    ...findDeadSessions(entries),
  ];
}

/** The position in the log of a payment's creation. */
interface Creation {
  readonly place: number;
  /** True if the client received its id. */
  readonly isTold: boolean;
}

type Creations = ReadonlyMap<string | undefined, readonly Creation[]>;

/** Groups creations by X-Request-ID, which the bank stores with the payment. */
function groupCreations(entries: readonly Entry[]): Creations {
  const creations = new Map<string | undefined, Creation[]>();
  for (const [place, { operation, requestId, said, isLost }] of entries.entries()) {
    if (operation !== 'create payment' || requestId === undefined) continue;
    const creation = { place, isTold: !isLost && said !== undefined && said.status < 300 };
    const known = creations.get(requestId);
    if (known) known.push(creation);
    else creations.set(requestId, [creation]);
  }
  return creations;
}

/**
 * Finds two logical duplicates with two X-Request-IDs, the second requested before the client received the response to
 * the first.
 */
function findDuplicates(books: readonly BookedOrder[], creations: Creations): readonly Damage[] {
  return groupAlike(books).flatMap((orders) =>
    orders.flatMap((second, place): Damage[] => {
      const at = creations.get(second.requestId)?.[0]?.place;
      if (at === undefined) return [];
      const first = orders.slice(0, place).find(({ requestId }) => {
        const made = creations.get(requestId) ?? [];
        return made.length > 0 && !made.some((creation) => creation.isTold && creation.place < at);
      });
      if (first === undefined) return [];
      return [{ harm: 'payment-made-twice', payments: [first.paymentId, second.paymentId] }];
    }),
  );
}

/** Groups live payments that are logical duplicates of each other, in the order of creation. */
function groupAlike(books: readonly BookedOrder[]): readonly (readonly BookedOrder[])[] {
  const groups = new Map<string, BookedOrder[]>();
  for (const order of books.filter(({ status }) => isAlive(status))) {
    for (const key of new Set(order.duplicateKeys)) {
      const group = groups.get(key);
      if (group) group.push(order);
      else groups.set(key, [order]);
    }
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

function isAlive(status: string): boolean {
  return status !== 'RJCT' && status !== 'CANC';
}

/** Finds payments whose response was lost, and of which no other response informed the client. */
function findForgotten(books: readonly BookedOrder[], creations: Creations): readonly Damage[] {
  return books
    .filter(({ requestId, status }) => {
      const made = creations.get(requestId) ?? [];
      return isAlive(status) && made.length > 0 && made.every(({ isTold }) => !isTold);
    })
    .map(({ paymentId }) => ({ harm: 'payment-forgotten', payments: [paymentId] }));
}

/** Finds final payments that the client knows, without having read the final status. */
function findUnread(books: readonly BookedOrder[], entries: readonly Entry[]): readonly Damage[] {
  const [known, read] = [new Set<string>(), new Set<string>()];
  for (const { operation, about, said, isLost } of entries) {
    if (operation === undefined || said === undefined || isLost || said.status >= 400) continue;
    const order = about ?? said.paymentId;
    if (order === undefined) continue;
    known.add(order);
    const isTold = said.transactionStatus !== undefined && isFinalStatus(said.transactionStatus);
    if (isTold || operation === 'cancel payment') read.add(order);
  }
  return books
    .filter(({ paymentId, status }) => isFinalStatus(status) && known.has(paymentId) && !read.has(paymentId))
    .map(({ paymentId }) => ({ harm: 'final-status-unread', payments: [paymentId] }));
}

/**
 * Finds sessions that the client used again, without an SCA, after the bank responded with 401 because the SCA had
 * expired.
 */
function findDeadSessions(entries: readonly Entry[]): readonly Damage[] {
  const lived = new Set<string>();
  const over = new Set<string>();
  const used = new Map<string, number>();
  for (const { operation, session, said, isLost, isScaStep } of entries) {
    if (isScaStep) over.clear();
    if (operation === undefined || session === undefined || said === undefined) continue;
    const isOver = said.status === 401 && said.codes.some((code) => DEAD.includes(code));
    if (isOver && over.has(session)) used.set(operation, (used.get(operation) ?? 0) + 1);
    if (said.status < 300) lived.add(session);
    if (isOver && !isLost && lived.has(session)) over.add(session);
  }
  return [...used].map(([operation, times]) => ({ harm: 'dead-session-used', operation, times }));
}

const DEAD: readonly string[] = ['SCA_EXPIRED', 'SCA_NOT_FOUND'];

/**
 * Each needs another remedy: some are repeated with the same X-Request-ID, for others the client first checks the
 * outcome.
 */
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

/** Calls at which the hour of a session ends. */
const ENDED_AT = ['list accounts', 'list card accounts', 'read user', 'list agreements'] as const;

const ANOTHER = 'another call';

const OTHERS = [
  ...[...LOST_TO, ANOTHER].map((operation) => `lost answer: ${operation}`),
  ...[...ENDED_AT, ANOTHER].map((operation) => `scaRedirect in a refusal: ${operation}`),
  ...['late answer', 'warning', 'funds available', 'no funds'],
];

/**
 * Outcomes that a client can meet: each error code, each status of payments and SCAs, and other parts of a response
 * that need action.
 * @see C-serve-chaos-met
 */
export const OUTCOMES: readonly string[] = [
  ...faultNames.filter((name) => listStatuses(name).length > 0),
  ...TRANSACTION_STATUSES,
  ...SCA_STATUSES.map((status) => `SCA ${status}`),
  ...OTHERS,
];

/** Lists the outcomes that the client received, in the order of the table. */
export function listOutcomes(entries: readonly Entry[]): readonly string[] {
  const met = new Set(entries.filter(({ operation }) => operation !== undefined).flatMap(listEntryOutcomes));
  return OUTCOMES.filter((outcome) => met.has(outcome));
}

function listEntryOutcomes({ operation, said, isLost, isLate }: Entry): readonly string[] {
  if (isLost) return [`lost answer: ${matchOperation(LOST_TO, operation)}`];
  if (said === undefined) return [];
  return [...describeAnswer(said, operation), ...(isLate === true ? ['late answer'] : [])];
}

function matchOperation(operations: readonly string[], operation: string | undefined): string {
  return operation !== undefined && operations.includes(operation) ? operation : ANOTHER;
}

function describeAnswer(
  { codes, warnings, transactionStatuses, ...said }: AnswerFacts,
  operation: string | undefined,
): readonly string[] {
  return [
    ...codes,
    ...transactionStatuses,
    ...(said.scaStatus === undefined ? [] : [`SCA ${said.scaStatus}`]),
    ...(said.status >= 400 && said.hasScaRedirect
      ? [`scaRedirect in a refusal: ${matchOperation(ENDED_AT, operation)}`]
      : []),
    ...(warnings.length > 0 ? ['warning'] : []),
    ...(said.fundsAvailable === undefined ? [] : [said.fundsAvailable ? 'funds available' : 'no funds']),
  ];
}

/** The report: outcomes that a client met, and its harm. @see C-serve-chaos-met, C-serve-chaos-harm */
export interface ChaosReport {
  readonly seed: string;
  /** Exit code of the command. */
  readonly exitCode: number;
  /** The number of calls of the interface. */
  readonly calls: number;
  /** The number of occurrences of each fault. */
  readonly troubles: Readonly<Partial<Record<PlannedFault, number>>>;
  readonly met: readonly string[];
  readonly notMet: readonly string[];
  readonly harm: readonly Damage[];
  /** The number of calls without a log entry: their outcome isn't known, nor the harm that they did. */
  readonly notLogged: number;
}

interface RunFacts {
  readonly seed: string;
  readonly exitCode: number;
  readonly struck: readonly PlannedFault[];
  readonly books: readonly BookedOrder[];
  readonly entries: readonly Entry[];
  readonly notLogged: number;
}

/** Builds the report, without time, address or chance: the same run has the same report. @see C-serve-chaos-seed */
export function buildReport({ seed, exitCode, struck, books, entries, notLogged }: RunFacts): ChaosReport {
  const met = listOutcomes(entries);
  return {
    seed,
    exitCode,
    calls: entries.filter(({ operation }) => operation !== undefined).length,
    troubles: countTroubles(struck),
    met,
    notMet: OUTCOMES.filter((outcome) => !met.includes(outcome)),
    harm: findHarm(books, entries),
    notLogged,
  };
}

function countTroubles(struck: readonly PlannedFault[]): ChaosReport['troubles'] {
  const counts: Partial<Record<PlannedFault, number>> = {};
  for (const trouble of [...struck].sort()) counts[trouble] = (counts[trouble] ?? 0) + 1;
  return counts;
}
