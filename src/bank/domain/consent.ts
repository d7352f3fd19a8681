/** An account or card account that a consent may be about, as its PSU knows it. @see D15-context-accounts */
export interface ConsentAccount {
  readonly id: string;
  readonly kind: 'ACCOUNT' | 'CARD';
  readonly name: string;
  /** The bban of an account, the masked number of a card. */
  readonly number: string;
}

/** Which accounts somebody asks for: all, those with these ids, or what they leave to the bank. */
export type AskedAccounts = 'all' | readonly string[] | undefined;

/**
 * What is asked for, of the accounts that there are, in their order; or the place of the first that is not among them.
 * What is left to the bank is what was granted, and all where nothing was.
 * @see D15-operator-accounts
 */
export function chosenOf(
  listed: readonly ConsentAccount[],
  asked: AskedAccounts,
  granted: ReadonlySet<string>,
): readonly string[] | { readonly unlisted: number } {
  if (asked === undefined || asked === 'all') {
    const kept = asked === 'all' ? [] : listed.filter(({ id }) => granted.has(id));
    return (kept.length > 0 ? kept : listed).map(({ id }) => id);
  }
  const known = new Set(listed.map(({ id }) => id));
  const unlisted = asked.findIndex((id) => !known.has(id));
  const wanted = new Set(asked);
  return unlisted < 0 ? listed.flatMap(({ id }) => (wanted.has(id) ? [id] : [])) : { unlisted };
}
