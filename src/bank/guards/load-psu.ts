import type { Op } from '../../store/contract.ts';
import { message } from '../../wire/errors.ts';
import type { Exchange } from '../exchange.ts';
import { findPayer } from '../life/payer.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { StatefulGuard } from '../routes/route.ts';
import { refuseWithoutSca } from '../sca-link.ts';
import { sessionOf } from '../session-of.ts';
import { findCustomerType } from '../store/tables/customers.ts';
import { agreementOfCorporateId, customerOfPsuId } from '../store/tables/psus.ts';
import type { WorldState } from '../store/tables/world.ts';

/**
 * Settles the PSU from PSU-ID and X-PSU-IDENTITY, which must mean the same customer.
 * @see D3-psu-identity, D3-corporate-user, D3-required, D3-identity-everywhere
 */
export const loadPsu: StatefulGuard = function* (exchange, world) {
  const psuId = exchange.header('PSU-ID');
  const identity = exchange.header('X-PSU-IDENTITY');
  exchange.psu = undefined;
  if (psuId !== undefined) {
    exchange.psu = yield* customerOfPsuId(exchange.tpp, psuId.toLowerCase());
    if (!exchange.psu)
      return yield* credentialsInvalid(exchange, world, 'PSU-ID', "isn't known to this bank for this TPP");
  }
  if (identity !== undefined) {
    const known = (yield* findCustomerType(identity)) !== undefined;
    if (!known || (exchange.psu !== undefined && exchange.psu !== identity)) {
      exchange.psu = undefined;
      const text = known ? "isn't the same PSU as PSU-ID" : "isn't a customer of this bank";
      return yield* credentialsInvalid(exchange, world, 'X-PSU-IDENTITY', text);
    }
    exchange.psu = identity;
  }
  return yield* checkCorporate(exchange, world, psuId !== undefined);
};

/** Settles the agreement from PSU-Corporate-ID, which a corporate user must send. @see D3-corporate-user */
function* checkCorporate(exchange: Exchange, world: WorldState, byPsuId: boolean): Op<Refusal | undefined> {
  const { psu } = exchange;
  const corporateId = exchange.header('PSU-Corporate-ID');
  exchange.agreement = undefined;
  if (corporateId !== undefined) {
    exchange.agreement = psu && (yield* agreementOf(exchange, psu, corporateId));
    if (exchange.agreement !== undefined) return undefined;
    const text = "isn't known to this bank for this PSU";
    return yield* credentialsInvalid(exchange, world, 'PSU-Corporate-ID', text);
  }
  if (psu === undefined || !exchange.route.corporateIdRequired) return undefined;
  return (yield* isCorporateUser(exchange, psu, byPsuId)) ? CORPORATE_ID_MISSING : undefined;
}

/** None when it is gone, or the PSU may no longer act in it. @see D8-delete-agreement */
function* agreementOf({ tpp }: Exchange, psu: string, corporateId: string): Op<string | undefined> {
  const known = yield* agreementOfCorporateId(tpp, psu, corporateId.toLowerCase());
  return known !== undefined && (yield* findPayer(psu, known)) ? known : undefined;
}

const CORPORATE_ID_MISSING = refuse(
  400,
  'HTTP_HEADER_REQUIRED',
  'PSU-Corporate-ID is required for a corporate user',
  'PSU-Corporate-ID',
);

/** By PSU-ID of a corporate customer, or by the context of the session's SCA. @see D3-corporate-user */
function* isCorporateUser(exchange: Exchange, psu: string, byPsuId: boolean): Op<boolean> {
  if (byPsuId && (yield* findCustomerType(psu)) === 'CORPORATE') return true;
  const session = yield* sessionOf(exchange);
  return session?.context === 'CORPORATE' && !session.dead;
}

/** @see D2-psu-credentials */
function credentialsInvalid(
  exchange: Exchange,
  world: WorldState,
  header: string,
  text: string,
): Op<Refusal> {
  const fault = message('ERROR', 'PSU_CREDENTIALS_INVALID', `${header} ${text}`, header);
  return refuseWithoutSca(exchange, world, fault);
}
