/** What a code means, and what to do about it. */
export interface Explanation {
  readonly means: string;
  readonly next: string;
}
