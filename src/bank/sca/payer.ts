import type { Op } from '../../store/contract.ts';
import type { Authorisation, PsuContext } from '../domain/authorisation.ts';
import { type DebtorObstacle, findObstacle } from '../life/debtor.ts';
import { type CorporateAgreement, listCorporateAgreements } from '../store/tables/agreements.ts';
import { findCustomerType } from '../store/tables/customers.ts';
import { findSubject, waitingFor } from './subject.ts';

/** The corporate agreements that the PSU may choose. @see decisions.md §6, step 2 */
export function* offeredAgreements({ progress }: Authorisation): Op<readonly CorporateAgreement[]> {
  return progress.identified === undefined ? [] : yield* listCorporateAgreements(progress.identified);
}

/**
 * The agreement in which the PSU acts.
 * @param agreementId absent: the only one offered; of several none
 */
export function* agreementFor(sca: Authorisation, agreementId?: string): Op<CorporateAgreement | undefined> {
  const offered = yield* offeredAgreements(sca);
  if (agreementId === undefined) return offered.length === 1 ? offered[0] : undefined;
  return offered.find((agreement) => agreement.agreementId === agreementId);
}

/**
 * What keeps the PSU from acting in a context for what the SCA is about: each debtor account that waits must be the
 * PSU's or the agreement owner's, in its own currency, and the bank must let it be paid from; what is cancelled must
 * be theirs. Nothing changes. An SCA without a payment is anybody's.
 * @see D4-debtor-later, S9-owner-before-payment
 */
export function* obstacleIn(
  sca: Authorisation,
  context: PsuContext,
  agreementId?: string,
): Op<DebtorObstacle | undefined> {
  const payer =
    context === 'CORPORATE'
      ? (yield* agreementFor(sca, agreementId))?.ownerNumber
      : yield* privatePayer(sca.progress.identified);
  if (payer === undefined) return 'not-theirs';
  const { payments = [] } = (yield* findSubject(sca)) ?? {};
  const obstacle = yield* findObstacle(waitingFor(sca, payments), payer);
  return sca.purpose === 'cancellation' && obstacle !== 'not-theirs' ? undefined : obstacle;
}

/** A corporate customer acts in an agreement only. @see interface.md Sandbox customer, Authentication 9 */
function* privatePayer(customerNumber: string | undefined): Op<string | undefined> {
  if (customerNumber === undefined) return undefined;
  return (yield* findCustomerType(customerNumber)) === 'PRIVATE' ? customerNumber : undefined;
}
