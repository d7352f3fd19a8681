import { accountAt, isCustomer, madeAt } from './accounts.ts';
import { type AccountFact, FIRM } from './facts.ts';
import { type Agreement, type Engagement, type Model, refused, type Said } from './state.ts';

/** The firm's agreements, and who is engaged in them. @see D8-agreement-members */

export const ROLES = ['VIEW REGISTER', 'VIEW', 'REGISTER'] as const;
export type Roles = (typeof ROLES)[number];
const UNKNOWN = refused(404, 'RESOURCE_UNKNOWN');
const GONE: Said = { status: 204 };

export function agree(model: Model): Said {
  if (!isCustomer(model, FIRM)) return refused(400, 'RESOURCE_UNKNOWN owner');
  model.agreements.push({ isGone: false });
  return { status: 201, links: 'engagements self' };
}

/** Its engagements go with it. */
export function disagree(model: Model, place: number | undefined): Said {
  const agreement = liveAgreement(model, place);
  if (!agreement) return UNKNOWN;
  agreement.isGone = true;
  endEngagements(model, (engagement) => engagement.agreement === place);
  model.consents = model.consents.filter((consent) => consent.agreement !== place);
  return GONE;
}

/** Who is engaged for which account, with which roles. */
export type Wanted = Omit<Engagement, 'isGone' | 'agreement' | 'made'>;

export function engage(model: Model, agreement: number | undefined, wanted: Wanted): Said {
  if (agreement === undefined || !liveAgreement(model, agreement)) return UNKNOWN;
  const { psu, account } = wanted;
  const faults = [
    ...(isCustomer(model, psu) ? [] : ['RESOURCE_UNKNOWN customer']),
    ...faultsOfAccount(accountAt(model, account)),
  ];
  if (faults.length > 0) return refused(400, ...faults);
  const isEngaged = engagementsIn(model, agreement).some((one) => one.psu === psu && one.account === account);
  if (isEngaged) return refused(409, 'CONFLICT');
  model.engagements.push({ ...wanted, agreement, made: madeAt(model, account), isGone: false });
  return { status: 201, links: 'self' };
}

function faultsOfAccount(account: AccountFact | undefined): string[] {
  if (!account) return ['RESOURCE_UNKNOWN account.iban'];
  return account.owner === FIRM ? [] : ['FORMAT_ERROR account.iban'];
}

/** An account is gone, or a customer. */
export function endEngagements(model: Model, isOfGone: (engagement: Engagement) => boolean): void {
  for (const engagement of model.engagements) if (isOfGone(engagement)) engagement.isGone = true;
}

/** The firm's agreements go with it. */
export function endAgreements(model: Model): void {
  for (const agreement of model.agreements) agreement.isGone = true;
  model.consents = model.consents.filter(({ agreement }) => agreement === undefined);
  endEngagements(model, () => true);
}

export function disengage(model: Model, place: number | undefined): Said {
  const engagement = model.engagements[place ?? -1];
  if (!engagement || engagement.isGone) return UNKNOWN;
  engagement.isGone = true;
  return GONE;
}

function liveAgreement({ agreements }: Model, place: number | undefined): Agreement | undefined {
  const agreement = agreements[place ?? -1];
  return agreement?.isGone ? undefined : agreement;
}

/** Those that are there, in the order in which they were made. */
export function engagementsIn({ engagements }: Model, agreement: number): Engagement[] {
  return engagements.filter((one) => one.agreement === agreement && !one.isGone);
}

/** Places of the agreements that a PSU may act in: its own, and those with an engagement of both roles. */
export function offeredTo(model: Model, psu: string): number[] {
  return [...model.agreements.keys()].filter((place) => {
    if (!liveAgreement(model, place)) return false;
    return psu === FIRM || engagementsIn(model, place).some((one) => isOfBoth(one) && one.psu === psu);
  });
}

function isOfBoth({ roles }: Engagement): boolean {
  return roles === 'VIEW REGISTER';
}

/**
 * Whether a PSU may have an account pay: its own; in an agreement the owner's, all of them or those of its engagements.
 * @param agreement absent: it acts for itself
 */
export function paysFrom(
  model: Model,
  psu: string | undefined,
  agreement: number | undefined,
  account: AccountFact | undefined,
): boolean {
  if (psu === undefined || account === undefined) return false;
  const { owner } = account;
  if (agreement === undefined) return owner === psu && psu !== FIRM;
  if (!offeredTo(model, psu).includes(agreement) || owner !== FIRM) return false;
  const engaged = engagementsIn(model, agreement).filter((one) => one.psu === psu && isOfBoth(one));
  return psu === FIRM || engaged.some((one) => model.facts[one.account] === account);
}
