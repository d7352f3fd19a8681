import type { Op } from '../../../store/contract.ts';
import type { ConsentGranted } from '../../../wire/answers/operator.ts';
import {
  type ConsentGrant,
  type ConsentRevocation,
  consentGrant,
  consentRevocation,
} from '../../../wire/operator.ts';
import { answerOk, type Refusal, refuse } from '../../answer.ts';
import type { AskedAccounts } from '../../domain/authorisation.ts';
import { chosenIn, findConsentable, giveConsent } from '../../life/consent.ts';
import { findPayer } from '../../life/payer.ts';
import { defineRoute, type Handler, type Route } from '../../routes/route.ts';
import { findCustomerType } from '../../store/tables/customers.ts';
import { removeConsent, removeConsentsToAll } from '../../store/tables/psus.ts';

/**
 * The PSU gives a consent directly with the bank, without the TPP: no SCA of that TPP's is had, so that no psu-id is made
 * and neither an hour nor 180 days begin.
 * @see D15-directly
 */
export const grantConsent: Handler = function* (exchange) {
  const { as: psu, agreementId, accounts: asked, tpp } = exchange.body as ConsentGrant;
  const refusal = yield* refuseActing(psu, agreementId);
  if (refusal) return refusal;
  const of = { tpp, psu, agreement: agreementId };
  const accounts = chosenIn(yield* findConsentable(of), asked as AskedAccounts);
  if ('unlisted' in accounts) return refuseUnlisted(accounts.unlisted);
  yield* giveConsent(of, accounts);
  return answerOk<ConsentGranted>({ accounts });
};

/** The PSU takes a consent back directly with the bank, from one TPP or from all; nobody is told. @see D15-directly */
export const revokeConsent: Handler = function* (exchange) {
  const { as: psu, agreementId, tpp } = exchange.body as ConsentRevocation;
  const refusal = yield* refuseActing(psu, agreementId);
  if (refusal) return refusal;
  yield* tpp === undefined ? removeConsentsToAll(psu, agreementId) : removeConsent(tpp, psu, agreementId);
  return { status: 204 };
};

/** Who may not act there has nothing to give or to take back. */
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

/** Nobody consents to what is not in the PSU's list. @param place in `accounts` @see D15-operator-accounts */
export function refuseUnlisted(place: number): Refusal {
  const path = `accounts[${place}]`;
  const text = `${path} isn't an account or card of this PSU in this context`;
  return refuse(400, 'RESOURCE_UNKNOWN', text, path);
}

/** @see D15-directly */
export const OPERATOR_CONSENT_ROUTES: readonly Route[] = [
  defineRoute('grant consent', grantConsent, { body: () => consentGrant }),
  defineRoute('revoke consent', revokeConsent, { body: () => consentRevocation }),
];
