import type { Op } from '../../store/contract.ts';
import type { ConsentAccount, Consentable } from '../domain/authorisation.ts';
import { canPayFrom, type DebtorAccount, type Payer } from '../domain/creation.ts';
import type { Payment } from '../domain/payment.ts';
import { getDebtorBban, type NamedAccount } from '../domain/product-rules.ts';
import {
  type AccountWithBalance,
  type CardWithBalance,
  findAccount,
  findCardAccount,
  findDebtorById,
  listCustomerAccounts,
  listCustomerCards,
  NAMELESS_CARD,
} from '../store/tables/accounts.ts';
import { findAgreement, findCustomerType, listEngagedAccounts } from '../store/tables/customers.ts';
import { findConsented, keepConsent, removeConsent } from '../store/tables/psus.ts';

/**
 * Finds the accounts from which a PSU can pay now. This is the only function that decides who may act for whom: a
 * private customer for itself, and in an agreement its owner and customers with engagements of both roles.
 * @param agreementId absent if the PSU acts for itself
 * @param findType finds the type of a customer, if that may be known already
 * @returns undefined if the PSU may not act; a corporate customer acts only in an agreement
 * @see I-sandbox-customer
 * @see D8-engaged-accounts, S9-owner-before-payment
 */
export function* findPayer(
  psu: string,
  agreementId: string | undefined,
  findType = findCustomerType,
): Op<Payer | undefined> {
  if (agreementId === undefined) {
    return (yield* findType(psu)) === 'PRIVATE' ? { owner: psu } : undefined;
  }
  const agreement = yield* findAgreement(agreementId);
  if (agreement?.type !== 'CORPORATE') return undefined;
  const owner = agreement.ownerNumber;
  if (owner === psu) return { owner };
  const accounts = yield* listEngagedAccounts(agreementId, psu);
  return accounts.size === 0 ? undefined : { owner, accounts };
}

/** Finds the debtor account of a body; undefined if the bank doesn't have it. */
export function* findDebtor(named: NamedAccount): Op<DebtorAccount | undefined> {
  if (named.other) return yield* findCardAccount(named.other.identification);
  const bban = getDebtorBban(named);
  return bban === undefined ? undefined : yield* findAccount(bban);
}

/** Finds the account that a payment debits: the stored one, otherwise the one in the body. */
export function* findPaymentDebtor({
  debtorAccount,
  initiation,
}: Pick<Payment, 'debtorAccount' | 'initiation'>): Op<DebtorAccount | undefined> {
  return debtorAccount === undefined
    ? yield* findDebtor(initiation.debtorAccount)
    : yield* findDebtorById(debtorAccount);
}

/** The accounts that payments debit; undefined for one that the bank doesn't have. */
export type Debtors = (payment: Payment) => DebtorAccount | undefined;

/** Finds the debtors of the payments that an operation is about, once in a transaction. */
export type FindDebtors = () => Op<Debtors>;

/** Finds the accounts that payments debit, each once. */
export function* findPaymentDebtors(payments: readonly Payment[]): Op<Debtors> {
  const key = ({ debtorAccount, initiation }: Payment) =>
    debtorAccount ?? JSON.stringify(initiation.debtorAccount);
  const found = new Map<string, DebtorAccount | undefined>();
  for (const payment of payments)
    if (!found.has(key(payment))) found.set(key(payment), yield* findPaymentDebtor(payment));
  return (payment) => found.get(key(payment));
}

/** The reasons why a payer can't debit the payments' accounts, in the order of precedence. */
export type DebtorObstacle = 'not-theirs' | 'other-currency' | 'no-right';

/**
 * Finds the obstacle for a payer to debit the payments' accounts. For an account of another customer it reports only
 * `not-theirs`.
 * @see D4-debtor-later, S9-owner-before-payment
 */
export function findObstacle(
  payments: readonly Payment[],
  debtors: Debtors,
  payer: Payer,
): DebtorObstacle | undefined {
  const found = new Set<DebtorObstacle>();
  for (const payment of payments) {
    const account = debtors(payment);
    if (!canPayFrom(payer, account)) return 'not-theirs';
    if (account.currency !== payment.initiation.debtorAccount.currency) found.add('other-currency');
    if (!account.mayPay) found.add('no-right');
  }
  return (['other-currency', 'no-right'] as const).find((obstacle) => found.has(obstacle));
}

/**
 * Sets the debtor account of approved payments from the account in the body.
 * @throws Error if a payment has no debtor account, which `findObstacle` excludes
 * @see D4-disclosure
 */
export function settleDebtors(payments: readonly Payment[], debtors: Debtors): readonly Payment[] {
  return payments.map((payment) => {
    const debtorAccount = payment.debtorAccount ?? debtors(payment)?.id;
    if (debtorAccount === undefined) throw new Error(`payment ${payment.paymentId} has no debtor account`);
    return { ...payment, debtorAccount };
  });
}

/** The parties of a consent: the TPP, the PSU, and the agreement if the PSU acts in one. */
export interface ConsentOf {
  readonly tpp: string;
  readonly psu: string;
  readonly agreement: string | undefined;
}

export function* findConsentable({ tpp, psu, agreement }: ConsentOf): Op<Consentable> {
  const { accounts, cards } = yield* listContextAccounts(psu, agreement);
  const listed: ConsentAccount[] = [
    ...accounts.map(({ account: { id, accountName: name, bban: number } }) => {
      return { id, kind: 'ACCOUNT' as const, name, number };
    }),
    ...cards.map(({ card: { resourceId: id, name, product, maskedPan: number } }) => {
      return { id, kind: 'CARD' as const, name: name ?? product ?? NAMELESS_CARD, number };
    }),
  ];
  return { listed, granted: yield* findConsented(tpp, psu, agreement) };
}

/** Replaces the selected accounts of a consent; an empty selection removes the consent. @see D6-consent */
export function* replaceConsent({ tpp, psu, agreement }: ConsentOf, accounts: readonly string[]): Op<void> {
  yield* accounts.length === 0
    ? removeConsent(tpp, psu, agreement)
    : keepConsent(tpp, psu, agreement, accounts);
}

/** The accounts and card accounts of a PSU in a context, each kind in the order of creation. */
export interface ContextAccounts {
  readonly accounts: readonly AccountWithBalance[];
  readonly cards: readonly CardWithBalance[];
}

/**
 * Lists the accounts that a consent can cover: the PSU's own accounts and cards, or in an agreement those of its owner;
 * for an engaged customer, only the accounts of its engagements. Empty if the PSU may not act.
 * @param agreementId absent if the PSU acts for itself
 * @see D15-context-accounts, D8-engaged-accounts
 */
export function* listContextAccounts(
  psu: string,
  agreementId: string | undefined,
  findType = findCustomerType,
): Op<ContextAccounts> {
  const holder = yield* findPayer(psu, agreementId, findType);
  if (holder === undefined) return { accounts: [], cards: [] };
  const accounts = yield* listCustomerAccounts(holder.owner);
  const cards = yield* listCustomerCards(holder.owner);
  return {
    accounts: accounts.filter(({ account }) => canPayFrom(holder, account)),
    cards: cards.filter(({ card }) => canPayFrom(holder, { id: card.resourceId, ...card })),
  };
}
