/** The outcome of a payment to an outcome account: the status or the code that a TPP then gets. */
export type Outcome = 'RJCT' | 'PDNG' | 'ACWP' | 'PAYMENT_FAILED' | 'SYSTEM_ERROR';

/** A creditor account at another bank whose number decides the outcome of payments to it. */
export interface OutcomeAccount {
  readonly bban: string;
  readonly outcome: Outcome;
  /** The description of the outcome. */
  readonly text: string;
}

/**
 * For TPPs without an operator: the creditor's number selects every outcome of a payment.
 * @see D8-outcome-accounts
 */
export const OUTCOME_ACCOUNTS: readonly OutcomeAccount[] = [
  { bban: '99920900018', outcome: 'RJCT', text: 'Rejected in its run' },
  { bban: '99920900026', outcome: 'PDNG', text: 'Held in its run, released on the next bank day' },
  { bban: '99920900034', outcome: 'ACWP', text: 'Sent in its run, booked in the next run' },
  { bban: '99920900042', outcome: 'PAYMENT_FAILED', text: 'Refused when it is created' },
  { bban: '99920900050', outcome: 'SYSTEM_ERROR', text: 'Its SCA fails because of an error at the bank' },
];

const BY_BBAN: ReadonlyMap<string, Outcome> = new Map(
  OUTCOME_ACCOUNTS.map(({ bban, outcome }) => [bban, outcome]),
);

/** Returns the outcome of payments to this account; undefined if its number decides nothing. */
export function getOutcome(bban: string): Outcome | undefined {
  return BY_BBAN.get(bban);
}
