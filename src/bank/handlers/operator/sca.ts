import type { Op } from '../../../store/contract.ts';
import type { ConsentGranted, ScaPlayed } from '../../../wire/answers/operator.ts';
import {
  type ConsentGrant,
  type ConsentRevocation,
  consentGrant,
  consentRevocation,
  type ScaAct,
  scaAct,
} from '../../../wire/operator.ts';
import {
  createOkResult,
  isRefusal,
  NO_CONTENT,
  type Refusal,
  refuse,
  refuseUnknownResource,
} from '../../answer.ts';
import {
  type AskedAccounts,
  type Authorisation,
  hasReached,
  isOpen,
  type Progress,
  type PsuContext,
  selectAccounts,
} from '../../domain/authorisation.ts';
import type { Agreement } from '../../domain/world.ts';
import { findConsentable, findPayer, replaceConsent } from '../../life/payer.ts';
import { findByPublicId, findOrder } from '../../life/payments.ts';
import type { RequestContext } from '../../request-context.ts';
import { createResourceHandler, defineRoute, type Handler, type Route } from '../../routes/route.ts';
import {
  buildReturnUrl,
  chooseContext,
  confirm,
  decline,
  failSca,
  findAgreement,
  findKnownIds,
  identify,
  listOfferedAgreements,
  selectMethod,
  start,
} from '../../sca/steps.ts';
import { type ChosenAccounts, findSubject } from '../../sca/subjects.ts';
import { findAuthorisation, listAuthorisations } from '../../store/tables/authorisations.ts';
import { findCustomerType } from '../../store/tables/customers.ts';
import { findBasket } from '../../store/tables/payments.ts';
import { removeConsent, removeConsentsToAll } from '../../store/tables/psus.ts';
import type { BankState } from '../../store/tables/world.ts';

/**
 * Grants a consent directly at the bank, without an SCA of the TPP. So no psu-id is created, and neither the hour nor
 * the 180 days start.
 * @see D15-directly
 */
const grantConsent: Handler = function* (exchange) {
  const { as: psu, agreementId, accounts: asked, tpp } = exchange.body as ConsentGrant;
  const refusal = yield* refuseActing(psu, agreementId);
  if (refusal) return refusal;
  const of = { tpp, psu, agreement: agreementId };
  const accounts = selectAccounts(yield* findConsentable(of), asked as AskedAccounts);
  if ('unlisted' in accounts) return refuseUnlisted(accounts.unlisted);
  yield* replaceConsent(of, accounts);
  return createOkResult<ConsentGranted>({ accounts });
};

/** Revokes a consent directly at the bank, for one TPP or for all; TPPs aren't notified. @see D15-directly */
const revokeConsent: Handler = function* (exchange) {
  const { as: psu, agreementId, tpp } = exchange.body as ConsentRevocation;
  const refusal = yield* refuseActing(psu, agreementId);
  if (refusal) return refusal;
  yield* tpp === undefined ? removeConsentsToAll(psu, agreementId) : removeConsent(tpp, psu, agreementId);
  return NO_CONTENT;
};

/** Refuses a PSU who may not act in the agreement. */
function* refuseActing(psu: string, agreementId: string | undefined): Op<Refusal | undefined> {
  const type = yield* findCustomerType(psu);
  if (type === undefined) return refuse(400, 'RESOURCE_UNKNOWN', "as isn't a customer of this bank", 'as');
  if (yield* findPayer(psu, agreementId)) return undefined;
  if (agreementId !== undefined) {
    const text = "agreementId isn't a corporate agreement of this PSU";
    return refuse(400, 'RESOURCE_UNKNOWN', text, 'agreementId');
  }
  const text = 'agreementId is required: a corporate customer acts in an agreement';
  return refuse(400, 'FORMAT_ERROR', text, 'agreementId');
}

/**
 * Refuses accounts that aren't in the PSU's list.
 * @param place the index in `accounts`
 * @see D15-operator-accounts
 */
function refuseUnlisted(place: number): Refusal {
  const path = `accounts[${place}]`;
  const text = `${path} isn't an account or card of this PSU in this context`;
  return refuse(400, 'RESOURCE_UNKNOWN', text, path);
}

/** The routes of consents at the bank. @see D15-directly */
export const OPERATOR_CONSENT_ROUTES: readonly Route[] = [
  defineRoute('grant consent', grantConsent, { body: () => consentGrant }),
  defineRoute('revoke consent', revokeConsent, { body: () => consentRevocation }),
];

type Outcome = Op<Authorisation | Refusal>;

