import { type Columns, QUIET, SPARE } from '../cli/columns.ts';
import type { KnownSca } from '../client/ledger/types.ts';
import { getTime } from '../clock.ts';
import { Fault } from '../errors.ts';
import { RENEWED_FOR_MS } from '../values/sca-times.ts';

/** A consent that the profile stores. @see C-consent-show */
export interface KnownConsent {
  readonly psuId: string;
  readonly context: 'PRIVATE' | 'CORPORATE';
  readonly psuCorporateId?: string;
  readonly customerNumber?: string;
  /** The time of the SCA by the bank's clock, ISO 8601. */
  readonly scaAt: string;
  readonly validUntil: string;
  /** The whole minutes in which lists can be read without another SCA. */
  readonly sessionMinutesLeft: number;
}

export interface KnownSession extends KnownConsent {
  readonly tppSessionId?: string;
}

export const psuColumns: Columns<Partial<KnownConsent>> = [
  ['PSU-ID', 'psuId', 'identifier', QUIET],
  ['Context', 'context', 'identifier', SPARE],
  ['PSU-Corporate-ID', 'psuCorporateId', 'identifier', SPARE],
];

export const consentColumns: Columns<KnownConsent> = [
  ...psuColumns,
  ['Customer', 'customerNumber', 'identifier'],
  ['Last SCA', 'scaAt', 'date', SPARE],
  ['Valid until', 'validUntil', 'date'],
  [
    'Session',
    ({ sessionMinutesLeft: minutes }) => (minutes === 0 ? 'over' : `${minutes} min left`),
    'identifier',
  ],
];

export const sessionColumns: Columns<KnownSession> = [
  ...consentColumns,
  ['TPP-Session-ID', 'tppSessionId', 'identifier', SPARE],
];

export function toConsent(known: KnownSca): KnownConsent {
  const { psuId, context, psuCorporateId, customerNumber, scaAt, hourEndsAt = 0 } = known;
  return {
    ...{ psuId, context, psuCorporateId, customerNumber },
    scaAt: new Date(scaAt).toISOString(),
    validUntil: new Date(scaAt + RENEWED_FOR_MS).toISOString(),
    sessionMinutesLeft: Math.max(0, Math.floor((hourEndsAt - getTime()) / 60_000)),
  };
}

export function toSession(known: KnownSca): KnownSession {
  return { ...toConsent(known), tppSessionId: known.tppSessionId };
}

/**
 * Finds a PSU that the profile knows.
 * @param name psu-id, customer number or TPP-Session-ID; absent: the PSU of the last SCA
 * @throws Fault INPUT_INVALID
 */
export function findPsu(known: readonly KnownSca[] = [], name?: string): KnownSca {
  const found = known.find(
    ({ psuId, customerNumber, tppSessionId }) =>
      name === undefined || [psuId, customerNumber, tppSessionId].includes(name),
  );
  if (found !== undefined) return found;
  if (known.length === 0) {
    throw new Fault('INPUT_INVALID', "This profile doesn't know any PSU yet.", {
      hint: 'It remembers everyone who completes an SCA:\npsd2 consent grant',
    });
  }
  const text = `This profile doesn't know a PSU or session ${JSON.stringify(name)}.`;
  throw new Fault('INPUT_INVALID', text, { hint: 'See who it knows:\npsd2 session list' });
}
