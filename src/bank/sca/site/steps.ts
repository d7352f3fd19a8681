import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { getHeaderValues } from '../../../message.ts';
import type { Op } from '../../../store/contract.ts';
import type { Authorisation, PsuContext } from '../../domain/authorisation.ts';
import type { Form } from '../../guards/message.ts';
import { findByPublicId } from '../../life/payments.ts';
import type { RequestContext } from '../../request-context.ts';
import { findAuthorisation } from '../../store/tables/authorisations.ts';
import type { ScaSteps } from '../steps.ts';

// The three secrets of the site: the secret of the link, the cookie of the browser, and the token of the form. See
// S8-secrets, S9-form-token, S9-link-secret.

export const COOKIE = 'sca';

/** Finds the SCA of a link with the right secret; a wrong secret looks like an unknown id. */
export function* findLinked(exchange: RequestContext): Op<Authorisation | undefined> {
  const id = exchange.param('authorisationId');
  const sca = yield* findByPublicId(exchange.world, 'authorisation', id, findAuthorisation);
  return sca && isSame(sca.secret, exchange.param('secret')) ? sca : undefined;
}

/**
 * Finds the cookie of the browser that first opened the link.
 * @returns undefined for another browser
 */
export function findOwnCookie(exchange: RequestContext, { progress }: Authorisation): string | undefined {
  const { browser } = progress;
  if (browser === undefined) return undefined;
  return readCookies(exchange).find((cookie) => isSame(hashCookie(cookie), browser));
}

/** Hashes a cookie for storage. */
export function hashCookie(cookie: string): string {
  return hash('sha256', cookie, 'base64url');
}

