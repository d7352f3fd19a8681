import type { Op } from '../../../store/contract.ts';
import type { Result } from '../../answer.ts';
import { type Authorisation, hasReached, isOpen } from '../../domain/authorisation.ts';
import type { Exchange } from '../../exchange.ts';
import type { Form } from '../../guards/message.ts';
import { defineRoute, type Handler, type Route } from '../../routes/route.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { lookAgain, note, redirectOf, settleContext, start } from '../steps.ts';
import {
  answerPage,
  answerRedirect,
  answerStyle,
  closedPage,
  cookiePath,
  linkPath,
  withHeader,
  wordsOf,
} from './answers.ts';
import { pageOf } from './pages.ts';
import {
  browserOf,
  COOKIE,
  findLinked,
  formToken,
  isSame,
  ownCookie,
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
  if (!sca) return closedPage(exchange, 'unknownLink');
  const cookie = ownCookie(exchange, sca);
  if (!isOpen(sca)) return yield* ended(exchange, world, sca, cookie !== undefined);
  const { browser, page } = sca.progress;
  // Without a browser, only the operator's play and a fault go further. A fault counts pages, and its PSU goes on.
  const isUnopened = browser === undefined && (page > 0 || !hasReached(sca, 'PSU_AUTHENTICATED'));
  if (isUnopened) return yield* openFirst(exchange, world, sca);
  return cookie === undefined
    ? closedPage(exchange, 'otherBrowser', sca)
    : yield* present(exchange, world, sca, cookie);
};

function* openFirst(exchange: Exchange, world: WorldState, sca: Authorisation): Op<Result> {
  const cookie = exchange.secret();
  const noted = yield* note(sca, { browser: browserOf(cookie) });
  // The session may have said who the PSU is: then what the headers settled follows at once.
  const opened = noted.scaStatus === 'PSU_IDENTIFIED' ? yield* settleContext(world, noted) : noted;
  if (!isOpen(opened)) return yield* leave(exchange, opened);
  // No browser keeps one that is Secure of a site over plain HTTP.
  const secure = exchange.peer.siteOnly === true ? '' : 'Secure; ';
  const attributes = `Path=${cookiePath(exchange, sca)}; HttpOnly; ${secure}SameSite=Lax`;
  const page = yield* present(exchange, world, opened, cookie);
  return withHeader(page, ['Set-Cookie', `${COOKIE}=${cookie}; ${attributes}`]);
}

/** @param untaken a form that could not be taken: its page is shown anew */
function* present(
  exchange: Exchange,
  world: WorldState,
  sca: Authorisation,
  cookie: string,
  untaken?: Untaken,
): Op<Result> {
  const shown = yield* start(yield* lookAgain(world, sca));
  if (!isOpen(shown)) return yield* leave(exchange, shown);
  const page = yield* pageOf({ exchange, world, sca: shown, cookie, words: wordsOf(exchange), untaken });
  return answerPage(untaken === undefined ? 200 : 409, page, shown);
}

/** POST to a link: one step, in one transaction with all that follows from it. @see S9-confirm-repeated */
export const sendForm: Handler = function* (exchange, world) {
  const sca = yield* findLinked(exchange, world);
  if (!sca) return closedPage(exchange, 'unknownLink');
  const form = exchange.body as Form;
  const cookie = ownCookie(exchange, sca);
  const isPresent = cookie !== undefined && isSame(form.get('token') ?? '', formToken(sca, cookie));
  if (!isOpen(sca)) return yield* ended(exchange, world, sca, isPresent);
  if (cookie === undefined) return closedPage(exchange, 'otherBrowser', sca);
  const taken = isPresent ? yield* takeStep(world, sca, form) : undefined;
  if (!taken) return closedPage(exchange, 'stale', sca);
  if (!('scaStatus' in taken)) return yield* present(exchange, world, sca, cookie, taken);
  if (!isOpen(taken)) return yield* leave(exchange, taken);
  // The token of the form that ends an SCA stays the last one, so that a repeat of it is known.
  const next = yield* note(taken, { page: taken.progress.page + 1 });
  return answerRedirect(linkPath(exchange, next), next);
};

/**
 * What becomes of a link that has ended. Who opens it too late is sent back, whoever that is; who has just ended it is
 * sent back once more; to all others it is finished.
 * @see D6-opened-too-late, S9-form-token, S9-cookie
 */
function* ended(exchange: Exchange, world: WorldState, sca: Authorisation, isTheirs: boolean): Op<Result> {
  const { failure, endedAt = 0 } = sca.progress;
  const isFresh = world.bankNow - endedAt < REPEATED_MILLISECONDS;
  return failure === 'expired' || (isTheirs && isFresh)
    ? yield* leave(exchange, sca)
    : closedPage(exchange, 'finished', sca);
}

/** Back to the TPP; an SCA that was withdrawn leads nowhere. */
function* leave(exchange: Exchange, sca: Authorisation): Op<Result> {
  const redirect = yield* redirectOf(sca);
  return redirect === undefined ? closedPage(exchange, 'finished', sca) : answerRedirect(redirect, sca);
}

/** The pages' one style sheet. */
// biome-ignore lint/correctness/useYield: a handler is a generator, and this one asks the store for nothing
export const readStyle: Handler = function* () {
  return answerStyle();
};

/** The bank's authorisation site: what scaRedirect leads to. @see S9-link-secret */
export const SITE_ROUTES: readonly Route[] = [
  defineRoute('read style of site', readStyle),
  defineRoute('open sca', openLink, { access: 'write' }),
  defineRoute('send sca form', sendForm),
];
