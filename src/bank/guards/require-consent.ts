import type { Op } from '../../store/contract.ts';
import { message, type TppMessage } from '../../wire/errors.ts';
import { isRenewalDue } from '../domain/authorisation.ts';
import type { Exchange } from '../exchange.ts';
import type { StatefulGuard } from '../routes/route.ts';
import { refuseWithoutSca } from '../sca-link.ts';
import { findConsent, findLastSca, wasConsented } from '../store/tables/psus.ts';
import type { WorldState } from '../store/tables/world.ts';

/**
 * Nothing of accounts is told, not even which there are, before the PSU has consented, for itself or in the agreement
 * that the request names; nor when their last SCA was over 180 days ago.
 * @see I-authentication-8, I-authentication-10
 * @see D2-consent-codes, D6-180-days, D6-agreement-consent
 */
export const requireConsent: StatefulGuard = function* (exchange, world) {
  const fault = yield* faultOf(exchange, world);
  return fault && (yield* refuseWithoutSca(exchange, world, fault));
};

/** @see D2-consent-codes */
function* faultOf(exchange: Exchange, { bankNow }: WorldState): Op<TppMessage | undefined> {
  const { tpp, psu, agreement } = exchange;
  exchange.consented = undefined;
  if (psu === undefined) return NONE;
  const consent = yield* findConsent(tpp, psu, agreement);
  if (!consent) return (yield* wasConsented(tpp, psu, agreement)) ? REVOKED : NONE;
  if (isRenewalDue(yield* findLastSca(tpp, psu), bankNow)) return EXPIRED;
  exchange.consented = consent.accounts;
  return undefined;
}

const NONE = message('ERROR', 'CONSENT_UNKNOWN', "the PSU hasn't consented to account information yet");
const REVOKED = message(
  'ERROR',
  'CONSENT_INVALID',
  "the PSU's consent was revoked or covers no account any more",
);
const EXPIRED = message('ERROR', 'CONSENT_EXPIRED', 'the PSU has had no SCA in the last 180 days');
