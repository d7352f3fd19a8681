import type { AgreementRole } from '../values/agreement-roles.ts';
import type { KidPolicy } from '../values/kid.ts';
import type { FaultPlace, Faults, SeedFault } from './faults.ts';
import type { FileAccount, FileCard, FileCustomer, FileEngagement } from './schema.ts';

/**
 * The world that seed files describe, after every check that needs only the files. Sorted by natural key, so the order
 * of files doesn't matter.
 * @see C-seed-file
 */
export interface World {
  readonly customers: readonly SeedCustomer[];
  readonly agreements: readonly SeedAgreement[];
}

export interface SeedCustomer extends FaultPlace, Pick<FileCustomer, 'number' | 'name' | 'type'> {
  readonly accounts: readonly SeedAccount[];
  readonly cards: readonly SeedCard[];
}

/** An account. Members that a file may leave out have the bank's own default. @see D8-account-members */
export interface SeedAccount extends FaultPlace, Pick<FileAccount, 'name' | 'bban' | 'currency' | 'balance'> {
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
 * Transactions of one account, read or generated one by one: each walk starts again and gives the same ones in the same
 * order. If a file was changed since its check, the walk ends with a Fault.
 * @see C-seed-streams
 */
export interface SeedTransactions extends Iterable<SeedTransaction> {
  readonly count: number;
  /** Net amount, in whole units. */
  readonly net: number;
  readonly parts: readonly TransactionPart[];
}

/** Transactions of an account from one source: a list, a file, or a generator. Each walk starts again. */
export interface TransactionPart extends Iterable<SeedTransaction> {
  /**
   * Walks the transactions and adds their faults; yields undefined for an invalid one, so that indexes stay. Absent:
   * each transaction is valid in itself.
   */
  check?(faults: Faults): Iterable<SeedTransaction | undefined>;
  /**
   * Finds the place of a transaction by its index in the walk, or of its member; that of its source if it has no place.
   */
  whereOf(index: number, member?: keyof SeedTransaction): FaultPlace;
  /** The remedy if another sandbox account is the debtor. */
  readonly ofOtherDebtor: string;
}

/** @see C-seed-same */
export interface SeedTransaction {
  /** Booking and value date. */
  readonly date: string;
  /** Above 0, whole units of the account's currency. */
  readonly amount: number;
  readonly direction: 'in' | 'out';
  /** Empty if there is none, as are the counterparty's members. */
  readonly text: string;
  readonly counterparty: { readonly name: string; readonly bban: string };
}

export function getSignedAmount({ amount, direction }: SeedTransaction): number {
  return direction === 'in' ? amount : -amount;
}

/** A card. Its transactions don't move its balance. @see D8-card-balance */
export interface SeedCard extends FaultPlace, Omit<FileCard, 'transactions'> {
  /** The customer's number. */
  readonly owner: string;
  readonly transactions: readonly SeedCardTransaction[];
}

/**
 * A booked card transaction; text and mcc are empty if there are none. Equal ones are distinguished by their ordinal.
 */
export type SeedCardTransaction = Required<NonNullable<FileCard['transactions']>[number]>;

export interface SeedAgreement extends FaultPlace {
  /** The number of a CORPORATE customer of the world. */
  readonly owner: string;
  /** Unique among the agreements of its owner. */
  readonly name: string;
  /** Each pair of customer and account once. */
  readonly engagements: readonly SeedEngagement[];
}

/** An engagement of a customer for an account of the agreement's owner. */
export interface SeedEngagement extends FaultPlace, Omit<FileEngagement, 'roles'> {
  /** At least one, each once, in the order of AGREEMENT_ROLES. */
  readonly roles: readonly AgreementRole[];
}

/** A seed file as text. */
export interface SeedSource {
  /** The name in reported places. */
  readonly name: string;
  /** YAML or JSON. */
  readonly text: string;
  /** The folder of its transactionsFiles; absent: it can't name any. */
  readonly folder?: string;
}

/** The result of reading a world; `warnings` are of a valid world. */
export type WorldReading =
  | { readonly ok: true; readonly world: World; readonly warnings: readonly SeedFault[] }
  | { readonly ok: false; readonly faults: readonly SeedFault[] };
