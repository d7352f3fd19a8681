import type { ReleasedTpp } from '../../../wire/operator.ts';
import { unknownResource } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import { forgetIdentityKey } from '../../store/tables/shared-world.ts';

/** The next key that comes with the organizationIdentifier owns it. @see S11-shared-world, D12-tpp-identity */
export const releaseTpp: Handler = function* (exchange) {
  const json: ReleasedTpp = { tppId: exchange.param('tppId') };
  const isReleased = yield* forgetIdentityKey(`PSD${json.tppId}`);
  return isReleased ? { status: 200, json } : unknownResource('TPP');
};
