import { hash } from 'node:crypto';

const BYTES = 6;

/**
 * Draws a number from 0 to below 1 that depends only on the seed and the names: the fault of an operation's nth call is
 * the same in any order of calls.
 * @see C-serve-chaos-seed
 */
export function drawNumber(seed: string, ...names: readonly (string | number)[]): number {
  const digits = hash('sha256', JSON.stringify([seed, ...names]), 'hex').slice(0, 2 * BYTES);
  return Number.parseInt(digits, 16) / 2 ** (8 * BYTES);
}

/** Draws a name, with a probability by its weight. */
export function drawName<Name extends string>(
  at: number,
  weights: Readonly<Partial<Record<Name, number>>>,
): Name {
  const rows = Object.entries(weights) as [Name, number][];
  const all = rows.reduce((sum, [, weight]) => sum + weight, 0);
  let rest = at * all;
  for (const [name, weight] of rows) {
    rest -= weight;
    if (rest < 0) return name;
  }
  throw new Error('nothing to draw from');
}

/** A fault that a bank can cause; each is in the interface. @see C-serve-chaos */
export type PlannedFault =
  /** The response is sent late. */
  | 'late-answer'
  /** The bank performs the call, and the connection ends without a response. */
  | 'lost-answer'
  /** 429: nothing is done. */
  | 'too-many-requests'
  /** The hour of the session's SCA is over: the bank responds with 401 and a scaRedirect. */
  | 'session-over'
  /** The run finds no funds: the payment waits in ACCP. */
  | 'no-funds'
  /** The bank holds the payment: PDNG. */
  | 'held'
  /** The PSU leaves in the middle of the SCA, and its 15 minutes pass. */
  | 'sca-abandoned';

/** A fault, or a step of time: held payments continue, and the batch runs. */
export type PlannedEvent = PlannedFault | 'run';

interface Row {
  /** The share of calls that get a fault. */
  readonly share: number;
  readonly weights: Readonly<Partial<Record<PlannedEvent, number>>>;
}

const CREATION: Row = { share: 0.6, weights: { 'lost-answer': 5, 'late-answer': 3, 'too-many-requests': 2 } };
const ANY_CALL: Row = { share: 0.3, weights: { 'late-answer': 4, 'too-many-requests': 3, 'lost-answer': 3 } };
const HOUR: Row = { share: 0.4, weights: { 'session-over': 1 } };
const STATUS: Row = { share: 0.8, weights: { run: 4, 'no-funds': 3, held: 3 } };
const APPROVAL: Row = { share: 0.25, weights: { 'sca-abandoned': 1 } };

const CREATIONS = ['create payment', 'create basket'];

const ASKING_FOR_ACCOUNTS = [
  ...['list accounts', 'list card accounts', 'read user', 'read user by its other name', 'list agreements'],
  ...['read account', 'list account transactions', 'read card account', 'list card account transactions'],
];

/** Faults before a call is handled, by operation. */
const BEFORE: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(ASKING_FOR_ACCOUNTS.map((operation) => [operation, HOUR])),
  'read payment': STATUS,
  'read payment status': STATUS,
  'approve SCA': APPROVAL,
};

/** The faults of one seed, by operation and call number. */
export class Plan {
  readonly #seed: string;
  readonly #calls = new Map<string, { count: number; wasStruck: boolean }>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Draws the fault of the next call's message. */
  ofMessage(operation: string): PlannedFault | undefined {
    const row = CREATIONS.includes(operation) ? CREATION : ANY_CALL;
    return this.#next(`message of ${operation}`, row) as PlannedFault | undefined;
  }

  /** Draws the event at the bank before the next call. */
  before(operation: string): PlannedEvent | undefined {
    const row = BEFORE[operation];
    return row && this.#next(`before ${operation}`, row);
  }

  /** Draws the delay of a response. */
  drawLateness(operation: string): number {
    const { count } = this.#callsOf(`lateness of ${operation}`);
    this.#callsOf(`lateness of ${operation}`).count += 1;
    return SHORTEST_MS + Math.floor(drawNumber(this.#seed, 'lateness', operation, count) * SPREAD_MS);
  }

  /** Draws the next event. After a fault comes a call without one, so that a retry succeeds. */
  #next(name: string, { share, weights }: Row): PlannedEvent | undefined {
    const calls = this.#callsOf(name);
    calls.count += 1;
    const turn = drawName(drawNumber(this.#seed, name, calls.count, 'which'), weights);
    const isStruck = drawNumber(this.#seed, name, calls.count, 'whether') < share;
    if (!isStruck || (calls.wasStruck && turn !== 'run')) {
      calls.wasStruck = false;
      return undefined;
    }
    calls.wasStruck = turn !== 'run';
    return turn;
  }

  #callsOf(name: string): { count: number; wasStruck: boolean } {
    const known = this.#calls.get(name);
    if (known) return known;
    const calls = { count: 0, wasStruck: false };
    this.#calls.set(name, calls);
    return calls;
  }
}

const SHORTEST_MS = 100;
const SPREAD_MS = 500;
