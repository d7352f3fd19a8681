import type { Facts } from './facts.ts';

/** What the model knows of a bank: plain data, so that it can be copied and compared. Money in øre, time in
 * milliseconds since 1970. Payments and SCAs are known by their places, in the order in which they were made. */

export type Status = 'RCVD' | 'ACTC' | 'ACWC' | 'ACCP' | 'PDNG' | 'ACSP' | 'ACWP' | 'ACSC' | 'RJCT' | 'CANC';

export type Purpose = 'payment' | 'cancellation' | 'session';

export interface Payment {
  readonly place: number;
  readonly tpp: number;
  psu: string | undefined;
  status: Status;
  /** Every status it has had, in order. */
  path: Status[];
  readonly debtor: number;
  /** Place of the creditor's account when it is at this bank. */
  readonly creditor: number | undefined;
  /** What the debtor pays, in øre. */
  readonly cost: number;
  /** The day asked for. */
  readonly asked: string | undefined;
  /** The day in force. */
  day: string;
  moved: boolean;
  funds: boolean | undefined;
  approval: { readonly order: number; at: number } | undefined;
  readonly rejectsNoFunds: boolean;
  /** When it is over unless an authorisation was started. */
  lapsesAt: number | undefined;
  held: boolean;
  late: boolean;
  /** What logical duplicates have in common but for the day. */
  readonly likeness: string;
}

export interface Sca {
  readonly place: number;
  readonly purpose: Purpose;
  readonly payment: number | undefined;
  readonly tpp: number;
  readonly session: string;
  /** The PSU that the headers named. */
  readonly psu: string | undefined;
  /** Whether the headers settled the context: the private one, in these histories. */
  readonly isPrivate: boolean;
  status: 'RECEIVED' | 'STARTED' | 'FINALISED' | 'FAILED' | 'EXEMPTED';
  identified: string | undefined;
  startedAt: number;
}

export interface Session {
  readonly tpp: number;
  readonly psu: string;
  readonly id: string;
  at: number;
  isDead: boolean;
}

/** The first answer to an X-Request-ID. */
export interface Kept {
  readonly tpp: number;
  readonly id: string;
  at: number;
  readonly fingerprint: string;
  readonly said: Said;
}

/** A run that was begun and is not done. */
export interface Run {
  /** Absent when the operator asked for it. */
  readonly slot: number | undefined;
  readonly day: string;
  readonly isLast: boolean;
  taken: number[];
  settled: number;
  waiting: number;
}

export interface Model {
  readonly facts: Facts;
  /** The machine's time. */
  real: number;
  /** What the bank's clock is ahead. */
  offset: number;
  /** Runs up to here have been, or had nothing to take. */
  slotDone: number;
  /** The runs that took something: none of them comes again, whatever the clock does. */
  slotsRun: number[];
  run: Run | undefined;
  payments: Payment[];
  scas: Sca[];
  sessions: Session[];
  kept: Kept[];
  approvals: number;
}

/** What an answer says, as far as the model foretells it. */
export interface Said {
  readonly status: number;
  /** Code and path of each ERROR, in order. */
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
  readonly transactionStatus?: Status;
  readonly scaStatus?: string;
  /** Looked at in the statuses for which decisions.md §4 has it. */
  readonly fundsAvailable?: boolean;
  /** Names of the links, sorted. */
  readonly links?: string;
  /** Where the PSU is sent: `ok` with session and context, or status and code of the failure. */
  readonly redirect?: string;
  /** Bank day, settled, waiting and rejected of a run. */
  readonly batch?: string;
  /** How many authorisations a list names. */
  readonly listed?: number;
  /** The X-Request-ID whose first answer this is, byte for byte. */
  readonly repeats?: string;
}

export function freshModel(facts: Facts, real: number): Model {
  return {
    facts,
    real,
    offset: 0,
    slotDone: real,
    slotsRun: [],
    run: undefined,
    payments: [],
    scas: [],
    sessions: [],
    kept: [],
    approvals: 0,
  };
}

/** The world begins anew; the machine's time goes on. */
export function initialise(model: Model): void {
  Object.assign(model, freshModel(model.facts, model.real));
}

export function copyOf({ facts, ...rest }: Model): Model {
  return { facts, ...structuredClone(rest) };
}

export function nowOf({ real, offset }: Model): number {
  return real + offset;
}

export function isOpen({ status }: Sca): boolean {
  return status === 'RECEIVED' || status === 'STARTED';
}

export function isFinal({ status }: Payment): boolean {
  return status === 'ACSC' || status === 'RJCT' || status === 'CANC';
}

/** Refuses with these codes and paths. */
export function refused(status: number, ...errors: readonly string[]): Said {
  return { status, errors };
}
