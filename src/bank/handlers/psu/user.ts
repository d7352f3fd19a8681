import type { User } from '../../../wire/information/psu.ts';
import { link } from '../../../wire/link.ts';
import { findPayer } from '../../life/payer.ts';
import type { Handler } from '../../routes/route.ts';
import { listCorporateAgreements } from '../../store/tables/customers.ts';
import { findPsuId } from '../../store/tables/psus.ts';

/** Who the PSU of the session is, and in which contexts they may act. @see D6-user */
export const readUser: Handler = function* (exchange) {
  const { tpp, psu } = exchange;
  if (psu === undefined) throw new Error('a session without a PSU passed the guards');
  const psuId = yield* findPsuId(tpp, psu);
  if (psuId === undefined) throw new Error('an SCA has left no psu-id');
  const contexts: User['contexts'] = [];
  if ((yield* findPayer(psu, undefined)) !== undefined) contexts.push('PRIVATE');
  if ((yield* listCorporateAgreements(psu)).length > 0) contexts.push('CORPORATE');
  const json: User = { psuId, contexts, _links: { self: link(exchange.href('/v1/user'), 'GET') } };
  return { status: 200, json };
};
