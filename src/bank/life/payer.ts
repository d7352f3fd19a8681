import type { Op } from '../../store/contract.ts';
import { type DebtorAccount, type Payer, paysFrom } from '../domain/creation.ts';
import { debtorBban, type NamedAccount } from '../domain/initiation.ts';
import type { Payment } from '../domain/payment.ts';
import { findAccount, findCardAccount, findDebtorById } from '../store/tables/accounts.ts';
import { accountsEngagedFor, findAgreement, findCustomerType } from '../store/tables/customers.ts';

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

/** The account that a body debits, when the bank has it. */
export function* findDebtor(named: NamedAccount): Op<DebtorAccount | undefined> {
  if (named.other) return yield* findCardAccount(named.other.identification);
  const bban = debtorBban(named);
  return bban === undefined ? undefined : yield* findAccount(bban);
}

/** The account that a payment debits: the one that is settled, else the one that its body names. */
export function* debtorOf({
  debtorAccount,
  initiation,
}: Pick<Payment, 'debtorAccount' | 'initiation'>): Op<DebtorAccount | undefined> {
  return debtorAccount === undefined
    ? yield* findDebtor(initiation.debtorAccount)
    : yield* findDebtorById(debtorAccount);
}

/** Why a payer can't have payments debited: the first of these that holds for any of them. */
export type DebtorObstacle = 'not-theirs' | 'other-currency' | 'no-right';

/**
 * What keeps the debtor accounts of payments from being debited for a payer. Of an account that is not theirs nothing
 * else is said.
 * @see D4-debtor-later, S9-owner-before-payment
 */
export function* findObstacle(payments: readonly Payment[], payer: Payer): Op<DebtorObstacle | undefined> {
  const found = new Set<DebtorObstacle>();
  for (const payment of withOneOfEach(payments)) {
    const account = yield* debtorOf(payment);
    if (!paysFrom(payer, account)) return 'not-theirs';
    if (account.currency !== payment.initiation.debtorAccount.currency) found.add('other-currency');
    if (!account.mayPay) found.add('no-right');
  }
  return (['other-currency', 'no-right'] as const).find((obstacle) => found.has(obstacle));
}

/** The payments of a bulk have one debtor: it is looked at once. */
function withOneOfEach(payments: readonly Payment[]): Iterable<Payment> {
  return new Map(payments.map((payment) => [payment.bulk ?? payment.sequence, payment])).values();
}

/**
 * The accounts of payments that are approved: what was a name alone becomes the account that has it.
 * @throws Error for a payment in which `findObstacle` had found no account
 * @see D4-disclosure
 */
export function* settleDebtors(payments: readonly Payment[]): Op<readonly Payment[]> {
  const settled: Payment[] = [];
  const ofBulks = new Map<bigint, string>();
  for (const payment of payments) {
    const known =
      payment.debtorAccount ?? (payment.bulk === undefined ? undefined : ofBulks.get(payment.bulk));
    const debtorAccount = known ?? (yield* debtorOf(payment))?.id;
    if (debtorAccount === undefined) throw new Error(`payment ${payment.paymentId} has no debtor account`);
    if (payment.bulk !== undefined) ofBulks.set(payment.bulk, debtorAccount);
    settled.push({ ...payment, debtorAccount });
  }
  return settled;
}
