import type { RemoteBank, RemoteKind } from '../../settings/remote-bank.ts';
import type { BankKind, SettingValues } from '../../settings/setting-table.ts';

/** What the commands of `profile` take and give. */

export interface AddProfile {
  readonly name: string;
  readonly bank: RemoteKind;
  /** As they were typed, by the names of the profile's members. */
  readonly members: { readonly [Name in keyof RemoteBank]?: string | undefined };
  /** Settings that the profile is to have. */
  readonly settings: Partial<Record<keyof SettingValues, string | boolean | undefined>>;
  /** Writes it whatever the trial finds. */
  readonly force: boolean;
}

export type Found =
  | 'good'
  | 'connection'
  | 'tls'
  | 'client-certificate'
  | 'path'
  | 'clock'
  | 'certificate'
  | 'signature'
  | 'role'
  | 'answer'
  | 'unclear';

/** What came of asking the bank for something that it does not have. */
export interface Trial {
  readonly ok: boolean;
  readonly found: Found;
  readonly message: string;
  readonly remedy?: string;
}

export interface AddedProfile {
  readonly name: string;
  readonly bank: RemoteKind;
  readonly remote: RemoteBank;
  readonly trial: Trial;
}

export interface ListedProfile {
  readonly name: string;
  readonly bank: BankKind;
  /** Absent for the bank in this program. */
  readonly baseUrl?: string;
  /** Whether commands use it here and now. */
  readonly inUse: boolean;
}

export interface ListedProfiles {
  readonly items: readonly ListedProfile[];
}

export interface UsedProfile {
  readonly name: string;
  readonly bank: BankKind;
}

export interface RemovedProfile {
  readonly name: string;
  /**
   * What was removed with the profile: the ledger with its psu-ids and sessions, a fork's bank, and the folder of its
   * TPPs' worlds.
   */
  readonly removed: readonly string[];
}

/** @see C-profile-trust */
export interface TrustedCertificate {
  readonly profile: string;
  /** Of the bank that signs with it. */
  readonly origin: string;
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** The one in whose place it is. */
  readonly before?: string;
}
