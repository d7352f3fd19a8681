import type { Op } from '../../../store/contract.ts';
import type { Result } from '../../answer.ts';
import { type Authorisation, hasReached, isOpen } from '../../domain/authorisation.ts';
import type { Form } from '../../guards/message.ts';
import type { RequestContext } from '../../request-context.ts';
import { defineRoute, type Handler, type Route } from '../../routes/route.ts';
import type { BankState } from '../../store/tables/world.ts';
import { buildReturnUrl, checkStillAllowed, note, settleContext, start } from '../steps.ts';
import {
  buildCookiePath,
  buildLinkPath,
  createPageResult,
  createRedirectResult,
  createStyleResult,
  renderClosedPage,
  selectWordsOfRequest,
  withHeader,
} from './answers.ts';
import { renderPage } from './pages.ts';
import {
  COOKIE,
  createFormToken,
  findLinked,
  findOwnCookie,
  hashCookie,
  isSame,
  takeStep,
  type Untaken,
} from './steps.ts';

/**
 * How long the browser of an SCA that has ended is sent to the TPP again.
 * @see S9-form-token, S9-cookie, S9-confirm-repeated
 */
const REPEATED_MILLISECONDS = 60_000;

/** GET of a link: the page of the present state. The browser that opens it first is the only one that goes on. */
export const openLink: Handler = function* (exchange, world) {
  const sca = yield* findLinked(exchange, world);
  if (!sca) return renderClosedPage(exchange, 'unknownLink');
  const cookie = findOwnCookie(exchange, sca);
  if (!isOpen(sca)) return yield* handleEndedLink(exchange, world, sca, cookie !== undefined);
  const { browser, page } = sca.progress;
  // Without a browser, only the operator's play and a fault go further. A fault counts pages, and its PSU goes on.
  const isUnopened = browser === undefined && (page > 0 || !hasReached(sca, 'PSU_AUTHENTICATED'));
  if (isUnopened) return yield* openFirst(exchange, world, sca);
  return cookie === undefined
    ? renderClosedPage(exchange, 'otherBrowser', sca)
    : yield* renderState(exchange, world, sca, cookie);
};

function* openFirst(exchange: RequestContext, world: BankState, sca: Authorisation): Op<Result> {
  const cookie = exchange.secret();
  const noted = yield* note(sca, { browser: hashCookie(cookie) });
  // The session may have said who the PSU is: then what the headers settled follows at once.
  const opened = noted.scaStatus === 'PSU_IDENTIFIED' ? yield* settleContext(world, noted) : noted;
  if (!isOpen(opened)) return yield* redirectToTpp(exchange, opened);
  // No browser keeps one that is Secure of a site over plain HTTP.
  const secure = exchange.peer.siteOnly === true ? '' : 'Secure; ';
  const attributes = `Path=${buildCookiePath(exchange, sca)}; HttpOnly; ${secure}SameSite=Lax`;
  const page = yield* renderState(exchange, world, opened, cookie);
  return withHeader(page, ['Set-Cookie', `${COOKIE}=${cookie}; ${attributes}`]);
}

/** @param untaken a form that could not be taken: its page is shown anew */
function* renderState(
  exchange: RequestContext,
  world: BankState,
  sca: Authorisation,
  cookie: string,
  untaken?: Untaken,
): Op<Result> {
  const shown = yield* start(yield* checkStillAllowed(world, sca));
  if (!isOpen(shown)) return yield* redirectToTpp(exchange, shown);
  const page = yield* renderPage({
    exchange,
    world,
    sca: shown,
    cookie,
    words: selectWordsOfRequest(exchange),
    untaken,
  });
  return createPageResult(untaken === undefined ? 200 : 409, page, shown);
}

/** POST to a link: one step, in one transaction with all that follows from it. @see S9-confirm-repeated */
export const sendForm: Handler = function* (exchange, world) {
  const sca = yield* findLinked(exchange, world);
  if (!sca) return renderClosedPage(exchange, 'unknownLink');
  const form = exchange.body as Form;
  const cookie = findOwnCookie(exchange, sca);
  const isPresent = cookie !== undefined && isSame(form.get('token') ?? '', createFormToken(sca, cookie));
  if (!isOpen(sca)) return yield* handleEndedLink(exchange, world, sca, isPresent);
  if (cookie === undefined) return renderClosedPage(exchange, 'otherBrowser', sca);
  const taken = isPresent ? yield* takeStep(world, sca, form) : undefined;
  if (!taken) return renderClosedPage(exchange, 'stale', sca);
  if (!('scaStatus' in taken)) return yield* renderState(exchange, world, sca, cookie, taken);
  if (!isOpen(taken)) return yield* redirectToTpp(exchange, taken);
  // The token of the form that ends an SCA stays the last one, so that a repeat of it is known.
  const next = yield* note(taken, { page: taken.progress.page + 1 });
  return createRedirectResult(buildLinkPath(exchange, next), next);
};

/**
 * Handles a link that has ended: a late visitor is redirected to the TPP, the PSU who ended it once more, and others
 * see a closed page.
 * @see D6-opened-too-late, S9-form-token, S9-cookie
 */
function* handleEndedLink(
  exchange: RequestContext,
  world: BankState,
  sca: Authorisation,
  isTheirs: boolean,
): Op<Result> {
  const { failure, endedAt = 0 } = sca.progress;
  const isFresh = world.bankNow - endedAt < REPEATED_MILLISECONDS;
  return failure === 'expired' || (isTheirs && isFresh)
    ? yield* redirectToTpp(exchange, sca)
    : renderClosedPage(exchange, 'finished', sca);
}

/** Back to the TPP; an SCA that was withdrawn leads nowhere. */
function* redirectToTpp(exchange: RequestContext, sca: Authorisation): Op<Result> {
  const redirect = yield* buildReturnUrl(sca);
  return redirect === undefined
    ? renderClosedPage(exchange, 'finished', sca)
    : createRedirectResult(redirect, sca);
}

/** The pages' one style sheet. */
// biome-ignore lint/correctness/useYield: a handler is a generator, and this one asks the store for nothing
export const readStyle: Handler = function* () {
  return createStyleResult();
};

/** The bank's authorisation site: what scaRedirect leads to. @see S9-link-secret */
export const SITE_ROUTES: readonly Route[] = [
  defineRoute('read style of site', readStyle),
  defineRoute('open sca', openLink, { access: 'write' }),
  defineRoute('send sca form', sendForm),
];
