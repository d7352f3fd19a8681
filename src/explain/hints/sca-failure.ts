/**
 * What to change about a payment whose SCA failed, by the code of the PSU's redirect: what a creation is not told of
 * the debtor account comes out there.
 * @see D4-debtor-later
 */
const CHANGES: Readonly<Record<string, string>> = {
  PSU_CREDENTIALS_INVALID: "Pay from one of this PSU's accounts, or add --as with the account's owner.",
  FORMAT_ERROR: "Set --from-currency to the account's currency.",
  FORBIDDEN: 'Pay from another account. Payments from this one are blocked.',
  PAYMENT_FAILED: "Send less, or check the accounts' balances: psd2 sandbox account list",
};

export function hintOfFailure(code: string | undefined): string | undefined {
  return code === undefined ? undefined : CHANGES[code];
}

/** What to do where an SCA failed that was for no payment: a company acts in an agreement only. */
export function hintOfAsked(code: string): string | undefined {
  if (code !== 'PSU_CREDENTIALS_INVALID') return undefined;
  return 'Check the customer number. To act for a company, the PSU needs an agreement, and you need --agreement. To list or create agreements:\npsd2 sandbox agreement list\npsd2 sandbox agreement create --owner NUMBER --name NAME';
}
