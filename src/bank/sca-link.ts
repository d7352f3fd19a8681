import type { Op } from '../store/contract.ts';
import { type Link, type Links, link } from '../wire/link.ts';
import type { Authorisation } from './domain/authorisation.ts';
import { orderedId } from './domain/ids.ts';
import type { Exchange } from './exchange.ts';
import { findOpenSessionSca, insertAuthorisation } from './store/tables/authorisations.ts';
import { nextSequence, type WorldState } from './store/tables/world.ts';

/** Where the PSU authorises: absolute, with the link's secret. @see safety.md §9 */
export function scaRedirect(exchange: Exchange, authorisation: Authorisation): Link {
  const { publicUrl, basePath } = exchange.settings;
  return link(`${publicUrl}${basePath}/sca/${authorisation.authorisationId}/${authorisation.secret}`, 'GET');
}

/** Starts an SCA, of a payment or of the session alone. @see decisions.md §6 */
export function* startAuthorisation(
  exchange: Exchange,
  world: WorldState,
  paymentId?: string,
): Op<Authorisation> {
  const sequence = nextSequence(world);
  const authorisation: Authorisation = {
    sequence,
    authorisationId: orderedId(world.seed, 'authorisation', sequence),
    tpp: exchange.tpp,
    tppSessionId: exchange.header('TPP-Session-ID') ?? '',
    redirectUri: exchange.header('TPP-Redirect-URI') ?? '',
    ...(exchange.psu === undefined ? {} : { psu: exchange.psu }),
    ...(paymentId === undefined ? {} : { paymentId }),
    scaStatus: 'RECEIVED',
    secret: exchange.linkSecret(),
    createdAt: world.bankNow,
  };
  yield* insertAuthorisation(authorisation);
  return authorisation;
}

/** How long an SCA may be opened and gone through. @see decisions.md §4, 15 minutes */
const OPEN_MILLISECONDS = 15 * 60 * 1000;

/** The links of a 401: the open SCA of the same TPP, session and PSU, else a new one. @see decisions.md §2 */
export function* startSessionSca(exchange: Exchange, world: WorldState): Op<Links> {
  const open = yield* findOpenSessionSca(
    exchange.tpp,
    exchange.header('TPP-Session-ID') ?? '',
    exchange.psu,
    world.bankNow - OPEN_MILLISECONDS,
  );
  return { scaRedirect: scaRedirect(exchange, open ?? (yield* startAuthorisation(exchange, world))) };
}
