/**
 * What to change about a payment whose SCA failed, by the code of the PSU's redirect: what a creation is not told of
 * the debtor account comes out there.
 * @see D4-debtor-later
 */
const CHANGES: Readonly<Record<string, string>> = {
  PSU_CREDENTIALS_INVALID: 'Pay from an account of this PSU, or name the PSU whose account it is with --as.',
  FORMAT_ERROR: "Give --from-currency the account's currency.",
  FORBIDDEN: 'Pay from another account: the right to pay from this one was taken away.',
  PAYMENT_FAILED: 'Send less, or see what the accounts hold: psd2 sandbox account list',
};

export function hintOfFailure(code: string | undefined): string | undefined {
  return code === undefined ? undefined : CHANGES[code];
}

/** What to do where an SCA failed that was for no payment: a company acts in an agreement only. */
export function hintOfAsked(code: string): string | undefined {
  if (code !== 'PSU_CREDENTIALS_INVALID') return undefined;
  return 'Check the customer number. Who acts for a company needs an agreement, which --agreement names. Those of a sandbox, and a new one:\npsd2 sandbox agreement list\npsd2 sandbox agreement create --owner NUMBER --name NAME';
}
