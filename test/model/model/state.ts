import type { Holding } from './accounts.ts';
import type { Facts } from './facts.ts';
import type { Consent, CountedCall, Granted, LastSca } from './information.ts';
import type { Kind } from './products.ts';

/** What the model knows of a bank: plain data, so that it can be copied and compared. Money in øre, time in
 * milliseconds since 1970. Payments, baskets and SCAs are known by their places, in the order in which they were made. */

export type Status = 'RCVD' | 'ACTC' | 'ACWC' | 'ACCP' | 'PDNG' | 'ACSP' | 'ACWP' | 'ACSC' | 'RJCT' | 'CANC';
export type Purpose = 'payment' | 'cancellation' | 'session' | 'basket' | 'consent';

/** One transfer of money: a payment, or an item of a bulk. */
export interface Life {
  status: Status;
  /** Every status it has had, in order. */
  path: Status[];
  /** Place of the creditor's account when its number is of this bank. */
  readonly creditor: number | undefined;
  /** Of a booked one, once it matters: which account of that number got it. */
  paidTo?: number | 'gone';
  /** What the debtor pays, in øre, and the fee besides. */
  readonly cost: number;
  readonly fee: number;
  funds: boolean | undefined;
  /** The code of why it was rejected. */
  why?: string;
  /** The day in force; where a periodic payment starts. */
  day: string;
  /** The day whose duplicates it stays, if it was booked before. */
  duplicateDay?: string;
  moved: boolean;
  approvedAt: number | undefined;
  /** When it is over unless an authorisation was started. */
  lapsesAt: number | undefined;
  held: boolean;
  late: boolean;
  /** What logical duplicates have in common but for the day. */
  readonly likeness: string;
}

export interface Payment {
  readonly place: number;
  readonly kind: Kind;
  readonly tpp: number;
  psu: string | undefined;
  /** Place of the account that pays; below zero: none of this bank. */
  readonly debtor: number;
  /** Which account of that number, once it is settled: at the creation where that is told, else at the approval. */
  since: number | undefined;
  /** Whether the body gives it a currency that it has not. */
  readonly isInEuro: boolean;
  /** How the creation named the debtor's account. */
  readonly debtorMember: string;
  /** One, but for a bulk. */
  readonly lives: readonly Life[];
  /** The day asked for. */
  readonly asked: string | undefined;
  /** Its place in the order of approvals. */
  approval: number | undefined;
  readonly rejectsNoFunds: boolean;
}

export interface Basket {
  readonly place: number;
  readonly tpp: number;
  psu: string | undefined;
  /** Places of its payments, as they were given. */
  readonly members: readonly number[];
  isDeleted: boolean;
  /** The account of a payment in it was deleted. */
  isEnded: boolean;
}

export interface Sca {
  readonly place: number;
  readonly purpose: Purpose;
  readonly payment: number | undefined;
  readonly basket: number | undefined;
  readonly tpp: number;
  readonly session: string;
  /** Where the PSU is sent afterwards. */
  readonly redirectUri: string;
  /** The PSU that the headers named. */
  readonly psu: string | undefined;
  /** Whether the headers settled the context: the private one, in these histories. */
  readonly isPrivate: boolean;
  /** The agreement that they settled, by its place. */
  readonly givenAgreement: number | undefined;
  /** What the PSU chose: the agreement, if any, and that they chose. */
  context: 'PRIVATE' | 'CORPORATE' | undefined;
  agreement: number | undefined;
  status: 'RECEIVED' | 'PSU_IDENTIFIED' | 'STARTED' | 'FINALISED' | 'FAILED' | 'EXEMPTED';
  identified: string | undefined;
  /** What the PSU has ticked of a consent. */
  chosen?: readonly Granted[];
  startedAt: number;
  /** Another start took its place, and nothing came of it. */
  isReplaced: boolean;
  /** The PSU has said no. */
  isDeclined: boolean;
}

/** One of the firm's. */
export interface Agreement {
  isGone: boolean;
}

/** Who may see and pay from which account of an agreement. */
export interface Engagement {
  /** Places of the agreement and the account. */
  readonly agreement: number;
  readonly account: number;
  /** Which account of that number. */
  readonly made: number;
  readonly psu: string;
  readonly roles: 'VIEW REGISTER' | 'VIEW' | 'REGISTER';
  isGone: boolean;
}

export interface Session {
  readonly tpp: number;
  readonly psu: string;
  readonly id: string;
  at: number;
  isDead: boolean;
  /** Whether its last SCA was in an agreement. */
  isCorporate: boolean;
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
  /** Takes the payments for this day and before. */
  readonly day: string;
  /** Books on this day. */
  readonly today: string;
  readonly isLast: boolean;
  /** Payment and place in it. */
  taken: string[];
  settled: number;
  sent: number;
  waiting: number;
  rejected: number;
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
  baskets: Basket[];
  scas: Sca[];
  sessions: Session[];
  agreements: Agreement[];
  engagements: Engagement[];
  consents: Consent[];
  kept: Kept[];
  lastScas: LastSca[];
  calls: CountedCall[];
  approvals: number;
  /** What changes of balances came to, by the places of accounts. */
  changes: Record<number, number>;
  /** What else went to SUSPENSE, or came from there. */
  suspense: number;
  /** By the places of accounts. */
  holdings: Holding[];
  goneCustomers: string[];
  /** Places of the accounts from which nobody may pay. */
  rightless: number[];
}

/** What an answer says, as far as the model foretells it. */
export interface Said {
  readonly status: number;
  /** Code and path of each ERROR, in order. */
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
  readonly transactionStatus?: Status | 'PART';
  readonly scaStatus?: string;
  /** Looked at in the statuses for which D4-status-body has it. */
  readonly fundsAvailable?: boolean;
  /** The whole fee as it is written, when there is one. */
  readonly fees?: string;
  /** There is a text to show to the PSU. */
  readonly tellsPsu?: true;
  /** Names of the links, sorted. */
  readonly links?: string;
  /** Where the PSU is sent: `ok` with session and context, or status and code of the failure. */
  readonly redirect?: string;
  /** Bank day, settled, sent, waiting, rejected and held of a run. */
  readonly batch?: string;
  /** How many accounts a consent has from now on. */
  readonly granted?: number;
  /** closingBooked and expected, in øre. */
  readonly balances?: string;
  /** What the booked and the pending entries of a list add up to, in øre; `none` where they were not asked for. */
  readonly transactions?: string;
  /** How many authorisations, payments, accounts or agreements a list names. */
  readonly listed?: number;
  /** The payments of a bulk: status, and funds where they are shown. */
  readonly items?: string;
  /** Whether an account may be paid from. */
  readonly right?: boolean;
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
    baskets: [],
    scas: [],
    sessions: [],
    agreements: [],
    engagements: [],
    consents: [],
    kept: [],
    lastScas: [],
    calls: [],
    approvals: 0,
    changes: {},
    suspense: 0,
    holdings: facts.map(() => ({ made: 1, isGone: false })),
    goneCustomers: [],
    rightless: [],
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

const SCA_OPEN: readonly Sca['status'][] = ['RECEIVED', 'PSU_IDENTIFIED', 'STARTED'];

export function isOpen({ status }: Sca): boolean {
  return SCA_OPEN.includes(status);
}

export function isFinal({ status }: Life): boolean {
  return status === 'ACSC' || status === 'RJCT' || status === 'CANC';
}

/** Refuses with these codes and paths. */
export function refused(status: number, ...errors: readonly string[]): Said {
  return { status, errors };
}
