import { RENEWED_FOR_MS } from '../../values/renewal.ts';
import type { ScaStatus } from '../../values/statuses.ts';
import type { RejectionReason } from './payment.ts';

/**
 * The purpose of an SCA: to approve a payment or bulk, cancel an approved one, approve a basket, select the accounts of
 * a consent, or create a session.
 */
export type Purpose = 'payment' | 'cancellation' | 'basket' | 'consent' | 'session';

export type PsuContext = 'PRIVATE' | 'CORPORATE';

/** Why an SCA failed: what the failure redirect says. @see D6-sca-status */
export type ScaFailure =
  | Exclude<RejectionReason, 'by-operator' | 'outcome-account'>
  | 'booked-meanwhile'
  /** The TPP started another one, cancelled the payment, put it into a basket, or deleted the basket. */
  | 'withdrawn';

/** One strong customer authentication. @see D6-sca-status */
export interface Authorisation {
  readonly sequence: bigint;
  readonly authorisationId: string;
  readonly purpose: Purpose;
  readonly tpp: string;
  /** The organisation of its certificate, for the PSU to read. */
  readonly tppName: string;
  readonly tppSessionId: string;
  /** TPP-Redirect-URI: where the PSU is sent afterwards. */
  readonly redirectUri: string;
  /** customerNumber, when a header settled it: only that number is taken on the page. */
  readonly psu?: string;
  /** Sequence of the payment, bulk or basket; absent when the SCA makes a session and approves nothing. */
  readonly subject?: bigint;
  readonly scaStatus: ScaStatus;
  /** The link's secret: random, never from the seed (S8-secrets). */
  readonly secret: string;
  /** Milliseconds since 1970 of the bank's clock. */
  readonly createdAt: number;
  /** TPP-Brand-Logging-Information, shown on every page. */
  readonly brand?: string;
  /** TPP-Redirect-Preferred: false. */
  readonly prefersApp: boolean;
  /** The context that the headers settled: the page does not ask for it. */
  readonly givenContext?: PsuContext;
  /** The agreement that PSU-Corporate-ID settled. */
  readonly givenAgreement?: string;
  readonly progress: Progress;
}

/** How far the PSU has come on the page. */
export interface Progress {
  /** customerNumber, once the PSU has identified. */
  readonly identified?: string;
  readonly context?: PsuContext;
  /** agreementId, in the corporate context. */
  readonly agreement?: string;
  /** Ids of the accounts and cards that the PSU has ticked for a consent, in the order of the list. */
  readonly accounts?: readonly string[];
  readonly wrongNumbers: number;
  /** SHA-256 of the cookie of the browser that opened the link first. */
  readonly browser?: string;
  /** How many forms were taken: a form's token is good for one of them. */
  readonly page: number;
  readonly failure?: ScaFailure;
  /** When it came to FINALISED, FAILED or EXEMPTED, of the bank's clock. */
  readonly endedAt?: number;
}

export const UNOPENED: Progress = { wrongNumbers: 0, page: 0 };

/** How long an SCA may be opened and gone through. @see D4-fifteen-minutes */
export const OPEN_MILLISECONDS = 15 * 60 * 1000;

/** Three wrong numbers end an SCA. @see D6-three-numbers */
export const MOST_WRONG_NUMBERS = 3;

/** At most so many open authorisations per TPP, and of them per PSU that is known. @see S9-open-authorisations */
export const MOST_OPEN = { ofTpp: 5_000, ofPsu: 500 } as const;

const ENDED: readonly ScaStatus[] = ['FINALISED', 'FAILED', 'EXEMPTED'];

/** Tells whether the PSU can still approve or decline. @see D6-final-stays */
export function isOpen({ scaStatus }: Authorisation): boolean {
  return !ENDED.includes(scaStatus);
}

const ORDER: readonly ScaStatus[] = [
  'RECEIVED',
  'PSU_IDENTIFIED',
  'PSU_AUTHENTICATED',
  'SCA_METHOD_SELECTED',
  'STARTED',
];

/** Tells whether an open SCA has reached a status. @see D6-sca-status */
export function hasReached({ scaStatus }: Authorisation, status: ScaStatus): boolean {
  return ORDER.indexOf(scaStatus) >= ORDER.indexOf(status);
}

/** A session of a TPP and PSU, created by a finalised SCA. @see D6-session */
export interface Session {
  readonly context: PsuContext;
  /** agreementId, in the corporate context. */
  readonly agreement?: string;
  /** Milliseconds since 1970 of the bank's clock. */
  readonly finalisedAt: number;
  /** Another TPP-Session-ID had its SCA since: for good. */
  readonly dead: boolean;
}

/** @see I-authentication-10, I-limits-session */
export const SESSION_MILLISECONDS = 60 * 60 * 1000;

/** Tells whether a session needs no new SCA. */
export function isFresh(session: Session | undefined, now: number): boolean {
  return session !== undefined && !session.dead && now - session.finalisedAt <= SESSION_MILLISECONDS;
}

/** Tells whether the PSU's last SCA is too old for any account information. @see D6-180-days */
export function isRenewalDue(lastSca: number | undefined, now: number): boolean {
  return lastSca === undefined || now - lastSca > RENEWED_FOR_MS;
}

/** An account or card account that a consent may be about, as its PSU knows it. @see D15-context-accounts */
export interface ConsentAccount {
  readonly id: string;
  readonly kind: 'ACCOUNT' | 'CARD';
  readonly name: string;
  /** The bban of an account, the masked number of a card. */
  readonly number: string;
}

/** The requested accounts: all, those with these ids, or what they leave to the bank. */
export type AskedAccounts = 'all' | readonly string[] | undefined;

/**
 * Selects the requested accounts from those listed, in their order, or returns the index of the first that isn't
 * listed. If the choice is left to the bank: those granted before, else all.
 * @see D15-operator-accounts
 */
export function selectAccounts(
  listed: readonly ConsentAccount[],
  asked: AskedAccounts,
  granted: ReadonlySet<string>,
): readonly string[] | { readonly unlisted: number } {
  if (asked === undefined || asked === 'all') {
    const kept = asked === 'all' ? [] : listed.filter(({ id }) => granted.has(id));
    return (kept.length > 0 ? kept : listed).map(({ id }) => id);
  }
  const known = new Set(listed.map(({ id }) => id));
  const unlisted = asked.findIndex((id) => !known.has(id));
  const wanted = new Set(asked);
  return unlisted < 0 ? listed.flatMap(({ id }) => (wanted.has(id) ? [id] : [])) : { unlisted };
}

/** How often a TPP may ask without the PSU, once the hour of their SCA is over. @see D6-four-calls */

const MOST_CALLS = 4;

/** The calls that hold places, by place, each with its time in milliseconds since 1970 of the bank's clock. */
type Places = ReadonlyMap<number, number>;

/**
 * The place that a call may take: one that no call has, or whose call is `counted` milliseconds old.
 * @returns undefined when all are taken
 */
export function findFreePlace(calls: Places, now: number, counted: number): number | undefined {
  for (let place = 0; place < MOST_CALLS; place += 1) {
    const calledAt = calls.get(place);
    if (calledAt === undefined || calledAt + counted <= now) return place;
  }
  return undefined;
}

/** When the first of the places is free again. */
export function computeFreeTime(calls: Places, counted: number): number {
  return Math.min(...calls.values()) + counted;
}