/** Creates a handler that simulates the PSU, the timeout or a bank fault in an open SCA. @see D11-play-sca */
function createScaAct(act: (world: BankState, sca: Authorisation, given: ScaAct) => Outcome): Handler {
  return createResourceHandler(loadSca, function* (exchange, sca) {
    if (!isOpen(sca))
      return refuse(409, 'CONFLICT', `nothing is waiting for the PSU: the SCA is ${sca.scaStatus}`);
    const ended = yield* act(exchange.world, sca, (exchange.body ?? {}) as ScaAct);
    return isRefusal(ended) ? ended : createOkResult(yield* buildScaResult(ended));
  });
}

/** Loads an authorisation by its id, or the last one of a payment, bulk or basket, with open ones first. */
function* loadSca(exchange: RequestContext): Outcome {
  const id = exchange.param('id');
  const own = yield* findByPublicId(exchange.world, 'authorisation', id, findAuthorisation);
  if (own) return own;
  const order = yield* findByPublicId(exchange.world, 'payment', id, findOrder);
  const subject = order ?? (yield* findByPublicId(exchange.world, 'basket', id, findBasket));
  if (!subject) return UNKNOWN;
  const all: Authorisation[] = [];
  for (const purpose of order ? (['payment', 'cancellation'] as const) : (['basket'] as const))
    all.push(...(yield* listAuthorisations(subject.sequence, purpose)));
  return all.findLast(isOpen) ?? all.at(-1) ?? NONE;
}

const UNKNOWN = refuseUnknownResource('authorisation, payment or basket');

const NONE = refuse(409, 'CONFLICT', 'nothing is waiting for the PSU: no authorisation was started');

/** Executes the PSU's steps up to the confirmation page. */
function* walk(world: BankState, sca: Authorisation, given: ScaAct): Outcome {
  const number = given.as ?? (yield* guessPsu(sca));
  const fault = yield* checkCustomerNumber(sca, number);
  if (fault !== undefined || number === undefined) {
    return refuse(400, number === undefined ? 'FORMAT_ERROR' : 'RESOURCE_UNKNOWN', `as ${fault}`, 'as');
  }
  const context = resolveContext(sca, given);
  // Check before the identification, so that a refusal leaves the SCA unchanged.
  const offered = yield* listOfferedAgreements({ ...sca, progress: { ...sca.progress, identified: number } });
  const refusal = isSettledOtherwise(sca, given) ?? refuseAgreement(sca, given, context, offered);
  if (refusal) return refusal;
  const chosen = yield* resolveChoice(sca, given, { identified: number, context });
  if (isRefusal(chosen)) return chosen;
  const identified = yield* identify(world, sca, number);
  const acting = yield* chooseContext(world, identified, context, given.agreementId);
  return yield* start(yield* selectMethod(acting, chosen));
}

/** Resolves the PSU's choice of step 3 in its future context. @see D15-operator-accounts */
function* resolveChoice(
  sca: Authorisation,
  { accounts, agreementId }: ScaAct,
  acting: Required<Pick<Progress, 'identified' | 'context'>>,
): Op<ChosenAccounts | Refusal> {
  const known: Authorisation = { ...sca, progress: { ...sca.progress, ...acting } };
  const settled = agreementId ?? sca.givenAgreement;
  const agreement = acting.context === 'CORPORATE' ? yield* findAgreement(known, settled) : undefined;
  const there = agreement ? { agreement: agreement.agreementId, ...known.progress } : known.progress;
  const subject = yield* findSubject({ ...known, progress: there });
  if (accounts !== undefined && !subject.asksForAccounts) {
    const text = `accounts only works with a consent: this SCA is for a ${sca.purpose}`;
    return refuse(400, 'FORMAT_ERROR', text, 'accounts');
  }
  if (accounts !== undefined && hasReached(sca, 'SCA_METHOD_SELECTED'))
    return refuse(409, 'CONFLICT', 'the PSU has already chosen the accounts on the page: omit accounts');
  const chosen = yield* subject.choose(accounts as AskedAccounts);
  return 'unlisted' in chosen ? refuseUnlisted(chosen.unlisted) : chosen;
}

/** Resolves the context: from the headers, otherwise from the operator; an agreement implies the corporate context. */
function resolveContext(
  { givenContext, progress }: Authorisation,
  { context, agreementId }: ScaAct,
): PsuContext {
  const open = agreementId === undefined ? 'PRIVATE' : 'CORPORATE';
  return givenContext ?? progress.context ?? (context as PsuContext | undefined) ?? open;
}

