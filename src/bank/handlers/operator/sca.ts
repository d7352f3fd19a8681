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
import { ScaSteps } from '../../sca/steps.ts';
import type { ChosenAccounts } from '../../sca/subjects.ts';
import { findAuthorisation, listAuthorisations } from '../../store/tables/authorisations.ts';
import { findCustomerType } from '../../store/tables/customers.ts';
import { findBasket } from '../../store/tables/payments.ts';
import { removeConsent, removeConsentsToAll } from '../../store/tables/psus.ts';

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

/** Creates a handler that simulates the PSU, the timeout or a bank fault in an open SCA. @see D11-play-sca */
function createScaAct(act: (steps: ScaSteps, given: ScaAct) => Op<Refusal | undefined>): Handler {
  return createResourceHandler(loadSca, function* (exchange, steps) {
    if (!steps.isOpen)
      return refuse(409, 'CONFLICT', `nothing is waiting for the PSU: the SCA is ${steps.sca.scaStatus}`);
    const refusal = yield* act(steps, (exchange.body ?? {}) as ScaAct);
    yield* steps.save();
    return refusal ?? createOkResult(yield* buildScaResult(steps));
  });
}

/** Loads an authorisation by its id, or the last one of a payment, bulk or basket, with open ones first. */
function* loadSca(exchange: RequestContext): Op<ScaSteps | Refusal> {
  const { world } = exchange;
  const id = exchange.param('id');
  const own = yield* findByPublicId(world, 'authorisation', id, findAuthorisation);
  if (own) return new ScaSteps(world, own);
  const order = yield* findByPublicId(world, 'payment', id, findOrder);
  const subject = order ?? (yield* findByPublicId(world, 'basket', id, findBasket));
  if (!subject) return UNKNOWN;
  // The SCAs of a cancellation started after those of the payment.
  const all = yield* listAuthorisations(subject.sequence, order ? ['payment', 'cancellation'] : ['basket']);
  const sca = all.findLast(isOpen) ?? all.at(-1);
  return sca ? new ScaSteps(world, sca, order) : NONE;
}

const UNKNOWN = refuseUnknownResource('authorisation, payment or basket');

const NONE = refuse(409, 'CONFLICT', 'nothing is waiting for the PSU: no authorisation was started');

/** Executes the PSU's steps up to the confirmation page. */
function* walk(steps: ScaSteps, given: ScaAct): Op<Refusal | undefined> {
  const { sca } = steps;
  const number = given.as ?? (yield* guessPsu(steps));
  const fault = yield* checkCustomerNumber(steps, number);
  if (fault !== undefined || number === undefined) {
    return refuse(400, number === undefined ? 'FORMAT_ERROR' : 'RESOURCE_UNKNOWN', `as ${fault}`, 'as');
  }
  const context = resolveContext(sca, given);
  // Check before the identification, so that a refusal leaves the SCA unchanged.
  const offered = yield* steps.listOffered(number);
  const refusal = isSettledOtherwise(sca, given) ?? refuseAgreement(sca, given, context, offered);
  if (refusal) return refusal;
  const chosen = yield* resolveChoice(steps, given, { identified: number, context });
  if (isRefusal(chosen)) return chosen;
  yield* steps.identify(number);
  yield* steps.chooseContext(context, given.agreementId);
  steps.selectMethod(chosen);
  steps.start();
  return undefined;
}

/** Resolves the PSU's choice of step 3 in its future context. @see D15-operator-accounts */
function* resolveChoice(
  steps: ScaSteps,
  { accounts, agreementId }: ScaAct,
  acting: Required<Pick<Progress, 'identified' | 'context'>>,
): Op<ChosenAccounts | Refusal> {
  const { sca } = steps;
  const known = { ...sca.progress, ...acting };
  const settled = agreementId ?? sca.givenAgreement;
  const isInAgreement = acting.context === 'CORPORATE';
  const agreement = isInAgreement ? yield* steps.findAgreement(acting.identified, settled) : undefined;
  const progress = agreement ? { agreement: agreement.agreementId, ...known } : known;
  const subject = yield* steps.findSubject();
  if (accounts !== undefined && !subject.asksForAccounts) {
    const text = `accounts only works with a consent: this SCA is for a ${sca.purpose}`;
    return refuse(400, 'FORMAT_ERROR', text, 'accounts');
  }
  if (accounts !== undefined && hasReached(sca, 'SCA_METHOD_SELECTED'))
    return refuse(409, 'CONFLICT', 'the PSU has already chosen the accounts on the page: omit accounts');
  const chosen = yield* subject.choose({ ...sca, progress }, accounts as AskedAccounts);
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
function* guessPsu({ sca, findSubject }: ScaSteps): Op<string | undefined> {
  return sca.progress.identified ?? sca.psu ?? (yield* (yield* findSubject()).likelyPsu());
}

function* checkCustomerNumber(
  { sca, findCustomerType }: ScaSteps,
  number: string | undefined,
): Op<string | undefined> {
  if (number === undefined) return "is required: send the PSU's customer number";
  if (sca.psu !== undefined && sca.psu !== number) return "isn't the PSU this SCA is for";
  return (yield* findCustomerType(number)) === undefined ? "isn't a customer of this bank" : undefined;
}

const approveSca = createScaAct(function* (steps, given) {
  const refusal = yield* walk(steps, given);
  if (refusal === undefined) yield* steps.confirm();
  return refusal;
});

const declineSca = createScaAct(function* (steps, given) {
  // A PSU can decline without identification.
  const isUnknown = given.as === undefined && (yield* guessPsu(steps)) === undefined;
  const refusal = isUnknown ? undefined : yield* walk(steps, given);
  if (refusal === undefined) yield* steps.decline();
  return refusal;
});

/** Executes the PSU's steps and leaves the SCA open on the confirmation page. @see D6-abandoned */
const abandonSca = createScaAct(walk);

/** Expires the SCA, as after 15 minutes. */
const expireSca = createScaAct(function* (steps) {
  yield* steps.fail('expired');
  return undefined;
});

/** Fails the SCA with a fault of the bank. */
const faultSca = createScaAct(function* (steps) {
  yield* steps.fail('fault');
  return undefined;
});

function* buildScaResult(steps: ScaSteps): Op<ScaPlayed> {
  const { sca } = steps;
  const { failure, context } = sca.progress;
  // The link of an expired SCA redirects when it is opened.
  const redirect = failure === 'expired' ? undefined : yield* steps.buildReturnUrl();
  return {
    authorisationId: sca.authorisationId,
    scaStatus: sca.scaStatus,
    ...(yield* (yield* steps.findSubject()).describe(sca)),
    redirect,
    ...(yield* steps.findKnownIds()),
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