/** Reads all cookies of this name, because another path or program may use the same name. */
function readCookies(exchange: RequestContext): readonly string[] {
  return getHeaderValues(exchange.request.headers, 'Cookie')
    .flatMap((line) => line.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIE}=`))
    .map((pair) => pair.slice(COOKIE.length + 1));
}

/** Creates the form token of the present page, valid in one browser and for one form. */
export function createFormToken({ secret, progress }: Authorisation, cookie: string): string {
  return createHmac('sha256', secret).update(`${progress.page} ${cookie}`).digest('base64url');
}

/** Compares two texts in constant time. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}

/** A context that the PSU may choose with one button. @see D6-context */
export interface Choice {
  readonly context: PsuContext;
  readonly agreementId?: string;
  /** The name of the agreement. */
  readonly name?: string;
  /** The value that the button sends. */
  readonly step: string;
}

/**
 * Lists the contexts that an identified PSU can choose: PRIVATE for a person, and each offered agreement, as far as the
 * headers allow.
 * @see D3-context-agreement, D6-company
 */
export function* listChoices(steps: ScaSteps, psu = steps.sca.progress.identified): Op<readonly Choice[]> {
  const offered = yield* steps.listOffered(psu);
  const all: Choice[] = [
    ...((yield* isCompany(steps, psu)) ? [] : [PRIVATE]),
    ...offered.map(({ agreementId, name }): Choice => {
      return { context: 'CORPORATE', agreementId, name, step: `corporate:${agreementId}` };
    }),
  ];
  const { givenContext, givenAgreement } = steps.sca;
  if (givenContext === undefined) return all;
  return all.filter(
    ({ context, agreementId }) =>
      context === givenContext && (givenAgreement === undefined || agreementId === givenAgreement),
  );
}

const PRIVATE: Choice = { context: 'PRIVATE', step: 'private' };

export function* isCompany({ findCustomerType }: ScaSteps, number: string | undefined): Op<boolean> {
  return number !== undefined && (yield* findCustomerType(number)) === 'CORPORATE';
}

/**
 * Returns true if a customer number belongs to a company without an agreement to act in, so that a person must log in.
 * A deleted agreement of PSU-Corporate-ID fails the SCA instead.
 * @see D6-company, D8-delete-agreement
 */
function* needsPerson(steps: ScaSteps, number: string): Op<boolean> {
  if (steps.sca.givenAgreement !== undefined || !(yield* isCompany(steps, number))) return false;
  return (yield* listChoices(steps, number)).length === 0;
}

/**
 * Lists the contexts in which a PSU identified by the headers can confirm in the app, without a number. Empty if the
 * TPP prefers the redirect, or the PSU may not approve the subject in any context; the usual pages then apply.
 * @see D3-redirect-preferred, I-authentication-4-app
 */
export function* listAppChoices(steps: ScaSteps): Op<readonly Choice[]> {
  const { prefersApp, psu } = steps.sca;
  if (!prefersApp || psu === undefined || !(yield* steps.findSubject()).needsNoPage) return [];
  const possible: Choice[] = [];
  for (const choice of yield* listChoices(steps, psu)) {
    const obstacle = yield* steps.findObstacle(psu, choice.context, choice.agreementId);
    if (obstacle === undefined) possible.push(choice);
  }
  return possible;
}

/**
 * Returns true if the app must identify the PSU first, so that a visitor doesn't learn who owns the account.
 * @see D4-disclosure, S9-owner-before-payment
 */
export function* isIdentifiedInApp(steps: ScaSteps): Op<boolean> {
  const { prefersApp, psu } = steps.sca;
  if (!prefersApp || psu === undefined || (yield* steps.findSubject()).needsNoPage) return false;
  return !(yield* needsPerson(steps, psu));
}

/** A form that was not accepted, whose page is shown again. */
export type RejectedForm =
  /** The ticked ids, of which at least one isn't in the list. */
  | { readonly ticked: readonly string[] }
  /** The customer number belongs to a company, but a person must log in. @see D6-company */
  | { readonly needsPerson: true };

/** A form that was accepted, one that is shown again, or undefined for one that isn't of this page. */
type TakenForm = 'accepted' | RejectedForm | undefined;

/** Handles the form of the present page; one that isn't of this page changes nothing. */
export function* takeStep(steps: ScaSteps, form: Form): Op<TakenForm> {
  const step = form.get('step');
  if (step === 'decline') return yield* accept(steps.decline());
  switch (steps.sca.scaStatus) {
    case 'RECEIVED':
      return yield* takeFirst(steps, form);
    case 'PSU_IDENTIFIED': {
      const choice = (yield* listChoices(steps)).find((one) => one.step === step);
      return choice && (yield* accept(steps.chooseContext(choice.context, choice.agreementId)));
    }
    case 'PSU_AUTHENTICATED':
      return step === 'continue' ? yield* takeChoice(steps, form) : undefined;
    case 'STARTED':
      return step === 'confirm' ? yield* accept(steps.confirm()) : undefined;
    default:
      return undefined;
  }
}

function* accept(step: Op<void>): Op<'accepted'> {
  yield* step;
  return 'accepted';
}

/** Handles the form of step 3: the ticked accounts of a consent. @see D6-consent */
function* takeChoice(steps: ScaSteps, form: Form): Op<TakenForm> {
  const subject = yield* steps.findSubject();
  const ticked = subject.asksForAccounts ? readTickedAccounts(form) : [];
  const chosen = yield* subject.choose(steps.sca, ticked);
  if ('unlisted' in chosen) return { ticked };
  steps.selectMethod(chosen);
  return 'accepted';
}

/** Handles the form of step 1: the number, or the button of the app. */
function* takeFirst(steps: ScaSteps, form: Form): Op<TakenForm> {
  const { psu } = steps.sca;
  const step = form.get('step');
  const inApp = yield* listAppChoices(steps);
  if (inApp.length > 0) {
    const choice = inApp.find((one) => one.step === step);
    return choice && (yield* accept(confirmInApp(steps, choice)));
  }
  if (yield* isIdentifiedInApp(steps)) {
    return step === 'app' ? yield* accept(steps.identify(psu ?? '')) : undefined;
  }
  const number = form.get('number');
  if (step !== 'identify' || number === undefined) return undefined;
  const meant = yield* resolveTypedNumber(steps, number);
  const isAllowed = psu === undefined || psu === meant;
  if (isAllowed && (yield* needsPerson(steps, meant))) return { needsPerson: true };
  return yield* accept(steps.identify(meant));
}

/**
 * Removes white space from a typed number unless a customer has exactly this number, because sandbox numbers may
 * contain white space.
 */
function* resolveTypedNumber({ findCustomerType }: ScaSteps, typed: string): Op<string> {
  const isOne = (yield* findCustomerType(typed)) !== undefined;
  return isOne ? typed : typed.replaceAll(/\s/gu, '');
}

/** Executes all remaining steps at once. @see D3-redirect-preferred */
function* confirmInApp(steps: ScaSteps, { context, agreementId }: Choice): Op<void> {
  yield* steps.identify(steps.sca.psu ?? '');
  yield* steps.chooseContext(context, agreementId);
  steps.selectMethod({});
  steps.start();
  yield* steps.confirm();
}

/**
 * The prefix of the account id in a field name; each checkbox has its own name, because repeated fields are refused.
 */
export const ACCOUNT_FIELD = 'account:';

/** Returns the ids of the ticked accounts; `choose` of the subject checks them. */
function readTickedAccounts(form: Form): readonly string[] {
  const names = [...form.keys()].filter((name) => name.startsWith(ACCOUNT_FIELD));
  return names.map((name) => name.slice(ACCOUNT_FIELD.length));
}
