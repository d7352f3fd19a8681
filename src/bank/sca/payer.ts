import type { Op } from '../../store/contract.ts';
import type { Authorisation, PsuContext } from '../domain/authorisation.ts';
import type { Payer } from '../domain/payer.ts';
import type { Agreement } from '../domain/world.ts';
import type { DebtorObstacle } from '../life/debtor.ts';
import { findPayer } from '../life/payer.ts';
import { listCorporateAgreements } from '../store/tables/agreements.ts';
import { findSubject } from './subjects/find-subject.ts';

/** The corporate agreements that the PSU may choose. @see D6-context */
export function* offeredAgreements({ progress }: Authorisation): Op<readonly Agreement[]> {
  return progress.identified === undefined ? [] : yield* listCorporateAgreements(progress.identified);
}

/**
 * The agreement in which the PSU acts.
 * @param agreementId absent: the only one offered; of several none
 */
export function* agreementFor(sca: Authorisation, agreementId?: string): Op<Agreement | undefined> {
  const offered = yield* offeredAgreements(sca);
  if (agreementId === undefined) return offered.length === 1 ? offered[0] : undefined;
  return offered.find((agreement) => agreement.agreementId === agreementId);
}

/**
 * What keeps the PSU from acting in a context for what the SCA is about: each debtor account that waits must be one
 * that they pay from there, in its own currency, and the bank must let it be paid from; what is cancelled must be
 * theirs. Nothing changes. An SCA without a payment is anybody's who may act there.
 * @see D4-debtor-later, S9-owner-before-payment
 */
export function* obstacleIn(
  sca: Authorisation,
  context: PsuContext,
  agreementId?: string,
): Op<DebtorObstacle | undefined> {
  const payer = yield* payerIn(sca, context, agreementId);
  if (payer === undefined) return 'not-theirs';
  return yield* (yield* findSubject(sca)).maySign(payer);
}

function* payerIn(sca: Authorisation, context: PsuContext, agreementId?: string): Op<Payer | undefined> {
  const { identified } = sca.progress;
  if (identified === undefined) return undefined;
  if (context === 'PRIVATE') return yield* findPayer(identified, undefined);
  const agreement = yield* agreementFor(sca, agreementId);
  return agreement && (yield* findPayer(identified, agreement.agreementId));
}
