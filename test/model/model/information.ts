/** What the model knows of account information. @see decisions.md §6 */

/** An account by its place, and which one of that number. */
export interface SeenAccount {
  readonly account: number;
  readonly made: number;
}

/** What a PSU lets a TPP see, for itself or in an agreement; of none it is revoked. */
export interface Consent {
  readonly tpp: number;
  readonly psu: string;
  readonly agreement: number | undefined;
  accounts: readonly SeenAccount[];
}

/** The last SCA of a TPP and PSU. */
export interface LastSca {
  readonly tpp: number;
  readonly psu: string;
  at: number;
}

/** A call without the PSU that was answered. */
export interface CountedCall extends SeenAccount {
  readonly tpp: number;
  readonly psu: string;
  readonly read: string;
  at: number;
}
