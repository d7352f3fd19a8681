/**
 * Mistakes that the suite must catch: `npm run mutate` (scripts/mutate.mjs) makes each in a copy of the checkout and
 * runs the tests of its room on it. They are as somebody could make them: another comparison, a lost line, a swapped
 * field. One that changes nothing a user could see has no place here.
 */

/** One mistake. */
export interface Mutation {
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /** What a user would suffer, in one sentence. */
  readonly suffers: string;
  /** The test file that most likely catches it, and soonest: it is tried before the whole room. */
  readonly by: string;
}

/** A part of the program with the tests that look after it. */
export interface Room {
  readonly name: string;
  /** Folders. */
  readonly tests: readonly string[];
  readonly mutations: readonly Mutation[];
}
