/** Where something stands in a seed file; both from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Where something stands, and what it is. */
export interface Where {
  readonly place: Place;
  /** `customers[0].accounts[1].bban`; empty for the file itself and the lines of another. */
  readonly path: string;
}

/** One thing that is wrong in a seed file. @see C-seed-checked */
export interface SeedFault extends Where {
  /** One sentence. */
  readonly message: string;
  /** One sentence: what to write. */
  readonly remedy: string;
}
