import type { Op } from '../../../store/contract.ts';
import type { Result } from '../../answer.ts';
import { hasReached } from '../../domain/authorisation.ts';
import type { Form } from '../../guards/message.ts';
import type { RequestContext } from '../../request-context.ts';
import { defineRoute, type Handler, type Route } from '../../routes/route.ts';
import { ScaSteps } from '../steps.ts';
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
export const openLink = createLinkHandler(function* (exchange, steps) {
  const { sca } = steps;
  const cookie = findOwnCookie(exchange, sca);
  if (!steps.isOpen) return yield* handleEndedLink(exchange, steps, cookie !== undefined);
  const { browser, page } = sca.progress;
  // Without a browser, only the operator or a fault can advance the SCA. A fault counts pages, and the PSU then
  // continues in a browser.
  const isUnopened = browser === undefined && (page > 0 || !hasReached(sca, 'PSU_AUTHENTICATED'));
  if (isUnopened) return yield* openFirst(exchange, steps);
  return cookie === undefined
    ? renderClosedPage(exchange, 'otherBrowser', sca)
    : yield* renderState(exchange, steps, cookie);
});

/** Creates a handler of a link, which stores the SCA once after all steps of the request. */
function createLinkHandler(handle: (exchange: RequestContext, steps: ScaSteps) => Op<Result>): Handler {
  return function* (exchange) {
    const sca = yield* findLinked(exchange);
    if (!sca) return renderClosedPage(exchange, 'unknownLink');
    const steps = new ScaSteps(exchange.world, sca);
    const result = yield* handle(exchange, steps);
    yield* steps.save();
    return result;
  };
}

function* openFirst(exchange: RequestContext, steps: ScaSteps): Op<Result> {
  const cookie = exchange.secret();
  steps.note({ browser: hashCookie(cookie) });
  // If the session already identified the PSU, choose the context of the headers now.
  if (steps.sca.scaStatus === 'PSU_IDENTIFIED') yield* steps.settleContext();
  if (!steps.isOpen) return yield* redirectToTpp(exchange, steps);
  // Browsers reject Secure cookies from a site over plain HTTP.
  const secure = exchange.peer.siteOnly === true ? '' : 'Secure; ';
  const attributes = `Path=${buildCookiePath(exchange, steps.sca)}; HttpOnly; ${secure}SameSite=Lax`;
  const page = yield* renderState(exchange, steps, cookie);
  return withHeader(page, ['Set-Cookie', `${COOKIE}=${cookie}; ${attributes}`]);
}

/**
 * Renders the page of the present state.
 * @param untaken a form that was not accepted, whose page is shown again
 */
function* renderState(
  exchange: RequestContext,
  steps: ScaSteps,
  cookie: string,
  untaken?: RejectedForm,
): Op<Result> {
  yield* steps.checkStillAllowed();
  steps.start();
  if (!steps.isOpen) return yield* redirectToTpp(exchange, steps);
  const words = selectWordsOfRequest(exchange);
  const { sca } = steps;
  const page = yield* renderPage({ exchange, steps, sca, cookie, words, untaken });
  return createPageResult(untaken === undefined ? 200 : 409, page, sca);
}

/** Handles POST to a link: executes one step and its consequences in one transaction. @see S9-confirm-repeated */
export const sendForm = createLinkHandler(function* (exchange, steps) {
  const { sca } = steps;
  const form = exchange.body as Form;
  const cookie = findOwnCookie(exchange, sca);
  const isPresent = cookie !== undefined && isSame(form.get('token') ?? '', createFormToken(sca, cookie));
  if (!steps.isOpen) return yield* handleEndedLink(exchange, steps, isPresent);
  if (cookie === undefined) return renderClosedPage(exchange, 'otherBrowser', sca);
  const taken = isPresent ? yield* takeStep(steps, form) : undefined;
  if (!taken) return renderClosedPage(exchange, 'stale', sca);
  if (taken !== 'accepted') return yield* renderState(exchange, steps, cookie, taken);
  if (!steps.isOpen) return yield* redirectToTpp(exchange, steps);
  // The form that ends an SCA keeps its token valid, so that a repeated request is recognised.
  steps.note({ page: steps.sca.progress.page + 1 });
  return createRedirectResult(buildLinkPath(exchange, steps.sca), steps.sca);
});

/**
 * Handles a link whose SCA has ended: redirects to the TPP if the SCA expired, or again for the browser that ended it
 * within a minute; otherwise shows a final page.
 * @see D6-opened-too-late, S9-form-token, S9-cookie
 */
function* handleEndedLink(exchange: RequestContext, steps: ScaSteps, isTheirs: boolean): Op<Result> {
  const { failure, endedAt = 0 } = steps.sca.progress;
  const isFresh = exchange.world.bankNow - endedAt < REPEATED_MILLISECONDS;
  return failure === 'expired' || (isTheirs && isFresh)
    ? yield* redirectToTpp(exchange, steps)
    : renderClosedPage(exchange, 'finished', steps.sca);
}

/** Redirects to the TPP; a withdrawn SCA has no redirect and shows a final page. */
function* redirectToTpp(exchange: RequestContext, steps: ScaSteps): Op<Result> {
  const { sca } = steps;
  const redirect = yield* steps.buildReturnUrl();
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