function isSettledOtherwise(
  { givenContext, givenAgreement }: Authorisation,
  { context, agreementId }: ScaAct,
): Refusal | undefined {
  if (context !== undefined && givenContext !== undefined && context !== givenContext) {
    return refuse(400, 'FORMAT_ERROR', `context is ${givenContext}, as set by the request`, 'context');
  }
  const isOther = agreementId !== undefined && givenAgreement !== undefined && agreementId !== givenAgreement;
  if (!isOther) return undefined;
  const text = `agreementId is ${givenAgreement}, as set by the request`;
  return refuse(400, 'FORMAT_ERROR', text, 'agreementId');
}

/**
 * Refuses an agreement that isn't offered, or a missing one if several are. If the agreement of the headers was
 * deleted, the SCA fails as on the page.
 * @see D3-context-agreement, D8-delete-agreement
 */
function refuseAgreement(
  { givenAgreement, progress }: Authorisation,
  { agreementId }: ScaAct,
  context: PsuContext,
  offered: readonly Agreement[],
): Refusal | undefined {
  const settled = givenAgreement ?? progress.agreement;
  if (settled !== undefined && (agreementId ?? settled) === settled) return undefined;
  if (agreementId === undefined) {
    if (context === 'PRIVATE' || offered.length < 2) return undefined;
    const ids = offered.map((agreement) => agreement.agreementId).join(', ');
    const text = `agreementId is required, because the PSU has several agreements: ${ids}`;
    return refuse(400, 'FORMAT_ERROR', text, 'agreementId');
  }
  if (!offered.some((agreement) => agreement.agreementId === agreementId)) {
    const text = "agreementId isn't a corporate agreement of this PSU";
    return refuse(400, 'RESOURCE_UNKNOWN', text, 'agreementId');
  }
  if (context === 'CORPORATE') return undefined;
  const text = 'agreementId only works with the CORPORATE context: the context is PRIVATE';
  return refuse(400, 'FORMAT_ERROR', text, 'agreementId');
}

/** Returns the identified PSU, the one of the headers, or the owner of the debtor account. */
function* guessPsu(sca: Authorisation): Op<string | undefined> {
  return sca.progress.identified ?? sca.psu ?? (yield* (yield* findSubject(sca)).likelyPsu());
}

function* checkCustomerNumber(sca: Authorisation, number: string | undefined): Op<string | undefined> {
  if (number === undefined) return "is required: send the PSU's customer number";
  if (sca.psu !== undefined && sca.psu !== number) return "isn't the PSU this SCA is for";
  return (yield* findCustomerType(number)) === undefined ? "isn't a customer of this bank" : undefined;
}

const approveSca = createScaAct(function* (world, sca, given) {
  const walked = yield* walk(world, sca, given);
  return isRefusal(walked) ? walked : yield* confirm(world, walked);
});

const declineSca = createScaAct(function* (world, sca, given) {
  // A PSU can decline without identification.
  if (given.as === undefined && (yield* guessPsu(sca)) === undefined) return yield* decline(world, sca);
  const walked = yield* walk(world, sca, given);
  return isRefusal(walked) ? walked : yield* decline(world, walked);
});

/** Executes the PSU's steps and leaves the SCA open on the confirmation page. @see D6-abandoned */
const abandonSca = createScaAct(walk);

/** Expires the SCA, as after 15 minutes. */
const expireSca = createScaAct((world, sca) => failSca(world, sca, 'expired'));

/** Fails the SCA with a fault of the bank. */
const faultSca = createScaAct((world, sca) => failSca(world, sca, 'fault'));

function* buildScaResult(sca: Authorisation): Op<ScaPlayed> {
  const { failure, context } = sca.progress;
  // The link of an expired SCA redirects when it is opened.
  const redirect = failure === 'expired' ? undefined : yield* buildReturnUrl(sca);
  return {
    authorisationId: sca.authorisationId,
    scaStatus: sca.scaStatus,
    ...(yield* findSubject(sca)).standing,
    redirect,
    ...(yield* findKnownIds(sca)),
    context: sca.scaStatus === 'FINALISED' ? context : undefined,
  };
}

/** The routes of simulated SCAs. @see D11-play-sca */
export const SCA_ROUTES: readonly Route[] = [
  defineRoute('approve SCA', approveSca, { body: () => scaAct }),
  defineRoute('decline SCA', declineSca, { body: () => scaAct }),
  defineRoute('abandon SCA', abandonSca, { body: () => scaAct }),
  defineRoute('expire SCA', expireSca),
  defineRoute('fail SCA', faultSca),
];
