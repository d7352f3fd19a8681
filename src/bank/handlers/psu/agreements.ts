import type { Op } from '../../../store/contract.ts';
import type { AgreementList } from '../../../wire/information/psu.ts';
import { link } from '../../../wire/link.ts';
import type { Exchange } from '../../exchange.ts';
import type { Handler } from '../../routes/route.ts';
import { corporateIdOf } from '../../sca/psu-ids.ts';
import { listCorporateAgreements } from '../../store/tables/customers.ts';
import { findCorporateId, keepCorporateId } from '../../store/tables/psus.ts';
import type { WorldState } from '../../store/tables/world.ts';

/**
 * The agreements in which the PSU may act for a company, whatever the context of their SCA.
 * @see I-authentication-9
 * @see D6-agreements, D6-agreement-consent
 */
export const listAgreementsOfPsu: Handler = function* (exchange, world) {
  const { psu } = exchange;
  if (psu === undefined) throw new Error('a session without a PSU passed the guards');
  const _links = { self: link(exchange.href('/v1/agreements'), 'GET') };
  const agreements: AgreementList['agreements'] = [];
  for (const { agreementId, name, ownerNumber: owner } of yield* listCorporateAgreements(psu)) {
    const psuCorporateId = yield* corporateIdFor(exchange, world, psu, agreementId);
    agreements.push({ psuCorporateId, name, owner, _links });
  }
  const json: AgreementList = { agreements };
  return { status: 200, json };
};

/** An id is kept when it is told first, as one that an SCA tells: what nobody was told is not taken. */
function* corporateIdFor(
  { tpp }: Exchange,
  { seed }: WorldState,
  psu: string,
  agreementId: string,
): Op<string> {
  const known = yield* findCorporateId(tpp, psu, agreementId);
  if (known !== undefined) return known;
  const made = corporateIdOf(seed, tpp, psu, agreementId);
  yield* keepCorporateId(tpp, psu, agreementId, made);
  return made;
}
