import { accountAt, madeAt } from './accounts.ts';
import { offeredTo, paysFrom } from './agreements.ts';
import { addDays, DAY, dayOf } from './calendar.ts';
import { UNKNOWN } from './calls.ts';
import { askFor, type ConsentOf, consentOf, seenIn } from './consents.ts';
import { balanceOf, bookedOn, expectedOn, pendingOn } from './money.ts';
import {
  agreementNamed,
  type Caller,
  hasSca,
  headersRefused,
  psuNamed,
  psuOf,
  refuseWithoutSca,
} from './psu.ts';
import { type Model, nowOf, refused, type Said } from './state.ts';

/** Account information, who the PSU is, and the calls for a consent. @see D3-information-operations, D6-agreement-consent, D7-left-out, D15-context-accounts */

export const READS = [
  'accounts',
  'card-accounts',
  'account',
  'account balances',
  'card account',
  'card account balances',
  'account transactions',
  'card account transactions',
  'user',
  'users',
  'agreements',
  'consents',
] as const;

export type ReadName = (typeof READS)[number];

export interface Reading {
  readonly read: ReadName;
  readonly caller: Caller;
  /** Place of the one that is read; none: an id that nobody has. */
  readonly account: number | undefined;
  /** Without PSU-IP-Address. */
  readonly isUnattended: boolean;
  /** Of transactions: the booked ones too, to the account's start. */
  readonly withBooked: boolean;
}

const ONES: readonly ReadName[] = [
  'account',
  'account balances',
  'account transactions',
  'card account',
  'card account balances',
  'card account transactions',
];

function isOfOne(read: ReadName): boolean {
  return ONES.includes(read);
}

export function isOfAccounts(read: ReadName): boolean {
  return read.includes('account');
}

/** What is refused before the store is touched. */
export function refusedAtOnce({ read, caller }: Reading): Said | undefined {
  const namesNobody = caller.psu === 'none' && (isOfOne(read) || read === 'agreements');
  if (namesNobody) return refused(400, 'HTTP_HEADER_REQUIRED PSU-ID');
  return isOfAccounts(read) ? headersRefused(caller) : undefined;
}

export function answerRead(model: Model, reading: Reading): Said {
  const { read, caller } = reading;
  const purpose = isOfAccounts(read) ? 'consent' : 'session';
  if (read === 'consents') return warned(askFor(model, caller));
  const who = isOfAccounts(read) ? psuOf(model, caller, purpose) : psuNamed(model, caller);
  if ('said' in who) return who.said;
  const fault = faultOf(model, reading, who.psu);
  if (fault !== undefined) return refuseWithoutSca(model, caller, { purpose, psu: who.psu, error: fault });
  return isOfOne(read) ? one(model, reading, who.psu ?? '') : many(model, reading, who.psu ?? '');
}

/** The name is an old one. */
function warned(said: Said): Said {
  return said.status === 201 ? { ...said, warnings: ['BAD_REQUEST'] } : said;
}

/** Why a 401; in the order SCA, consent. */
function faultOf(model: Model, { read, caller }: Reading, psu: string | undefined): string | undefined {
  const hour = isOfOne(read) || hasSca(model, caller, psu) ? undefined : whyNoSca(model, caller, psu);
  if (hour !== undefined || !isOfAccounts(read)) return hour;
  const of = consentNamed(model, caller, psu ?? '');
  const consent = consentOf(model, of);
  if (!consent) return 'CONSENT_UNKNOWN';
  if (consent.accounts.length === 0) return 'CONSENT_INVALID';
  const last = model.lastScas.find((sca) => sca.tpp === of.tpp && sca.psu === of.psu)?.at;
  return last === undefined || nowOf(model) - last > 180 * DAY ? 'CONSENT_EXPIRED' : undefined;
}

function whyNoSca(model: Model, { tpp, session }: Caller, psu: string | undefined): string {
  if (psu === undefined) return 'SCA_NOT_FOUND';
  const own = model.sessions.find((one) => one.tpp === tpp && one.psu === psu && one.id === session);
  if (own) return own.isDead ? 'SCA_NOT_FOUND' : 'SCA_EXPIRED';
  const isNo = model.scas.some(
    (sca) => sca.isDeclined && sca.tpp === tpp && sca.session === session && sca.psu === psu,
  );
  return isNo ? 'SCA_INVALID' : 'SCA_NOT_FOUND';
}

function consentNamed(model: Model, caller: Caller, psu: string): ConsentOf {
  return { tpp: caller.tpp, psu, agreement: agreementNamed(model, caller) };
}

function many(model: Model, { read, caller }: Reading, psu: string): Said {
  if (read.startsWith('user')) return { status: 200, links: 'self' };
  if (read === 'agreements') return { status: 200, listed: offeredTo(model, psu).length };
  const seen = seenIn(model, consentNamed(model, caller, psu));
  const isCards = read === 'card-accounts';
  const listed = seen.filter(({ account }) => model.facts[account]?.isCard === isCards).length;
  // An empty list of accounts looks as one that was granted.
  return { status: 200, ...(listed === 0 && !isCards ? { granted: 0 } : { listed }) };
}

function one(model: Model, reading: Reading, psu: string): Said {
  const { read, caller, account: place = -1 } = reading;
  const of = consentNamed(model, caller, psu);
  const account = accountAt(model, place);
  const isOfKind = account?.isCard === read.startsWith('card');
  if (!account || !isOfKind || !paysFrom(model, psu, of.agreement, account)) return UNKNOWN;
  if (!seenIn(model, of).some((seen) => seen.account === place)) {
    return refuseWithoutSca(model, caller, { purpose: 'consent', psu, error: 'CONSENT_INVALID' });
  }
  if (!isAnswered(model, reading, psu)) return refused(429, 'ACCESS_EXCEEDED');
  if (read.endsWith('transactions')) return listOf(model, reading, psu);
  if (!read.endsWith('balances')) return { status: 200 };
  return { status: 200, balances: `${balanceOf(model, place)} ${expectedOn(model, place)}` };
}

/** How far back is told after the hour. */
const HISTORY_DAYS = 90;

/** Adds up the lists of booked and pending entries. @see D7-list-dates, D9-double-entry */
function listOf(model: Model, { read, caller, account = -1, withBooked }: Reading, psu: string): Said {
  // The commands send no dateFrom. Its default applies to a card's pending entries, not to an account's.
  const isDefaulted = read.startsWith('card') && !hasSca(model, caller, psu);
  const from = isDefaulted ? addDays(dayOf(nowOf(model)), -HISTORY_DAYS) : '';
  const booked = withBooked ? bookedOn(model, account) : 'none';
  return { status: 200, transactions: `${booked} ${pendingOn(model, account, from)}` };
}

/** After the hour and without the PSU, four of an operation on an account in 24 hours. */
function isAnswered(
  model: Model,
  { read, caller, account = -1, isUnattended }: Reading,
  psu: string,
): boolean {
  if (!isUnattended || hasSca(model, caller, psu)) return true;
  const call = { tpp: caller.tpp, psu, account, made: madeAt(model, account), read };
  const likeIt = model.calls.filter(
    (other) =>
      other.tpp === call.tpp &&
      other.psu === psu &&
      other.account === account &&
      other.made === call.made &&
      other.read === read &&
      other.at + DAY > nowOf(model),
  );
  if (likeIt.length >= 4) return false;
  model.calls.push({ ...call, at: nowOf(model) });
  return true;
}
