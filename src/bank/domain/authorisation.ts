import { RENEWED_FOR_MS } from '../../values/sca-times.ts';
import type { ScaStatus } from '../../values/statuses.ts';
import type { RejectionReason } from './payment.ts';

/**
 * The purpose of an SCA: to approve a payment or bulk, cancel an approved one, approve a basket, select the accounts of
 * a consent, or create a session.
 */
export type Purpose = 'payment' | 'cancellation' | 'basket' | 'consent' | 'session';

export type PsuContext = 'PRIVATE' | 'CORPORATE';

/** The reasons why an SCA failed, as reported in the failure redirect. @see D6-sca-status */
export type ScaFailure =
  | Exclude<RejectionReason, 'by-operator' | 'outcome-account'>
  | 'booked-meanwhile'
  /** The TPP started another SCA, cancelled the payment, added it to a basket, or deleted the basket. */
  | 'withdrawn';

/** One strong customer authentication. @see D6-sca-status */
export interface Authorisation {
  readonly sequence: bigint;
  readonly authorisationId: string;
  readonly purpose: Purpose;
  readonly tpp: string;
  /** The organisation in the TPP's certificate, shown to the PSU. */
  readonly tppName: string;
  readonly tppSessionId: string;
  /** The TPP-Redirect-URI, the target of the redirect after the SCA. */
  readonly redirectUri: string;
  /** The customerNumber, if a header identified the PSU; the page then accepts this number only. */
  readonly psu?: string;
  /** The sequence of the payment, bulk or basket; absent if the SCA only creates a session. */
  readonly subject?: bigint;
  readonly scaStatus: ScaStatus;
  /** The secret of the link: random, never derived from the seed (S8-secrets). */
  readonly secret: string;
  /** Milliseconds since 1970 on the bank's clock. */
  readonly createdAt: number;
  /** The TPP-Brand-Logging-Information, shown on every page. */
  readonly brand?: string;
  /** True if TPP-Redirect-Preferred is false. */
  readonly prefersApp: boolean;
  /** The context that the headers determined; the page doesn't ask for it. */
  readonly givenContext?: PsuContext;
  /** The agreement that PSU-Corporate-ID identified. */
  readonly givenAgreement?: string;
  readonly progress: Progress;
}

/** The progress of the PSU on the pages. */
export interface Progress {
  /** The customerNumber, once the PSU has identified. */
  readonly identified?: string;
  readonly context?: PsuContext;
  /** The agreementId, in the corporate context. */
  readonly agreement?: string;
  /** The ids of the accounts and cards that the PSU selected for a consent, in the order of the list. */
  readonly accounts?: readonly string[];
  readonly wrongNumbers: number;
  /** The SHA-256 of the cookie of the browser that first opened the link. */
  readonly browser?: string;
  /** The number of accepted forms: a form's token is valid for one form only. */
  readonly page: number;
  readonly failure?: ScaFailure;
  /** The time on the bank's clock at which the SCA became FINALISED, FAILED or EXEMPTED. */
  readonly endedAt?: number;
}

export const UNOPENED: Progress = { wrongNumbers: 0, page: 0 };

/** The number of wrong customer numbers that ends an SCA. @see D6-three-numbers */
export const MOST_WRONG_NUMBERS = 3;

/** The limits of open authorisations per TPP, and per known PSU of a TPP. @see S9-open-authorisations */
export const MOST_OPEN = { ofTpp: 5_000, ofPsu: 500 } as const;

const ENDED: readonly ScaStatus[] = ['FINALISED', 'FAILED', 'EXEMPTED'];

/** Returns true if the PSU can still approve or decline. @see D6-final-stays */
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

/** Returns true if an open SCA has reached a status. @see D6-sca-status */
export function hasReached({ scaStatus }: Authorisation, status: ScaStatus): boolean {
  return ORDER.indexOf(scaStatus) >= ORDER.indexOf(status);
}

/** A session of a TPP and PSU, created by a finalised SCA. @see D6-session */
export interface Session {
  readonly context: PsuContext;
  /** The agreementId, in the corporate context. */
  readonly agreement?: string;
  /** Milliseconds since 1970 on the bank's clock. */
  readonly finalisedAt: number;
  /** True if an SCA with another TPP-Session-ID was completed since; this is permanent. */
  readonly dead: boolean;
}

/** The duration of a session. @see I-authentication-10, I-limits-session */
export const SESSION_MILLISECONDS = 60 * 60 * 1000;

/** Returns true if a session needs no new SCA. */
export function isFresh(session: Session | undefined, now: number): boolean {
  return session !== undefined && !session.dead && now - session.finalisedAt <= SESSION_MILLISECONDS;
}

/** Returns true if the PSU's last SCA is too old for access to account information. @see D6-180-days */
export function isRenewalDue(lastSca: number | undefined, now: number): boolean {
  return lastSca === undefined || now - lastSca > RENEWED_FOR_MS;
}

/** An account or card account that a consent can cover, as shown to its PSU. @see D15-context-accounts */
export interface ConsentAccount {
  readonly id: string;
  readonly kind: 'ACCOUNT' | 'CARD';
  readonly name: string;
  /** The bban of an account, or the masked number of a card. */
  readonly number: string;
}

/** The accounts that a consent could cover now, accounts before cards, and the ids of those granted. */
export interface Consentable {
  readonly listed: readonly ConsentAccount[];
  readonly granted: ReadonlySet<string>;
}

/** The requested accounts: all, those with these ids, or undefined if the bank chooses. */
export type AskedAccounts = 'all' | readonly string[] | undefined;

/**
 * Selects the requested accounts from those listed, in the order of the list, or returns the index of the first
 * unlisted one. If the bank chooses, it selects the accounts granted before, otherwise all.
 * @see D15-operator-accounts
 */
export function selectAccounts(
  { listed, granted }: Consentable,
  asked: AskedAccounts,
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

/** The number of calls without the PSU, after the hour of the SCA. @see D6-four-calls */
const MOST_CALLS = 4;

/** The counted calls by slot, each with its time in milliseconds since 1970 on the bank's clock. */
type Places = ReadonlyMap<number, number>;

/**
 * Finds the first slot that is unused or whose call is at least `counted` milliseconds old.
 * @returns undefined if all slots are in use
 */
export function findFreePlace(calls: Places, now: number, counted: number): number | undefined {
  for (let place = 0; place < MOST_CALLS; place += 1) {
    const calledAt = calls.get(place);
    if (calledAt === undefined || calledAt + counted <= now) return place;
  }
  return undefined;
}

/** Computes the time at which the first slot becomes free. */
export function computeFreeTime(calls: Places, counted: number): number {
  return Math.min(...calls.values()) + counted;
}
