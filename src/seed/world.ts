import type { AgreementRole } from '../values/agreement-roles.ts';
import type { CashAccountType } from '../values/cash-account-types.ts';
import type { Currency } from '../values/currencies.ts';
import type { KidPolicy } from '../values/kid.ts';
import type { SeedFault, Where } from './faults.ts';

/**
 * What seed files describe, checked: everything that the bank would refuse and that the files alone tell was found.
 * Several files are one world, and it is the same in whatever order they are named: customers, accounts, cards and
 * agreements are sorted by what names them.
 * @see C-seed-file
 */
export interface World {
  readonly customers: readonly SeedCustomer[];
  readonly agreements: readonly SeedAgreement[];
}

export interface SeedCustomer extends Where {
  readonly number: string;
  readonly name: string;
  readonly type: 'PRIVATE' | 'CORPORATE';
  readonly accounts: readonly SeedAccount[];
  readonly cards: readonly SeedCard[];
}

/** Members that a file may leave out have the bank's own default. @see D8-account-members */
export interface SeedAccount extends Where {
  /** The customer's number. */
  readonly owner: string;
  /** No other account of its owner has it. */
  readonly name: string;
  /** Absent: the bank makes one. No other account of the world has it. */
  readonly bban: string | undefined;
  readonly currency: Currency;
  readonly product: string;
  readonly cashAccountType: CashAccountType;
  readonly creditLine: number;
  /** After all transactions, in whole units; absent: what they lead to. */
  readonly balance: number | undefined;
  /** What the account takes as KID; absent: anything. */
  readonly kid: KidPolicy | undefined;
  readonly transactions: SeedTransactions;
}

/**
 * Transactions of one account, read or made one by one: each walk begins anew and gives the same ones in the same
 * order. A file that was changed since it was checked ends the walk with a Fault.
 * @see C-seed-streams
 */
export interface SeedTransactions extends Iterable<SeedTransaction> {
  readonly count: number;
  /** What all of them move, in whole units. */
  readonly net: number;
  /** Where one stands, by its place in the walk. */
  whereOf(index: number): Where;
}

/** @see C-seed-same */
export interface SeedTransaction {
  /** Booking and value date. */
  readonly date: string;
  /** Above 0, whole units of the account's currency. */
  readonly amount: number;
  readonly direction: 'in' | 'out';
  /** Empty where there is none, as are the counterparty's members. */
  readonly text: string;
  readonly counterparty: { readonly name: string; readonly bban: string };
}

export interface SeedCard extends Where {
  /** The customer's number. */
  readonly owner: string;
  /** No other card of its owner has it. */
  readonly maskedPan: string;
  readonly currency: Currency;
  readonly creditLimit: number;
  /** Whole units; absent: nothing is said of it. Card transactions don't move it. @see D8-card-balance */
  readonly balance: number | undefined;
  readonly name: string | undefined;
  readonly product: string | undefined;
  readonly transactions: readonly SeedCardTransaction[];
}

/** A booked one. The file names no id: equal ones are told apart by their number among them. */
export interface SeedCardTransaction {
  /** Booking and transaction date. */
  readonly date: string;
  readonly amount: number;
  readonly text: string;
  /** Merchant category code; empty where there is none. */
  readonly mcc: string;
}

export interface SeedAgreement extends Where {
  /** The number of a CORPORATE customer of the world. */
  readonly owner: string;
  /** No other agreement of its owner has it. */
  readonly name: string;
  /** Each customer and account once. */
  readonly engagements: readonly SeedEngagement[];
}

export interface SeedEngagement extends Where {
  /** The number of a customer of the world. */
  readonly customer: string;
  /** The name of an account of the agreement's owner. */
  readonly account: string;
  /** At least one, each once, in the order of AGREEMENT_ROLES. */
  readonly roles: readonly AgreementRole[];
  readonly registerLimit: number | undefined;
  readonly approvalLimit: number | undefined;
}

/** A seed file as text. */
export interface SeedSource {
  /** As places name it. */
  readonly name: string;
  /** YAML or JSON. */
  readonly text: string;
  /** Where its transactionsFiles are; absent: it can't name any. */
  readonly folder?: string;
}

/** `warnings` are of a world that can be applied. */
export type WorldReading =
  | { readonly ok: true; readonly world: World; readonly warnings: readonly SeedFault[] }
  | { readonly ok: false; readonly faults: readonly SeedFault[] };
