import { Fault } from '../errors.ts';
import type { AuthorisationList, AuthorisationStarted, AuthorisationStatus } from '../wire/authorisation.ts';
import type { Links } from '../wire/link.ts';
import { bareOperation } from './bare-operation.ts';
import type { Operation } from './operation.ts';
import { hintOfState } from './payment-hints.ts';
import type { PaymentReference } from './read-payment.ts';

export interface AuthorisationReference extends PaymentReference {
  readonly authorisationId: string;
}

const OF_PAYMENT = '/v1/{service}/{product}/{paymentId}/authorisations';
const OF_CANCELLATION = '/v1/{service}/{product}/{paymentId}/cancellation-authorisations';
const ONE = '/{authorisationId}';

/** An operation on authorisations takes no body and answers with an object. */
function bare<Input extends PaymentReference, Resource>(
  operation: string,
  method: 'GET' | 'POST',
  path: string,
): Operation<Input, Resource> {
  return bareOperation({ operation, method, path, hint: hintOfState });
}

/** Starts the SCA by which the PSU approves a payment. @see decisions.md §4, §6 */
export const startAuthorisation = bare<PaymentReference, AuthorisationStarted>(
  'start authorisation',
  'POST',
  OF_PAYMENT,
);

/** @see decisions.md §1 Authorisations */
export const listAuthorisations = bare<PaymentReference, AuthorisationList>(
  'list authorisations',
  'GET',
  OF_PAYMENT,
);

/** @see decisions.md §1 Authorisations */
export const readAuthorisation = bare<AuthorisationReference, AuthorisationStatus>(
  'read authorisation',
  'GET',
  OF_PAYMENT + ONE,
);

/** Starts the SCA by which the PSU cancels an authorised payment. @see decisions.md §4 Cancel */
export const startCancellationAuthorisation = bare<PaymentReference, AuthorisationStarted>(
  'start cancellation authorisation',
  'POST',
  OF_CANCELLATION,
);

/** @see decisions.md §1 Cancel an authorised payment */
export const listCancellationAuthorisations = bare<PaymentReference, AuthorisationList>(
  'list cancellation authorisations',
  'GET',
  OF_CANCELLATION,
);

/** @see decisions.md §1 Cancel an authorised payment */
export const readCancellationAuthorisation = bare<AuthorisationReference, AuthorisationStatus>(
  'read cancellation authorisation',
  'GET',
  OF_CANCELLATION + ONE,
);

/**
 * The id of the authorisation that an answer has started, from its scaStatus link.
 * @throws Fault ANSWER_INVALID
 */
export function authorisationIdOf({ scaStatus }: Links): string {
  const [, id] = /\/(?:cancellation-)?authorisations\/([^/?#]+)$/.exec(scaStatus?.href ?? '') ?? [];
  if (id !== undefined) return decoded(id);
  throw new Fault(
    'ANSWER_INVALID',
    'The bank has started an authorisation and has no scaStatus link for it.',
  );
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw new Fault('ANSWER_INVALID', 'The scaStatus link of the bank is not percent-encoded.', { cause });
  }
}
