import * as z from 'zod/mini';
import { boolean } from '../field.ts';
import { amount, answer, code, filled, links, list, messages, text } from './shape.ts';

/** @see I-balance-type; the standard's balance */
export const balance = answer({
  balanceAmount: amount,
  balanceType: text,
  referenceDate: z.optional(text),
  lastChangeDateTime: z.optional(text),
  lastCommittedTransaction: z.optional(text),
});

export type Balance = z.infer<typeof balance>;

/** @see D7-account */
const account = answer({
  resourceId: filled,
  bban: z.optional(text),
  iban: z.optional(text),
  currency: text,
  name: z.optional(text),
  product: z.optional(text),
  /** ISO 20022; a text for people before cash-account-type-iso was the default. */
  cashAccountType: z.optional(text),
  bic: z.optional(text),
  ownerName: z.optional(text),
  /** With withBalance=true. */
  balances: z.optional(list(balance)),
  _links: links,
});

export type Account = z.infer<typeof account>;

export const accountList = answer({ accounts: list(account) });

export const oneAccount = answer({ account });

export const accountBalances = answer({
  account: answer({
    bban: z.optional(text),
    iban: z.optional(text),
    currency: z.optional(text),
  }),
  balances: list(balance),
});

export type AccountList = z.infer<typeof accountList>;
export type OneAccount = z.infer<typeof oneAccount>;
export type AccountBalances = z.infer<typeof accountBalances>;

/** @see D7-card-account */
const cardAccount = answer({
  resourceId: filled,
  maskedPan: text,
  currency: text,
  name: z.optional(text),
  product: z.optional(text),
  creditLimit: z.optional(amount),
  /** What a payment gives as debtorAccount.other to pay from the card. */
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

const reference = answer({
  reference: text,
  referenceType: z.optional(text),
  referenceIssuer: z.optional(text),
});

/** @see D7-transaction-item */
const transaction = answer({
  transactionId: z.optional(text),
  entryReference: z.optional(text),
  endToEndId: z.optional(text),
  /** Of a booked one. */
  bookingDate: z.optional(text),
  valueDate: z.optional(text),
  /** Below zero: the account has paid. */
  transactionAmount: amount,
  creditorId: z.optional(text),
  creditorName: z.optional(text),
  creditorAccount: z.optional(party),
  ultimateCreditor: z.optional(text),
  debtorName: z.optional(text),
  debtorAccount: z.optional(party),
  ultimateDebtor: z.optional(text),
  remittanceInformationUnstructured: z.optional(text),
  remittanceInformationStructuredArray: z.optional(list(reference)),
  purposeCode: z.optional(text),
  bankTransactionCode: z.optional(text),
});

export type Transaction = z.infer<typeof transaction>;

/** @see D7-transaction-list */
export const transactionList = answer({
  account: answer({
    bban: z.optional(text),
    iban: z.optional(text),
    currency: z.optional(text),
  }),
  transactions: answer({
    booked: z.optional(list(transaction)),
    pending: z.optional(list(transaction)),
    /** account, and first, previous, next, last where there are other pages. */
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
  cardTransactionId: z.optional(text),
  terminalId: z.optional(text),
  transactionDate: z.optional(text),
  /** Of a booked one. */
  bookingDate: z.optional(text),
  transactionAmount: amount,
  originalAmount: z.optional(amount),
  markupFee: z.optional(amount),
  markupFeePercentage: z.optional(text),
  cardAcceptorId: z.optional(text),
  cardAcceptorAddress: z.optional(
    answer({
      streetName: z.optional(text),
      buildingNumber: z.optional(text),
      townName: z.optional(text),
      postCode: z.optional(text),
      country: text,
    }),
  ),
  merchantCategoryCode: z.optional(text),
  maskedPAN: z.optional(text),
  transactionDetails: z.optional(text),
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
    /** cardAccount, and first, previous, next, last where there are other pages. */
    _links: links,
  }),
});

export type CardTransactionList = z.infer<typeof cardTransactionList>;

/** A consent is not made yet: the PSU chooses its accounts where scaRedirect leads. @see D6-consent-calls */
export const consentAsked = answer({ tppMessages: messages, _links: links });

export type ConsentAsked = z.infer<typeof consentAsked>;

/** @see D6-user */
export const user = answer({
  psuId: filled,
  contexts: list(code(['PRIVATE', 'CORPORATE'])),
  _links: links,
});

export type User = z.infer<typeof user>;

const agreement = answer({
  psuCorporateId: filled,
  name: text,
  owner: text,
  _links: links,
});

/** The agreements in which a PSU may act for a company. @see D6-agreements */
export const agreementList = answer({ agreements: list(agreement) });

export type AgreementList = z.infer<typeof agreementList>;
