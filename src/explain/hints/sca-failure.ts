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
