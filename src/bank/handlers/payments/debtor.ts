import type { Op } from '../../../store/contract.ts';
import type { DebtorAccount } from '../../domain/creation.ts';
import { debtorBban, debtorPath, type NamedAccount } from '../../domain/initiation.ts';
import type { Payment } from '../../domain/payment.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { findAccount, findCardAccount, findDebtorById } from '../../store/tables/accounts.ts';

/** The account that a body debits, when the bank has it. */
export function* findDebtor(named: NamedAccount): Op<DebtorAccount | undefined> {
  if (named.other) return yield* findCardAccount(named.other.identification);
  const bban = debtorBban(named);
  return bban === undefined ? undefined : yield* findAccount(bban);
}

/** @see decisions.md §6 Consent: the bank may take the payment right; payment → 403 FORBIDDEN */
export function refuseWithoutRight(debtor: DebtorAccount, named: NamedAccount): Refusal | undefined {
  if (debtor.mayPay) return undefined;
  const text = 'the bank has taken the right to pay from this account through the interface away';
  return refuse(403, 'FORBIDDEN', text, debtorPath(named));
}

/** Whether the right to pay was taken away since a payment was made. */
export function* refuseTakenRight(payments: readonly Payment[]): Op<Refusal | undefined> {
  const named = new Map<string, NamedAccount>();
  // Each account once, named as the first payment from it does.
  for (const { debtorAccount: id, initiation } of payments) {
    if (!named.has(id)) named.set(id, initiation.debtorAccount);
  }
  for (const [id, account] of named) {
    const debtor = yield* findDebtorById(id);
    const refusal = debtor && refuseWithoutRight(debtor, account);
    if (refusal) return refusal;
  }
  return undefined;
}
