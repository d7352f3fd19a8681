import * as z from 'zod/mini';
import type { KidPolicy } from '../../values/kid.ts';
import type { SandboxAccount } from '../sandbox/account.ts';
import type { SandboxAgreement, SandboxEngagement } from '../sandbox/agreement.ts';
import type { SandboxBalance, SandboxCardBalance } from '../sandbox/balance.ts';
import type { SandboxCardAccount } from '../sandbox/card-account.ts';
import type { SandboxCardTransaction, SandboxCardTransactions } from '../sandbox/card-transaction.ts';
import type { SandboxCustomer } from '../sandbox/customer.ts';
import type { SandboxTransaction } from '../sandbox/transaction.ts';
import { messages } from './message.ts';
import { answer, answerAs, code, filled, links, list, number, text } from './shape.ts';

/** Money of the sandbox: whole units of the currency. @see D8-whole-units */
const units = answer({ currency: text, amount: number });

const customerType = code(['PRIVATE', 'CORPORATE']);

/** @see I-sandbox-customer-create */
export const customer = answerAs<SandboxCustomer>({
  customerId: filled,
  customerNumber: text,
  customerType,
  customerName: text,
  tppMessages: messages,
  _links: links,
});

const balance = answerAs<SandboxBalance>({ balanceAmount: units, balanceType: filled });

/** @see D8-account-kid */
const kid = answerAs<KidPolicy>({
  use: code(['none', 'allowed', 'required']),
  rules: list(answer({ length: number, method: code(['MOD10', 'MOD11']) })),
});

/** @see I-sandbox-account */
export const account = answerAs<SandboxAccount>({
  id: filled,
  customerNumber: text,
  accountName: text,
  bban: text,
  iban: text,
  currency: text,
  product: text,
  cashAccountType: text,
  creditLine: number,
  balances: list(balance),
  kid: z.optional(kid),
  tppMessages: messages,
  _links: links,
});

const cardBalance = answerAs<SandboxCardBalance>({
  balanceAmount: units,
  balanceType: filled,
  referenceDate: z.optional(text),
  lastChangeDateTime: z.optional(text),
  lastCommittedTransaction: z.optional(text),
});

/** @see D8-card-members */
export const cardAccount = answerAs<SandboxCardAccount>({
  resourceId: filled,
  customerNumber: text,
  maskedPan: text,
  currency: text,
  cardId: z.optional(text),
  cardIdVNo: z.optional(text),
  accountNumber: z.optional(text),
  expiry: z.optional(text),
  name: z.optional(text),
  product: z.optional(text),
  status: z.optional(text),
  creditLimit: units,
  relatedAccount: answer({ identification: text, schemeNameProprietary: text }),
  balances: list(cardBalance),
  _links: links,
});

/** @see D8-agreement-shape */
export const engagement = answerAs<SandboxEngagement>({
  engagementId: filled,
  customer: text,
  account: answer({ iban: text }),
  roles: list(text),
  registerLimit: z.optional(number),
  approvalLimit: z.optional(number),
  _links: links,
});

/** @see D8-agreement-shape */
export const agreement = answerAs<SandboxAgreement>({
  agreementId: filled,
  type: customerType,
  owner: text,
  name: text,
  engagements: list(engagement),
  _links: links,
});

const party = answer({ iban: text, bban: text });

/** @see D8-one-list */
export const transaction = answerAs<SandboxTransaction>({
  transactionId: filled,
  amount: number,
  currency: text,
  valueDate: text,
  bookingDate: text,
  remittanceInformationUnstructured: text,
  creditorId: text,
  creditorName: text,
  creditorAccount: party,
  ultimateCreditor: text,
  debtorName: text,
  debtorAccount: party,
  ultimateDebtor: text,
  purposeCode: text,
  bankTransactionCode: text,
  _links: links,
});

const cardTransaction = answerAs<SandboxCardTransaction>({
  cardTransactionId: text,
  bookingDate: text,
  transactionDate: text,
  transactionAmount: units,
  originalAmount: units,
  merchantCategoryCode: text,
});

/** @see I-sandbox-card-transactions */
export const cardTransactions = answerAs<SandboxCardTransactions>({
  cardAccount: answer({ maskedPan: text }),
  cardTransactions: answer({ booked: list(cardTransaction), pending: list(text) }),
});

export const cardTransactionsCreated = answer({ cardTransactionIds: list(text) });

export const transactionsCreated = answer({ transactionIds: list(filled) });

export const customers = list(customer);
export const accounts = list(account);
export const cardAccounts = list(cardAccount);
export const agreements = list(agreement);
export const transactions = list(transaction);

/** The read of one account answers an array with it. @see I-sandbox-account */
export const arrayOfAccount = accounts.check(z.length(1, 'must have one item'));

/** @see D8-initial-data */
export const world = answer({ customers, accounts, cardAccounts, agreements });
