import type { AgreementRole } from '../../values/agreement-roles.ts';
import type { CashAccountType } from '../../values/cash-account-types.ts';
import type { Currency } from '../../values/currencies.ts';
import type { KidPolicy } from '../../values/kid.ts';
import type { NaturalKey } from './natural-key.ts';

/** The bank's own code, the first four digits of its accounts. @see D8-initial-data */
export const BANK_CODE = '9990';

/** Its BIC: of a bank in Norway, and by the 0 of its place one for tests, which no bank has in service. */
export const BANK_BIC = 'PSDTNO20';

/** @see I-sandbox-customer */
export type CustomerType = 'PRIVATE' | 'CORPORATE';

/** @see I-sandbox-customer */
export interface Customer {
  readonly customerId: string;
  /** What the PSU types in at SCA: a national identity or organisation number. */
  readonly customerNumber: string;
  readonly customerType: CustomerType;
  readonly customerName: string;
}

/** @see I-sandbox-account */
export interface Account {
  readonly id: string;
  readonly customerNumber: string;
  readonly accountName: string;
  readonly bban: string;
  readonly iban: string;
  readonly currency: Currency;
  readonly product: string;
  readonly cashAccountType: CashAccountType;
  /** Whole units of the currency, int32. */
  readonly creditLine: number;
  /** The balance that the account is opened with, in minor units of its currency. */
  readonly openingMinor: bigint;
}

/** @see D7-card-account, D8-card-members */
export interface CardAccount {
  readonly resourceId: string;
  readonly customerNumber: string;
  readonly maskedPan: string;
  readonly currency: Currency;
  /** Whole units of the currency, int32. */
  readonly creditLimit: number;
  /** These are as they were given, or not at all. @see D8-card-members */
  readonly cardId?: string | undefined;
  readonly cardIdVNo?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly expiry?: string | undefined;
  readonly name?: string | undefined;
  readonly product?: string | undefined;
  readonly status?: 'enabled' | 'deleted' | 'blocked' | undefined;
  /** The identification that a payment gives as `debtorAccount.other` to pay from the card. */
  readonly relatedAccount: string;
  /** The balance that the card account is opened with, in minor units; below zero when the card was used. */
  readonly openingMinor: bigint;
}

/** @see D8-customer-type */
export interface Agreement {
  readonly agreementId: string;
  readonly type: CustomerType;
  readonly ownerNumber: string;
  readonly name: string;
}

/** What a customer may do with one account of an agreement. @see D8-agreement-members */
export interface Engagement {
  readonly engagementId: string;
  readonly agreementId: string;
  readonly customerNumber: string;
  /** The account, by the IBAN that it was engaged by. */
  readonly iban: string;
  /** Each once, in the order of AGREEMENT_ROLES. */
  readonly roles: readonly AgreementRole[];
  /** Whole units of the account's currency, int32; stored, not enforced. */
  readonly registerLimit?: number;
  readonly approvalLimit?: number;
}

/** What a creditor account, here or in another bank, takes as KID. @see D4-kid-none */
export interface KidEntry extends KidPolicy {
  readonly bban: string;
}

/** The sandbox's data at rest, in the order in which lists show it. */
export interface World {
  readonly customers: readonly Customer[];
  readonly accounts: readonly Account[];
  readonly cardAccounts: readonly CardAccount[];
  readonly agreements: readonly Agreement[];
  readonly kidEntries: readonly KidEntry[];
  /** By what its things are known: one that is made again is not taken for the first. */
  readonly usedKeys: readonly NaturalKey[];
}
