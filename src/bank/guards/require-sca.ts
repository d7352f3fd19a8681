import type { Op } from '../../store/contract.ts';
import { message, type TppMessage } from '../../wire/errors.ts';
import { isFresh } from '../domain/authorisation.ts';
import type { Exchange } from '../exchange.ts';
import type { StatefulGuard } from '../routes/route.ts';
import { refuseWithoutSca } from '../sca-link.ts';
import { sessionOf } from '../session-of.ts';
import { hasDeclined } from '../store/tables/authorisations.ts';
import type { WorldState } from '../store/tables/world.ts';

/**
 * Lists of accounts, the PSU and its agreements are told within the hour of an SCA in this TPP-Session-ID alone.
 * @see D6-hour
 * @see D6-hour
 */
export const requireSca: StatefulGuard = function* (exchange, world) {
  const fault = yield* faultOf(exchange, world);
  return fault && (yield* refuseWithoutSca(exchange, world, fault));
};

/** @see D2-sca-codes */
function* faultOf(exchange: Exchange, { bankNow }: WorldState): Op<TppMessage | undefined> {
  const { tpp, psu } = exchange;
  if (psu === undefined) return NOBODY;
  const session = yield* sessionOf(exchange);
  if (isFresh(session, bankNow)) return undefined;
  if (session) return session.dead ? REPLACED : OVER;
  return (yield* hasDeclined(tpp, psu, exchange.header('TPP-Session-ID') ?? '')) ? DECLINED : NONE;
}

const NOBODY = message(
  'ERROR',
  'SCA_NOT_FOUND',
  'no SCA can be found, because neither PSU-ID nor X-PSU-IDENTITY identifies a PSU',
);
const NONE = message('ERROR', 'SCA_NOT_FOUND', 'this PSU has had no SCA in this TPP-Session-ID');
const REPLACED = message('ERROR', 'SCA_NOT_FOUND', 'an SCA in another TPP-Session-ID has ended this one');
const OVER = message('ERROR', 'SCA_EXPIRED', 'the SCA in this TPP-Session-ID was over an hour ago');
const DECLINED = message('ERROR', 'SCA_INVALID', 'the PSU has declined the SCA in this TPP-Session-ID');
