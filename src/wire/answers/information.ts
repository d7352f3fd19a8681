import * as z from 'zod/mini';
import { boolean } from '../field.ts';
import { amount, answer, code, filled, links, list, messages, optionalTexts, text, texts } from './shape.ts';

/** @see I-balance-type; the standard's balance */
export const balance = answer({
  balanceAmount: amount,
  balanceType: text,
  ...optionalTexts('referenceDate', 'lastChangeDateTime', 'lastCommittedTransaction'),
});

export type Balance = z.infer<typeof balance>;

/** @see D7-account */
const account = answer({
  resourceId: filled,
  ...optionalTexts('bban', 'iban'),
  currency: text,
  ...optionalTexts('name', 'product'),
  /** ISO 20022; a descriptive text before cash-account-type-iso was the default. */
  ...optionalTexts('cashAccountType', 'bic', 'ownerName'),
  /** With withBalance=true. */
  balances: z.optional(list(balance)),
  _links: links,
});

export type Account = z.infer<typeof account>;

export const accountList = answer({ accounts: list(account) });

export const oneAccount = answer({ account });

export const accountBalances = answer({
  account: answer({ ...optionalTexts('bban', 'iban', 'currency') }),
  balances: list(balance),
});

export type AccountList = z.infer<typeof accountList>;
export type OneAccount = z.infer<typeof oneAccount>;
export type AccountBalances = z.infer<typeof accountBalances>;

/** @see D7-card-account */
const cardAccount = answer({
  resourceId: filled,
  ...texts('maskedPan', 'currency'),
  ...optionalTexts('name', 'product'),
  creditLimit: z.optional(amount),
  /** The value of debtorAccount.other for payments from the card. */
  relatedAccount: z.optional(answer({ identification: text, schemeNameProprietary: text })),
  /** With withBalance=true. */
  balances: z.optional(list(balance)),
  _links: links,
});

export type CardAccount = z.infer<typeof cardAccount>;

export const cardAccountList = answer({ cardAccounts: list(cardAccount) });

export const oneCardAccount = answer({ cardAccount });

export const cardAccountBalances = answer({
  cardAccount: answer({ maskedPan: text, currency: z.optional(text) }),
  balances: list(balance),
});

export type CardAccountList = z.infer<typeof cardAccountList>;
export type OneCardAccount = z.infer<typeof oneCardAccount>;
export type CardAccountBalances = z.infer<typeof cardAccountBalances>;

const party = answer({ bban: z.optional(text), iban: z.optional(text) });

const reference = answer({ reference: text, ...optionalTexts('referenceType', 'referenceIssuer') });

/** @see D7-transaction-item */
const transaction = answer({
  ...optionalTexts('transactionId', 'entryReference', 'endToEndId'),
  /** Only of a booked transaction. */
  ...optionalTexts('bookingDate', 'valueDate'),
  /** Negative if the account has paid. */
  transactionAmount: amount,
  ...optionalTexts('creditorId', 'creditorName'),
  creditorAccount: z.optional(party),
  ...optionalTexts('ultimateCreditor', 'debtorName'),
  debtorAccount: z.optional(party),
  ...optionalTexts('ultimateDebtor', 'remittanceInformationUnstructured'),
  remittanceInformationStructuredArray: z.optional(list(reference)),
  ...optionalTexts('purposeCode', 'bankTransactionCode'),
});

export type Transaction = z.infer<typeof transaction>;

/** @see D7-transaction-list */
export const transactionList = answer({
  account: answer({ ...optionalTexts('bban', 'iban', 'currency') }),
  transactions: answer({
    booked: z.optional(list(transaction)),
    pending: z.optional(list(transaction)),
    /** The links account, and first, previous, next, last if there are other pages. */
    _links: links,
  }),
});

export type TransactionList = z.infer<typeof transactionList>;

/** @see D7-transaction-details */
export const transactionDetails = answer({
  transactionsDetails: answer({ transactionDetails: transaction }),
});

export type TransactionDetails = z.infer<typeof transactionDetails>;

/** @see D7-card-transaction */
const cardTransaction = answer({
  ...optionalTexts('cardTransactionId', 'terminalId', 'transactionDate'),
  /** Only of a booked transaction. */
  bookingDate: z.optional(text),
  transactionAmount: amount,
  originalAmount: z.optional(amount),
  markupFee: z.optional(amount),
  ...optionalTexts('markupFeePercentage', 'cardAcceptorId'),
  cardAcceptorAddress: z.optional(
    answer({ ...optionalTexts('streetName', 'buildingNumber', 'townName', 'postCode'), country: text }),
  ),
  ...optionalTexts('merchantCategoryCode', 'maskedPAN', 'transactionDetails'),
  invoiced: z.optional(boolean()),
  proprietaryBankTransactionCode: z.optional(text),
});

export type CardTransaction = z.infer<typeof cardTransaction>;

/** @see D7-card-list */
export const cardTransactionList = answer({
  cardAccount: answer({ maskedPan: text }),
  cardTransactions: answer({
    booked: z.optional(list(cardTransaction)),
    pending: z.optional(list(cardTransaction)),
    /** The links cardAccount, and first, previous, next, last if there are other pages. */
    _links: links,
  }),
});

export type CardTransactionList = z.infer<typeof cardTransactionList>;

/** A consent that doesn't exist yet: the PSU chooses its accounts at scaRedirect. @see D6-consent-calls */
export const consentAsked = answer({ tppMessages: messages, _links: links });

export type ConsentAsked = z.infer<typeof consentAsked>;

/** @see D6-user */
export const user = answer({ psuId: filled, contexts: list(code(['PRIVATE', 'CORPORATE'])), _links: links });

export type User = z.infer<typeof user>;

const agreement = answer({ psuCorporateId: filled, ...texts('name', 'owner'), _links: links });

/** The agreements in which a PSU may act for a company. @see D6-agreements */
export const agreementList = answer({ agreements: list(agreement) });

export type AgreementList = z.infer<typeof agreementList>;
