/** What the model knows of account information. @see D6-hour */

/** An account of a consent: which of that number. */
export interface Granted {
  readonly account: number;
  readonly made: number;
}

/** One that was given once; of one that is taken back there are no accounts. */
export interface Consent {
  readonly tpp: number;
  readonly psu: string;
  readonly agreement: number | undefined;
  accounts: readonly Granted[];
}

/** The last SCA of a TPP and PSU. */
export interface LastSca {
  readonly tpp: number;
  readonly psu: string;
  at: number;
}

/** A call without the PSU that was answered. */
export interface CountedCall extends Granted {
  readonly tpp: number;
  readonly psu: string;
  readonly read: string;
  at: number;
}
