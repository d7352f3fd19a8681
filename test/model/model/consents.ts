import { accountAt, isCustomer, madeAt } from './accounts.ts';
import { offeredTo, paysFrom } from './agreements.ts';
import { type AccountFact, FIRM } from './facts.ts';
import type { Consent, Granted } from './information.ts';
import { type Caller, psuNamed, startSca, TOO_MANY_OPEN } from './psu.ts';
import { type Model, refused, type Said, type Sca } from './state.ts';

/** Which accounts a PSU lets a TPP see. @see D6-consent, D15-purpose */

/** Who gives what to whom: for itself, or in an agreement by its place. */
export interface ConsentOf {
  readonly tpp: number;
  readonly psu: string;
  readonly agreement: number | undefined;
}

/** Places of accounts and cards, or all of them; absent: what was granted, and all where nothing was. */
export type Asked = 'all' | readonly (number | 'nowhere')[] | undefined;

/** A TPP asks for one: always a new SCA. */
export function askFor(model: Model, caller: Caller): Said {
  const who = psuNamed(model, caller);
  if ('said' in who) return who.said;
  const sca = startSca(model, caller, { purpose: 'consent', psu: who.psu });
  return sca ? { status: 201, links: 'scaRedirect' } : TOO_MANY_OPEN;
}

/** What a consent could be about now. */
function listed(model: Model, { psu, agreement }: ConsentOf): Granted[] {
  return model.facts.flatMap((fact: AccountFact, account) => {
    const isTheirs = paysFrom(model, psu, agreement, accountAt(model, account) ? fact : undefined);
    return isTheirs ? [{ account, made: madeAt(model, account) }] : [];
  });
}

function isIn(granted: readonly Granted[], { account, made }: Granted): boolean {
  return granted.some((one) => one.account === account && one.made === made);
}

/** What is asked for, or the place of the first that is not the PSU's to choose. */
export function chosen(model: Model, of: ConsentOf, asked: Asked): readonly Granted[] | { unlisted: number } {
  const all = listed(model, of);
  if (asked === 'all') return all;
  if (asked === undefined) {
    const kept = seenIn(model, of);
    return kept.length > 0 ? kept : all;
  }
  const places = all.map(({ account }): number | 'nowhere' => account);
  const unlisted = asked.findIndex((place) => !places.includes(place));
  return unlisted < 0 ? all.filter(({ account }) => asked.includes(account)) : { unlisted };
}

/** Of what is granted, what the PSU has in the context now. */
export function seenIn(model: Model, of: ConsentOf): readonly Granted[] {
  const { accounts = [] } = consentOf(model, of) ?? {};
  return listed(model, of).filter((one) => isIn(accounts, one));
}

export function consentOf({ consents }: Model, { tpp, psu, agreement }: ConsentOf): Consent | undefined {
  return consents.find((one) => one.tpp === tpp && one.psu === psu && one.agreement === agreement);
}

/** A new selection takes the place of the old one; none that was never given is taken back. */
export function give(model: Model, of: ConsentOf, accounts: readonly Granted[]): void {
  const own = consentOf(model, of);
  if (own) own.accounts = [...accounts];
  else if (accounts.length > 0) model.consents.push({ ...of, accounts: [...accounts] });
}

/** The PSU confirms: what is gone meanwhile is left out. */
export function giveBy(model: Model, sca: Sca, psu: string): void {
  const of: ConsentOf = { tpp: sca.tpp, psu, agreement: sca.agreement };
  const there = listed(model, of);
  sca.chosen = (sca.chosen ?? []).filter((one) => isIn(there, one));
  give(model, of, sca.chosen);
}

/** Who may act there: for itself, or in an agreement. */
function actingFault(model: Model, psu: string, agreement: number | 'nobodys' | undefined): Said | undefined {
  if (!isCustomer(model, psu)) return refused(400, 'RESOURCE_UNKNOWN as');
  if (agreement === undefined) return psu === FIRM ? refused(400, 'FORMAT_ERROR agreementId') : undefined;
  const isOffered = agreement !== 'nobodys' && offeredTo(model, psu).includes(agreement);
  return isOffered ? undefined : refused(400, 'RESOURCE_UNKNOWN agreementId');
}

/** Directly with the bank. */
export function grant(
  model: Model,
  psu: string,
  { tpp, agreement }: { tpp: number; agreement: number | 'nobodys' | undefined },
  asked: Asked,
): Said {
  const fault = actingFault(model, psu, agreement);
  if (fault) return fault;
  const of: ConsentOf = { tpp, psu, agreement: agreement as number | undefined };
  const accounts = chosen(model, of, asked);
  if ('unlisted' in accounts) return refused(400, `RESOURCE_UNKNOWN accounts[${accounts.unlisted}]`);
  give(model, of, accounts);
  return { status: 200, granted: accounts.length };
}

/** From one TPP, or from all. */
export function revoke(
  model: Model,
  psu: string,
  { tpp, agreement }: { tpp: number | undefined; agreement: number | 'nobodys' | undefined },
): Said {
  const fault = actingFault(model, psu, agreement);
  if (fault) return fault;
  for (const one of model.consents) {
    const isOfTpp = tpp === undefined || one.tpp === tpp;
    if (isOfTpp && one.psu === psu && one.agreement === agreement) one.accounts = [];
  }
  return { status: 204 };
}

/** An account is gone. */
export function leave(model: Model, gone: Granted): void {
  for (const one of model.consents) {
    one.accounts = one.accounts.filter((granted) => !isIn([gone], granted));
  }
}

/** A customer is gone, or an agreement. */
export function endConsents(model: Model, isOfGone: (consent: Consent) => boolean): void {
  model.consents = model.consents.filter((consent) => !isOfGone(consent));
}
