import type { Place } from '../file/place.ts';

export type MadeKind = 'accounts' | 'cards';

/** Keeps what is made at a bank that doesn't list it. @see C-seed-real-sandbox */
export interface Making {
  /** Told before one is asked for. */
  begin(kind: MadeKind, key: string, place: Place): void;
  /** Told of the answer. @param id absent: it is certain that none was made */
  end(kind: MadeKind, key: string, place: Place, id: string | undefined): void;
  /** Where it is written that one may have been made, whose id nobody knows. */
  uncertainIn(kind: MadeKind, key: string): string | undefined;
}

/** For a bank that lists all. */
export const NOT_KEPT: Making = { begin: () => {}, end: () => {}, uncertainIn: () => undefined };
