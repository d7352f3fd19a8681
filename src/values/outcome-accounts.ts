/** How a payment to an outcome account ends: the status or the code that a TPP then sees. */
export type Outcome = 'RJCT' | 'PDNG' | 'ACWP' | 'PAYMENT_FAILED' | 'SYSTEM_ERROR';

/** A creditor account at another bank whose number decides how payments to it end. */
export interface OutcomeAccount {
  readonly bban: string;
  readonly outcome: Outcome;
  /** The outcome of a payment to it, in words. */
  readonly text: string;
}

/**
 * For TPPs that reach no operator: every end of a payment can be had by its creditor's number.
 * @see D8-outcome-accounts
 */
export const OUTCOME_ACCOUNTS: readonly OutcomeAccount[] = [
  { bban: '99920900018', outcome: 'RJCT', text: 'Rejected in its run' },
  {
    bban: '99920900026',
    outcome: 'PDNG',
    text: "Held in its run, released in the next bank day's first run",
  },
  { bban: '99920900034', outcome: 'ACWP', text: 'Sent in its run without booking, settled in the next run' },
  { bban: '99920900042', outcome: 'PAYMENT_FAILED', text: 'Refused when it is created' },
  { bban: '99920900050', outcome: 'SYSTEM_ERROR', text: 'Its SCA fails because of an error at the bank' },
];

const BY_BBAN: ReadonlyMap<string, Outcome> = new Map(
  OUTCOME_ACCOUNTS.map(({ bban, outcome }) => [bban, outcome]),
);

/** How payments to this account end; undefined where its number decides nothing. */
export function getOutcome(bban: string): Outcome | undefined {
  return BY_BBAN.get(bban);
}
