import type { TestBank } from '../../support/bank.ts';

/** What is sent; the bank has one customer of the test's own, with one account. */
// biome-ignore lint/suspicious/noExplicitAny: accounts as the sandbox shows them
export type Sending = (bank: TestBank, own: any, other: any) => Promise<{ status: number; json: any }>;

export interface Row {
  readonly what: string;
  readonly send: Sending;
  readonly status: number;
  /** Code and path of each message. */
  readonly faults: readonly string[];
}
