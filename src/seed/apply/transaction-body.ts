import { hash } from 'node:crypto';
import type { SandboxTransaction } from '../../wire/sandbox/transaction.ts';
import type { SeedCardTransaction, SeedTransaction } from '../world.ts';

/** What a transaction's body takes of its account. */
export interface Self {
  readonly bban: string;
  readonly iban: string;
  readonly currency: string;
}

/** As the bank takes one: its 14 members. @see I-sandbox-transaction */
export function transactionBody(
  { date, amount, direction, text, counterparty }: SeedTransaction,
  self: Self,
) {
  const own = { name: '', account: { iban: self.iban, bban: self.bban } };
  const other = { name: counterparty.name, account: { iban: '', bban: counterparty.bban } };
  const [creditor, debtor] = direction === 'in' ? [own, other] : [other, own];
  return {
    ...{ amount, currency: self.currency, valueDate: date, bookingDate: date },
    remittanceInformationUnstructured: text,
    ...{ creditorId: '', creditorName: creditor.name, creditorAccount: creditor.account },
    ...{ ultimateCreditor: '', debtorName: debtor.name, debtorAccount: debtor.account, ultimateDebtor: '' },
    purposeCode: '',
    bankTransactionCode: direction === 'in' ? 'PMNT-RCDT-DMCT' : 'PMNT-ICDT-DMCT',
  };
}

/** Equal of equal transactions, and of no others. @see C-seed-same */
export function sameText({ date, amount, direction, text, counterparty }: SeedTransaction): string {
  return [date, amount, direction, text, counterparty.name, counterparty.bban].join('\0');
}

/** What the seed would say of one that the bank lists. */
export function seedOf(
  given: SandboxTransaction,
  { bban, iban }: Pick<Self, 'bban' | 'iban'>,
): SeedTransaction {
  const { debtorAccount, creditorAccount } = given;
  const isOut = debtorAccount.bban === bban || (debtorAccount.bban === '' && debtorAccount.iban === iban);
  const [name, account] = isOut ? [given.creditorName, creditorAccount] : [given.debtorName, debtorAccount];
  return {
    date: given.bookingDate,
    amount: given.amount,
    direction: isOut ? 'out' : 'in',
    text: given.remittanceInformationUnstructured,
    counterparty: { name, bban: account.bban },
  };
}

/**
 * A card transaction, by an id that its content makes: sent once more it is the same one.
 * @param ordinal its number among equal ones
 * @see D8-card-transaction-repeated
 */
export function cardTransactionBody(given: SeedCardTransaction, ordinal: number, currency: string) {
  const { date, amount, text, mcc } = given;
  const money = { currency, amount };
  return {
    ...{ cardTransactionId: cardTransactionId(given, ordinal), terminalId: '' },
    ...{ bookingDate: date, transactionDate: date, transactionAmount: money, originalAmount: money },
    ...{ merchantCategoryCode: mcc, markupFee: { currency, amount: 0 }, markupFeePercentage: '' },
    ...{ cardAcceptorId: '', cardAcceptorAddress: {}, maskedPan: '' },
    ...{ transactionDetails: text, invoiced: '', proprietaryBankTransactionCode: '' },
  };
}

export function cardTransactionId({ date, amount, text, mcc }: SeedCardTransaction, ordinal: number): string {
  return hash('sha256', [date, amount, text, mcc, ordinal].join('\0'), 'base64url').slice(0, 22);
}
