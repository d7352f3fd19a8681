import type { Op } from '../../../store/contract.ts';
import type { Result } from '../../answer.ts';
import { type Authorisation, hasReached, isOpen } from '../../domain/authorisation.ts';
import type { Form } from '../../guards/message.ts';
import type { RequestContext } from '../../request-context.ts';
import { defineRoute, type Handler, type Route } from '../../routes/route.ts';
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
  type RejectedForm,
  takeStep,
} from './steps.ts';

/**
 * The time after the end of an SCA in which its browser is redirected to the TPP again.
 * @see S9-form-token, S9-cookie, S9-confirm-repeated
 */
const REPEATED_MILLISECONDS = 60_000;

/**
 * Handles GET of a link: shows the page of the present state. Only the browser that opens the link first can continue.
 */
export const openLink: Handler = function* (exchange) {
  const sca = yield* findLinked(exchange);
  if (!sca) return renderClosedPage(exchange, 'unknownLink');
  const cookie = findOwnCookie(exchange, sca);
  if (!isOpen(sca)) return yield* handleEndedLink(exchange, sca, cookie !== undefined);
  const { browser, page } = sca.progress;
  // Without a browser, only the operator or a fault can advance the SCA. A fault counts pages, and the PSU then
  // continues in a browser.
  const isUnopened = browser === undefined && (page > 0 || !hasReached(sca, 'PSU_AUTHENTICATED'));
  if (isUnopened) return yield* openFirst(exchange, sca);
  return cookie === undefined
    ? renderClosedPage(exchange, 'otherBrowser', sca)
    : yield* renderState(exchange, sca, cookie);
};

function* openFirst(exchange: RequestContext, sca: Authorisation): Op<Result> {
  const cookie = exchange.secret();
  const noted = yield* note(sca, { browser: hashCookie(cookie) });
  // If the session already identified the PSU, choose the context of the headers now.
  const opened = noted.scaStatus === 'PSU_IDENTIFIED' ? yield* settleContext(exchange.world, noted) : noted;
  if (!isOpen(opened)) return yield* redirectToTpp(exchange, opened);
  // Browsers reject Secure cookies from a site over plain HTTP.
  const secure = exchange.peer.siteOnly === true ? '' : 'Secure; ';
  const attributes = `Path=${buildCookiePath(exchange, sca)}; HttpOnly; ${secure}SameSite=Lax`;
  const page = yield* renderState(exchange, opened, cookie);
  return withHeader(page, ['Set-Cookie', `${COOKIE}=${cookie}; ${attributes}`]);
}

/**
 * Renders the page of the present state.
 * @param untaken a form that was not accepted, whose page is shown again
 */
function* renderState(
  exchange: RequestContext,
  sca: Authorisation,
  cookie: string,
  untaken?: RejectedForm,
): Op<Result> {
  const shown = yield* start(yield* checkStillAllowed(exchange.world, sca));
  if (!isOpen(shown)) return yield* redirectToTpp(exchange, shown);
  const words = selectWordsOfRequest(exchange);
  const page = yield* renderPage({ exchange, sca: shown, cookie, words, untaken });
  return createPageResult(untaken === undefined ? 200 : 409, page, shown);
}

/** Handles POST to a link: executes one step and its consequences in one transaction. @see S9-confirm-repeated */
export const sendForm: Handler = function* (exchange) {
  const sca = yield* findLinked(exchange);
  if (!sca) return renderClosedPage(exchange, 'unknownLink');
  const form = exchange.body as Form;
  const cookie = findOwnCookie(exchange, sca);
  const isPresent = cookie !== undefined && isSame(form.get('token') ?? '', createFormToken(sca, cookie));
  if (!isOpen(sca)) return yield* handleEndedLink(exchange, sca, isPresent);
  if (cookie === undefined) return renderClosedPage(exchange, 'otherBrowser', sca);
  const taken = isPresent ? yield* takeStep(exchange.world, sca, form) : undefined;
  if (!taken) return renderClosedPage(exchange, 'stale', sca);
  if (!('scaStatus' in taken)) return yield* renderState(exchange, sca, cookie, taken);
  if (!isOpen(taken)) return yield* redirectToTpp(exchange, taken);
  // The form that ends an SCA keeps its token valid, so that a repeated request is recognised.
  const next = yield* note(taken, { page: taken.progress.page + 1 });
  return createRedirectResult(buildLinkPath(exchange, next), next);
};

/**
 * Handles a link whose SCA has ended: redirects to the TPP if the SCA expired, or again for the browser that ended it
 * within a minute; otherwise shows a final page.
 * @see D6-opened-too-late, S9-form-token, S9-cookie
 */
function* handleEndedLink(exchange: RequestContext, sca: Authorisation, isTheirs: boolean): Op<Result> {
  const { failure, endedAt = 0 } = sca.progress;
  const isFresh = exchange.world.bankNow - endedAt < REPEATED_MILLISECONDS;
  return failure === 'expired' || (isTheirs && isFresh)
    ? yield* redirectToTpp(exchange, sca)
    : renderClosedPage(exchange, 'finished', sca);
}

/** Redirects to the TPP; a withdrawn SCA has no redirect and shows a final page. */
function* redirectToTpp(exchange: RequestContext, sca: Authorisation): Op<Result> {
  const redirect = yield* buildReturnUrl(sca);
  return redirect === undefined
    ? renderClosedPage(exchange, 'finished', sca)
    : createRedirectResult(redirect, sca);
}

/** Handles GET of the style sheet. */
// biome-ignore lint/correctness/useYield: a handler is a generator, and this one asks the store for nothing
export const readStyle: Handler = function* () {
  return createStyleResult();
};

/** The routes of the bank's authorisation site, the target of scaRedirect. @see S9-link-secret */
export const SITE_ROUTES: readonly Route[] = [
  defineRoute('read style of site', readStyle),
  defineRoute('open sca', openLink, { access: 'write' }),
  defineRoute('send sca form', sendForm),
];
