/** What a cause says, put after the message of its row, and what to do about it where the row's remedy is not enough. */
export type CauseText = string | readonly [says: string, remedy: string];

/** One row of the table of findings. @see G4-closed-table */
export interface FindingRow {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly remedy: string;
  readonly causes: Readonly<Record<string, CauseText>>;
}

export function wordsOf(cause: CauseText): string {
  return typeof cause === 'string' ? cause : cause[0];
}

/** The remedy of a cause; undefined where that of its row will do. */
export function remedyOf(cause: CauseText): string | undefined {
  return typeof cause === 'string' ? undefined : cause[1];
}
