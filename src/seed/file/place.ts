/** Where something stands in a seed file; both from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One thing that is wrong in a seed file. @see S0-seed-checked */
export interface SeedFault {
  readonly place: Place;
  /** `customers[0].accounts[1].bban`; empty for the file itself. */
  readonly path: string;
  /** One sentence. */
  readonly message: string;
  /** One sentence: what to write. */
  readonly remedy: string;
}
