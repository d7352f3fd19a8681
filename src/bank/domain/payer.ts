/**
 * From which accounts a PSU pays: its own, those of the owner of the agreement in which it acts, or those of the
 * owner's that it is engaged for.
 * @see D8-engaged-accounts
 */
export interface Payer {
  /** customerNumber of whose accounts they are. */
  readonly owner: string;
  /** Ids of the only ones, for one who is engaged; absent: all of the owner's, cards too. */
  readonly accounts?: ReadonlySet<string>;
}

/** Whether there is such an account and the payer pays from it: nobody is told which of the two it isn't. */
export function paysFrom<A extends { readonly id: string; readonly customerNumber: string }>(
  payer: Payer | undefined,
  account: A | undefined,
): account is A {
  if (payer === undefined || account?.customerNumber !== payer.owner) return false;
  return payer.accounts?.has(account.id) ?? true;
}
