import * as z from 'zod/mini';
import type { AgreementRole } from '../../values/agreement-roles.ts';
import {
  answer,
  code,
  filled,
  links,
  list,
  messages,
  narrowType,
  number,
  optionalTexts,
  text,
  texts,
} from './shape.ts';

/** Money of the sandbox: whole units of the currency. @see D8-whole-units */
const units = answer({ currency: text, amount: number });

const customerType = code(['PRIVATE', 'CORPORATE']);

/** @see I-sandbox-customer-create */
export const customer = answer({
  customerId: filled,
  customerNumber: text,
  customerType,
  customerName: text,
  /** Warnings, only in the response to its creation. */
  tppMessages: messages,
  _links: links,
});
export type SandboxCustomer = z.infer<typeof customer>;

const balanceType = narrowType<'closingBooked' | 'expected'>(filled);
const balance = answer({ balanceAmount: units, balanceType });
export type SandboxBalance = z.infer<typeof balance>;

/** @see D8-account-kid */
const kid = answer({
  use: code(['none', 'allowed', 'required']),
  rules: list(answer({ length: number, method: code(['MOD10', 'MOD11']) })),
});

/** @see I-sandbox-account */
export const account = answer({
  id: filled,
  ...texts('customerNumber', 'accountName', 'bban', 'iban', 'currency', 'product', 'cashAccountType'),
  creditLine: number,
  balances: list(balance),
  /** Present if the account was created with one. @see D8-account-kid */
  kid: z.optional(kid),
  /** Warnings, only in the response to its creation. */
  tppMessages: messages,
  _links: links,
});
export type SandboxAccount = z.infer<typeof account>;

const cardBalance = answer({
  balanceAmount: units,
  balanceType,
  ...optionalTexts('referenceDate', 'lastChangeDateTime', 'lastCommittedTransaction'),
});
export type SandboxCardBalance = z.infer<typeof cardBalance>;

/** @see D8-card-members */
export const cardAccount = answer({
  resourceId: filled,
  ...texts('customerNumber', 'maskedPan', 'currency'),
  ...optionalTexts('cardId', 'cardIdVNo', 'accountNumber', 'expiry', 'name', 'product'),
  status: z.optional(narrowType<'enabled' | 'deleted' | 'blocked'>(text)),
  creditLimit: units,
  /** The value of debtorAccount.other for payments from the card. */
  relatedAccount: answer({ identification: text, schemeNameProprietary: text }),
  balances: list(cardBalance),
  _links: links,
});
export type SandboxCardAccount = z.infer<typeof cardAccount>;

/** @see D8-agreement-shape */
export const engagement = answer({
  engagementId: filled,
  /** customerNumber. */
  customer: text,
  account: answer({ iban: text }),
  roles: narrowType<readonly AgreementRole[]>(list(text)),
  /** Whole units of the account's currency; not enforced. */
  registerLimit: z.optional(number),
  approvalLimit: z.optional(number),
  _links: links,
});
export type SandboxEngagement = z.infer<typeof engagement>;

/** @see D8-agreement-shape */
export const agreement = answer({
  agreementId: filled,
  type: customerType,
  /** customerNumber. */
  ...texts('owner', 'name'),
  engagements: list(engagement),
  _links: links,
});
export type SandboxAgreement = z.infer<typeof agreement>;

const party = answer({ iban: text, bban: text });

/** @see D8-one-list */
export const transaction = answer({
  transactionId: filled,
  amount: number,
  ...texts('currency', 'valueDate', 'bookingDate', 'remittanceInformationUnstructured', 'creditorId'),
  ...texts('creditorName'),
  creditorAccount: party,
  ...texts('ultimateCreditor', 'debtorName'),
  debtorAccount: party,
  ...texts('ultimateDebtor', 'purposeCode', 'bankTransactionCode'),
  _links: links,
});
export type SandboxTransaction = z.infer<typeof transaction>;

const cardTransaction = answer({
  ...texts('cardTransactionId', 'bookingDate', 'transactionDate'),
  transactionAmount: units,
  originalAmount: units,
  merchantCategoryCode: text,
});
export type SandboxCardTransaction = z.infer<typeof cardTransaction>;

/** @see I-sandbox-card-transactions */
export const cardTransactions = answer({
  cardAccount: answer({ maskedPan: text }),
  cardTransactions: answer({
    booked: list(cardTransaction),
    /** The cardTransactionId of each. */ pending: list(text),
  }),
});
export type SandboxCardTransactions = z.infer<typeof cardTransactions>;

/** In the order of the request's body. */
export const cardTransactionsCreated = answer({ cardTransactionIds: list(text) });
export type SandboxCardTransactionsCreated = z.infer<typeof cardTransactionsCreated>;

/** In the order of the request's body. */
export const transactionsCreated = answer({ transactionIds: list(filled) });
export type SandboxTransactionsCreated = z.infer<typeof transactionsCreated>;

export const customers = list(customer);
export const accounts = list(account);
export const cardAccounts = list(cardAccount);
export const agreements = list(agreement);
export const transactions = list(transaction);

/** The response to a read of one account is an array with it. @see I-sandbox-account */
export const arrayOfAccount = accounts.check(z.length(1, 'must have one item'));

/** @see D8-initial-data */
export const world = answer({ customers, accounts, cardAccounts, agreements });
export type SandboxWorld = z.infer<typeof world>;
