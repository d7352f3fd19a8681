import { identitiesMeant, tppIdOf } from '../../../certificates/tpp-identity.ts';
import type { ReleasedTpp } from '../../../wire/operator.ts';
import { unknownResource } from '../../answer.ts';
import type { Handler } from '../../routes/route.ts';
import { forgetIdentityKey } from '../../store/tables/tpps.ts';

/** The next key that comes with the organizationIdentifier owns it. @see S11-shared-world, D12-tpp-identity */
export const releaseTpp: Handler = function* (exchange) {
  for (const identity of identitiesMeant(exchange.param('tppId'))) {
    if (!(yield* forgetIdentityKey(identity))) continue;
    const json: ReleasedTpp = { tppId: tppIdOf(identity) };
    return { status: 200, json };
  }
  return unknownResource('TPP');
};
