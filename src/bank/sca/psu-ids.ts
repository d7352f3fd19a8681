import type { Op } from '../../store/contract.ts';
import type { Authorisation } from '../domain/authorisation.ts';
import { seededUuid } from '../domain/ids.ts';
import { findCorporateId, findPsuId } from '../store/tables/psus.ts';

/**
 * The psu-id of a TPP and PSU: unchanging, and the same after initialise.
 * @see I-authentication-5
 * @see D6-psu-id, D3-psu-id-of-tpp
 */
export function psuIdOf(seed: string, tpp: string, customerNumber: string): string {
  return seededUuid(seed, 'psu-id', tpp, customerNumber);
}

/** The psu-corporate-id of a TPP, PSU and agreement. @see D6-psu-corporate-id */
export function corporateIdOf(seed: string, tpp: string, customerNumber: string, agreement: string): string {
  return seededUuid(seed, 'psu-corporate-id', tpp, customerNumber, agreement);
}

/** By which the TPP knows the PSU of an SCA that is FINALISED. @see D6-psu-id */
export interface KnownIds {
  readonly psuId: string;
  /** In the corporate context. */
  readonly psuCorporateId?: string;
}

/** Those that were kept at the first SCA, whatever is derived today; undefined when the SCA has found out nobody. */
export function* knownIdsOf({ tpp, scaStatus, progress }: Authorisation): Op<KnownIds | undefined> {
  const { identified, agreement } = progress;
  if (scaStatus !== 'FINALISED' || identified === undefined) return undefined;
  const psuId = yield* findPsuId(tpp, identified);
  const psuCorporateId = agreement && (yield* findCorporateId(tpp, identified, agreement));
  if (psuId === undefined) throw new Error('a finished SCA has left no psu-id');
  return { psuId, psuCorporateId };
}
