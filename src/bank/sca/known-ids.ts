import type { Op } from '../../store/contract.ts';
import type { Authorisation } from '../domain/authorisation.ts';
import { findCorporateId, findPsuId } from '../store/tables/psus.ts';

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
  const psuCorporateId =
    agreement === undefined ? undefined : yield* findCorporateId(tpp, identified, agreement);
  if (psuId === undefined) throw new Error('a finished SCA has left no psu-id');
  return { psuId, ...(psuCorporateId === undefined ? {} : { psuCorporateId }) };
}
