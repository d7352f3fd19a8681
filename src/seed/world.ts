import type { AgreementRole } from '../values/agreement-roles.ts';
import type { KidPolicy } from '../values/kid.ts';
import type { SeedFault, Where } from './faults.ts';
import type { FileAccount, FileCard, FileCustomer, FileEngagement } from './schema.ts';

/**
 * The world that seed files describe, checked for everything that files alone can tell. Sorted by natural key, so the
 * order of files doesn't matter.
 * @see C-seed-file
 */
export interface World {
  readonly customers: readonly SeedCustomer[];
  readonly agreements: readonly SeedAgreement[];
}

export interface SeedCustomer extends Where, Pick<FileCustomer, 'number' | 'name' | 'type'> {
  readonly accounts: readonly SeedAccount[];
  readonly cards: readonly SeedCard[];
}

/** Members that a file may leave out have the bank's own default. @see D8-account-members */
export interface SeedAccount extends Where, Pick<FileAccount, 'name' | 'bban' | 'currency' | 'balance'> {
  /** The customer's number. */
  readonly owner: string;
  readonly product: string;
  readonly cashAccountType: NonNullable<FileAccount['cashAccountType']>;
  readonly creditLine: number;
  /** KID policy of the account; absent: any reference. */
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
  /** Net amount, in whole units. */
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

/** Card transactions don't move its balance. @see D8-card-balance */
export interface SeedCard extends Where, Omit<FileCard, 'transactions'> {
  /** The customer's number. */
  readonly owner: string;
  readonly transactions: readonly SeedCardTransaction[];
}

/** A booked one; text and mcc are empty where there is none. Equal ones are told apart by their number among them. */
export type SeedCardTransaction = Required<NonNullable<FileCard['transactions']>[number]>;

export interface SeedAgreement extends Where {
  /** The number of a CORPORATE customer of the world. */
  readonly owner: string;
  /** No other agreement of its owner has it. */
  readonly name: string;
  /** Each customer and account once. */
  readonly engagements: readonly SeedEngagement[];
}

/** An engagement of a customer for an account of the agreement's owner. */
export interface SeedEngagement extends Where, Omit<FileEngagement, 'roles'> {
  /** At least one, each once, in the order of AGREEMENT_ROLES. */
  readonly roles: readonly AgreementRole[];
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
