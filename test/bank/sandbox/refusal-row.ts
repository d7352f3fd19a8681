import type { TestBank } from '../../support/bank.ts';

// biome-ignore lint/suspicious/noExplicitAny: accounts, cards and answers as the sandbox shows them
type Shown = any;

/** What is sent; the bank has one customer of the test's own, with one account and one card. */
export type Sending = (
  bank: TestBank,
  own: Shown,
  other: Shown,
  card: Shown,
) => Promise<{ status: number; json: Shown }>;

export interface Row {
  readonly what: string;
  readonly send: Sending;
  readonly status: number;
  /** Code and path of each message. */
  readonly faults: readonly string[];
}
