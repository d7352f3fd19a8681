import type { Op } from '../../store/contract.ts';
import { message } from '../../wire/errors.ts';
import { type Refusal, refuse } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import { findPayer } from '../life/payer.ts';
import type { StatefulGuard } from '../routes/route.ts';
import { refuseWithoutSca } from '../sca-link.ts';
import { sessionOf } from '../session-of.ts';
import { findCustomerType } from '../store/tables/customers.ts';
import { agreementOfCorporateId, customerOfPsuId } from '../store/tables/psus.ts';
import type { WorldState } from '../store/tables/world.ts';

/**
 * Settles the PSU from PSU-ID and X-PSU-IDENTITY, which must mean the same customer.
 * @see D3-psu-identity, D3-corporate-user, D3-required, D3-identity-everywhere, D3-identity-person
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
  const isCompany = (yield* findCustomerType(psu)) === 'CORPORATE';
  if (isCompany && byPsuId) return CORPORATE_ID_MISSING;
  if (isCompany && exchange.route.identityIsPerson) return IDENTITY_OF_COMPANY;
  return (yield* isInCorporateSession(exchange)) ? CORPORATE_ID_MISSING : undefined;
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

/** X-PSU-IDENTITY names a person at a payment's creation. @see D3-identity-person */
const IDENTITY_OF_COMPANY = refuse(
  400,
  'HTTP_HEADER_REQUIRED',
  "PSU-Corporate-ID is required, because X-PSU-IDENTITY is a company's number: or send the number of a person who has an agreement with the company",
  'PSU-Corporate-ID',
);

/** Tells whether the session's SCA was in the corporate context. @see D3-corporate-user */
function* isInCorporateSession(exchange: Exchange): Op<boolean> {
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
