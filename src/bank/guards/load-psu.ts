import type { Op } from '../../store/contract.ts';
import { message } from '../../wire/errors.ts';
import type { Exchange } from '../exchange.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { StatefulGuard } from '../routes/route.ts';
import { startSessionSca } from '../sca-link.ts';
import { findCustomerType } from '../store/tables/customers.ts';
import { customerOfPsuId } from '../store/tables/psus.ts';
import type { WorldState } from '../store/tables/world.ts';

/**
 * Settles the PSU from PSU-ID and X-PSU-IDENTITY, which must mean the same customer.
 * @see decisions.md §3 X-PSU-IDENTITY, Corporate user
 */
export const loadPsu: StatefulGuard = function* (exchange, world) {
  const psuId = exchange.header('PSU-ID');
  const identity = exchange.header('X-PSU-IDENTITY');
  exchange.psu = undefined;
  if (psuId !== undefined) {
    exchange.psu = yield* customerOfPsuId(exchange.tpp, psuId.toLowerCase());
    if (!exchange.psu)
      return yield* credentialsInvalid(exchange, world, 'PSU-ID', 'is not known to this bank for this TPP');
  }
  if (identity !== undefined) {
    const known = (yield* findCustomerType(identity)) !== undefined;
    if (!known || (exchange.psu !== undefined && exchange.psu !== identity)) {
      exchange.psu = undefined;
      const text = known ? 'is another PSU than PSU-ID' : 'is no customer of this bank';
      return yield* credentialsInvalid(exchange, world, 'X-PSU-IDENTITY', text);
    }
    exchange.psu = identity;
  }
  return yield* checkCorporate(exchange, world, psuId !== undefined);
};

function* checkCorporate(exchange: Exchange, world: WorldState, byPsuId: boolean): Op<Refusal | undefined> {
  const corporateId = exchange.header('PSU-Corporate-ID');
  if (corporateId !== undefined) {
    // A corporate id is made by an SCA in the corporate context; this bank has made none that could be known.
    return yield* credentialsInvalid(
      exchange,
      world,
      'PSU-Corporate-ID',
      'is not known to this bank for this PSU',
    );
  }
  if (!byPsuId || exchange.psu === undefined || !exchange.route.corporateIdRequired) return undefined;
  return (yield* findCustomerType(exchange.psu)) === 'CORPORATE'
    ? refuse(
        400,
        'HTTP_HEADER_REQUIRED',
        'PSU-Corporate-ID is required for a corporate user',
        'PSU-Corporate-ID',
      )
    : undefined;
}

/** Every 401 carries the link of an SCA. @see decisions.md §2 */
function* credentialsInvalid(
  exchange: Exchange,
  world: WorldState,
  header: string,
  text: string,
): Op<Refusal> {
  const links = yield* startSessionSca(exchange, world);
  return {
    status: 401,
    messages: [message('ERROR', 'PSU_CREDENTIALS_INVALID', `${header} ${text}`, header)],
    links,
  };
}
