import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { getHeaderValues } from '../../../message.ts';
import type { Op } from '../../../store/contract.ts';
import type { Authorisation, PsuContext } from '../../domain/authorisation.ts';
import type { Form } from '../../guards/message.ts';
import { findByPublicId } from '../../life/payments.ts';
import type { RequestContext } from '../../request-context.ts';
import { findAuthorisation } from '../../store/tables/authorisations.ts';
import { findCustomerType } from '../../store/tables/customers.ts';
import type { BankState } from '../../store/tables/world.ts';
import {
  chooseContext,
  confirm,
  decline,
  findObstacle,
  identify,
  listOfferedAgreements,
  selectMethod,
  start,
} from '../steps.ts';
import { findSubject } from '../subjects.ts';

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
export function* listChoices(sca: Authorisation): Op<readonly Choice[]> {
  const offered = yield* listOfferedAgreements(sca);
  const all: Choice[] = [
    ...((yield* isCompany(sca.progress.identified)) ? [] : [PRIVATE]),
    ...offered.map(({ agreementId, name }): Choice => {
      return { context: 'CORPORATE', agreementId, name, step: `corporate:${agreementId}` };
    }),
  ];
  const { givenContext, givenAgreement } = sca;
  if (givenContext === undefined) return all;
  return all.filter(
    ({ context, agreementId }) =>
      context === givenContext && (givenAgreement === undefined || agreementId === givenAgreement),
  );
}

const PRIVATE: Choice = { context: 'PRIVATE', step: 'private' };

export function* isCompany(number: string | undefined): Op<boolean> {
  return number !== undefined && (yield* findCustomerType(number)) === 'CORPORATE';
}

/**
 * Returns true if a customer number belongs to a company without an agreement to act in, so that a person must log in.
 * A deleted agreement of PSU-Corporate-ID fails the SCA instead.
 * @see D6-company, D8-delete-agreement
 */
function* needsPerson(sca: Authorisation, number: string): Op<boolean> {
  if (sca.givenAgreement !== undefined || !(yield* isCompany(number))) return false;
  const choices = yield* listChoices({ ...sca, progress: { ...sca.progress, identified: number } });
  return choices.length === 0;
}

/**
 * Lists the contexts in which a PSU identified by the headers can confirm in the app, without a number. Empty if the
 * TPP prefers the redirect, or the PSU may not approve the subject in any context; the usual pages then apply.
 * @see D3-redirect-preferred, I-authentication-4-app
 */
export function* listAppChoices(sca: Authorisation): Op<readonly Choice[]> {
  if (!sca.prefersApp || sca.psu === undefined || !(yield* needsNoPage(sca))) return [];
  const known = { ...sca, progress: { ...sca.progress, identified: sca.psu } };
  const possible: Choice[] = [];
  for (const choice of yield* listChoices(known)) {
    const obstacle = yield* findObstacle(known, choice.context, choice.agreementId);
    if (obstacle === undefined) possible.push(choice);
  }
  return possible;
}

/**
 * Returns true if the app must identify the PSU first, so that a visitor doesn't learn who owns the account.
 * @see D4-disclosure, S9-owner-before-payment
 */
export function* isIdentifiedInApp(sca: Authorisation): Op<boolean> {
  if (!sca.prefersApp || sca.psu === undefined || (yield* needsNoPage(sca))) return false;
  return !(yield* needsPerson(sca, sca.psu));
}

function* needsNoPage(sca: Authorisation): Op<boolean> {
  return (yield* findSubject(sca)).needsNoPage;
}

/** A form that was not accepted, whose page is shown again. */
export type RejectedForm =
  /** The ticked ids, of which at least one isn't in the list. */
  | { readonly ticked: readonly string[] }
  /** The customer number belongs to a company, but a person must log in. @see D6-company */
  | { readonly needsPerson: true };

/**
 * Handles the form of the present page.
 * @returns undefined without a change if the form isn't of this page
 */
export function* takeStep(
  world: BankState,
  sca: Authorisation,
  form: Form,
): Op<Authorisation | RejectedForm | undefined> {
  const step = form.get('step');
  if (step === 'decline') return yield* decline(world, sca);
  switch (sca.scaStatus) {
    case 'RECEIVED':
      return yield* takeFirst(world, sca, form);
    case 'PSU_IDENTIFIED': {
      const choice = (yield* listChoices(sca)).find((one) => one.step === step);
      return choice && (yield* chooseContext(world, sca, choice.context, choice.agreementId));
    }
    case 'PSU_AUTHENTICATED':
      return step === 'continue' ? yield* takeChoice(sca, form) : undefined;
    case 'STARTED':
      return step === 'confirm' ? yield* confirm(world, sca) : undefined;
    default:
      return undefined;
  }
}

/** Handles the form of step 3: the ticked accounts of a consent. @see D6-consent */
function* takeChoice(sca: Authorisation, form: Form): Op<Authorisation | RejectedForm> {
  const subject = yield* findSubject(sca);
  const ticked = subject.asksForAccounts ? readTickedAccounts(form) : [];
  const chosen = yield* subject.choose(ticked);
  return 'unlisted' in chosen ? { ticked } : yield* selectMethod(sca, chosen);
}

/** Handles the form of step 1: the number, or the button of the app. */
function* takeFirst(
  world: BankState,
  sca: Authorisation,
  form: Form,
): Op<Authorisation | RejectedForm | undefined> {
  const step = form.get('step');
  const inApp = yield* listAppChoices(sca);
  if (inApp.length > 0) {
    const choice = inApp.find((one) => one.step === step);
    return choice && (yield* confirmInApp(world, sca, choice));
  }
  if (yield* isIdentifiedInApp(sca)) {
    return step === 'app' ? yield* identify(world, sca, sca.psu ?? '') : undefined;
  }
  const number = form.get('number');
  if (step !== 'identify' || number === undefined) return undefined;
  const meant = yield* resolveTypedNumber(number);
  const isAllowed = sca.psu === undefined || sca.psu === meant;
  if (isAllowed && (yield* needsPerson(sca, meant))) return { needsPerson: true };
  return yield* identify(world, sca, meant);
}

/**
 * Removes white space from a typed number unless a customer has exactly this number, because sandbox numbers may
 * contain white space.
 */
function* resolveTypedNumber(typed: string): Op<string> {
  const isOne = (yield* findCustomerType(typed)) !== undefined;
  return isOne ? typed : typed.replaceAll(/\s/gu, '');
}

/** Executes all remaining steps at once. @see D3-redirect-preferred */
function* confirmInApp(world: BankState, sca: Authorisation, choice: Choice): Op<Authorisation> {
  const identified = yield* identify(world, sca, sca.psu ?? '');
  const chosen = yield* chooseContext(world, identified, choice.context, choice.agreementId);
  const started = yield* start(yield* selectMethod(chosen, {}));
  return yield* confirm(world, started);
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
