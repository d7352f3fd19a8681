import { Fault } from '../errors.ts';
import type { AuthorisationList, AuthorisationStarted, AuthorisationStatus } from '../wire/authorisation.ts';
import type { Links } from '../wire/link.ts';
import { bareOperation } from './bare-operation.ts';
import { type BankPlace, followed } from './followed.ts';
import type { PaymentReference } from './read-payment.ts';

export interface AuthorisationReference extends PaymentReference {
  readonly authorisationId: string;
}

/** Starts the SCA by which the PSU approves a payment. @see D4-start-authorisation, D6-psu-corporate-id */
export const startAuthorisation = bareOperation<PaymentReference, AuthorisationStarted>(
  'start authorisation',
);

/** @see D1-authorisations */
export const listAuthorisations = bareOperation<PaymentReference, AuthorisationList>('list authorisations');

/** @see D1-authorisations */
export const readAuthorisation = bareOperation<AuthorisationReference, AuthorisationStatus>(
  'read authorisation',
);

/** Starts the SCA by which the PSU cancels an authorised payment. @see D4-cancel-sca */
export const startCancellationAuthorisation = bareOperation<PaymentReference, AuthorisationStarted>(
  'start cancellation authorisation',
);

/** @see D1-cancel */
export const listCancellationAuthorisations = bareOperation<PaymentReference, AuthorisationList>(
  'list cancellation authorisations',
);

/** @see D1-cancel */
export const readCancellationAuthorisation = bareOperation<AuthorisationReference, AuthorisationStatus>(
  'read cancellation authorisation',
);

/**
 * The id of the authorisation that an answer has started, from its scaStatus link.
 * @throws Fault ANSWER_INVALID
 */
export function authorisationIdOf({ scaStatus }: Links, place: BankPlace): string {
  const target = scaStatus === undefined ? '' : followed('scaStatus', scaStatus, place);
  const [, id] = /\/(?:cancellation-)?authorisations\/([^/?#]+)$/.exec(target) ?? [];
  if (id !== undefined) return decoded(id);
  throw new Fault('ANSWER_INVALID', 'The bank started an authorisation without a scaStatus link.');
}

function decoded(segment: string): string {
  try {
    const id = decodeURIComponent(segment);
    if (!id.includes('\0')) return id;
  } catch (cause) {
    throw new Fault('ANSWER_INVALID', "The bank's scaStatus link isn't percent-encoded.", { cause });
  }
  throw new Fault('ANSWER_INVALID', "The bank's scaStatus link has U+0000 in its authorisationId.");
}
