import type { Op } from '../../store/contract.ts';
import type { Payer } from '../domain/payer.ts';
import { findAgreement } from '../store/tables/agreements.ts';
import { findCustomerType } from '../store/tables/customers.ts';
import { accountsEngagedFor } from '../store/tables/engagements.ts';

/**
 * From which accounts a PSU pays, asked of the bank as it is now: the one place that knows who may act for whom.
 * Undefined where they may not act: a corporate customer acts in an agreement only; in an agreement, its owner, and
 * who has an engagement of both roles.
 * @param agreementId absent: the PSU acts for itself
 * @see I-sandbox-customer
 * @see D8-engaged-accounts, S9-owner-before-payment
 */
export function* findPayer(psu: string, agreementId: string | undefined): Op<Payer | undefined> {
  if (agreementId === undefined) {
    return (yield* findCustomerType(psu)) === 'PRIVATE' ? { owner: psu } : undefined;
  }
  const agreement = yield* findAgreement(agreementId);
  if (agreement?.type !== 'CORPORATE') return undefined;
  const owner = agreement.ownerNumber;
  if (owner === psu) return { owner };
  const accounts = yield* accountsEngagedFor(agreementId, psu);
  return accounts.size === 0 ? undefined : { owner, accounts };
}
