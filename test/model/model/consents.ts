import { accountAt, madeAt } from './accounts.ts';
import { paysFrom } from './agreements.ts';
import type { Consent, SeenAccount } from './information.ts';
import type { Model, Sca } from './state.ts';

/** Which accounts a PSU lets a TPP see. @see decisions.md §6 Consent, §15 */

/** Who lets whom see, for itself or in an agreement. */
export type ConsentOf = Pick<Consent, 'tpp' | 'psu' | 'agreement'>;

function consentOf({ consents }: Model, { tpp, psu, agreement }: ConsentOf): Consent | undefined {
  return consents.find((one) => one.tpp === tpp && one.psu === psu && one.agreement === agreement);
}

function has(accounts: readonly SeenAccount[], { account, made }: SeenAccount): boolean {
  return accounts.some((one) => one.account === account && one.made === made);
}

/** All that a PSU has in a context. */
function listedFor(model: Model, { psu, agreement }: ConsentOf): SeenAccount[] {
  return [...model.facts.keys()]
    .filter((place) => paysFrom(model, psu, agreement, accountAt(model, place)))
    .map((account) => ({ account, made: madeAt(model, account) }));
}

/** What is granted and still there: none where it never was, was revoked, or lost its accounts. */
export function granted(model: Model, of: ConsentOf): readonly SeenAccount[] {
  const accounts = consentOf(model, of)?.accounts ?? [];
  return accounts.filter(
    ({ account, made }) => accountAt(model, account) !== undefined && madeAt(model, account) === made,
  );
}

export function wasGiven(model: Model, of: ConsentOf): boolean {
  return consentOf(model, of) !== undefined;
}

/** Of what is granted, what the PSU has in the context now. */
export function seenIn(model: Model, of: ConsentOf): SeenAccount[] {
  const listed = listedFor(model, of);
  return granted(model, of).filter((one) => has(listed, one));
}

function ofSca({ tpp, identified, agreement }: Sca): ConsentOf {
  return { tpp, psu: identified ?? '', agreement };
}

/** What the operator leaves to the bank: what is granted, and all where nothing is. */
export function chosenFor(model: Model, sca: Sca): readonly SeenAccount[] {
  const seen = seenIn(model, ofSca(sca));
  return seen.length > 0 ? seen : listedFor(model, ofSca(sca));
}

/** The PSU confirms what they have chosen, as far as it is there still. */
export function give(model: Model, sca: Sca): void {
  const of = ofSca(sca);
  const listed = listedFor(model, of);
  const accounts = (sca.accounts ?? []).filter((one) => has(listed, one));
  sca.accounts = accounts;
  const known = consentOf(model, of);
  if (known) known.accounts = accounts;
  else if (accounts.length > 0) model.consents.push({ ...of, accounts });
}
