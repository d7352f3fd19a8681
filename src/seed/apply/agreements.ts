import {
  createSandboxAgreement,
  createSandboxEngagement,
  deleteSandboxEngagement,
} from '../../client/sandbox/agreements.ts';
import type { SandboxAgreement, SandboxEngagement } from '../../wire/sandbox/agreement.ts';
import type { SeedAgreement, SeedEngagement } from '../world.ts';
import type { HeldAccounts } from './accounts.ts';
import type { HeldCustomer } from './customers.ts';
import { bodyOf, type Hand, send } from './hand.ts';
import { differing } from './tally.ts';
import { key } from './words.ts';
import { forEachOf } from './workers.ts';

/** An agreement of the files with its engagements; what a plan would make isn't at the bank. */
export interface HeldAgreement {
  readonly seed: SeedAgreement;
  readonly atBank: SandboxAgreement | undefined;
  readonly engagements: readonly HeldEngagement[];
}

interface HeldEngagement {
  readonly seed: SeedEngagement;
  readonly atBank: SandboxEngagement | undefined;
}

/** What engagements name besides. */
export interface Held {
  readonly customers: ReadonlyMap<string, HeldCustomer>;
  readonly accounts: HeldAccounts;
}

export function matchAgreements(
  agreements: readonly SeedAgreement[],
  there: readonly SandboxAgreement[],
): ReadonlyMap<SeedAgreement, SandboxAgreement> {
  const last = [...there].sort((left, right) => (left.agreementId < right.agreementId ? 1 : -1));
  const known = new Map(last.map((one) => [key(one.owner, one.name), one]));
  const matches = agreements.map((seed) => [seed, known.get(key(seed.owner, seed.name))] as const);
  return new Map(
    matches.filter((match): match is [SeedAgreement, SandboxAgreement] => match[1] !== undefined),
  );
}

export async function convergeAgreements(
  hand: Hand,
  agreements: readonly SeedAgreement[],
  there: readonly SandboxAgreement[],
  held: Held,
): Promise<readonly HeldAgreement[]> {
  const matched = matchAgreements(agreements, there);
  const result = new Map<SeedAgreement, HeldAgreement>();
  await forEachOf(agreements, async (seed) => {
    const one = canOwn(hand, seed, held) ? await convergeOne(hand, seed, matched.get(seed), held) : undefined;
    if (one !== undefined) result.set(seed, one);
  });
  return agreements.flatMap((seed) => result.get(seed) ?? []);
}

/** Whether its owner is CORPORATE at the bank too: the bank takes no other. */
function canOwn({ tally }: Hand, seed: SeedAgreement, { customers }: Held): boolean {
  const type = customers.get(seed.owner)?.atBank?.customerType;
  if (type === undefined || type === 'CORPORATE') return true;
  const { place, engagements } = seed;
  const why = `its owner is ${type} at the bank`;
  tally.add({ fate: 'differs', sort: 'agreements', what: agreementInWords(seed), why, place });
  for (const one of engagements)
    tally.add({
      ...{ fate: 'differs', sort: 'engagements', what: engagementInWords(one) },
      why,
      place: one.place,
    });
  return false;
}

async function convergeOne(
  hand: Hand,
  seed: SeedAgreement,
  there: SandboxAgreement | undefined,
  held: Held,
): Promise<HeldAgreement> {
  const { tally } = hand;
  const { owner, name, place } = seed;
  if (there === undefined)
    tally.add({ fate: 'created', sort: 'agreements', what: agreementInWords(seed), place });
  else tally.unchanged('agreements');
  const atBank = there ?? (await send(hand, createSandboxAgreement, bodyOf({ owner, name }), place));
  const engagements: HeldEngagement[] = [];
  for (const one of seed.engagements)
    engagements.push({ seed: one, atBank: await engage(hand, seed, one, { atBank, held }) });
  return { seed, atBank, engagements };
}

interface Around {
  readonly atBank: SandboxAgreement | undefined;
  readonly held: Held;
}

/** Roles and limits change by a new engagement of the same customer and account. */
async function engage(
  hand: Hand,
  { owner }: SeedAgreement,
  seed: SeedEngagement,
  { atBank, held: { accounts } }: Around,
): Promise<SandboxEngagement | undefined> {
  const { place, customer, account } = seed;
  const iban = accounts.get(key(owner, account))?.atBank?.iban;
  const known = atBank?.engagements.find((one) => one.customer === customer && one.account.iban === iban);
  const why = known === undefined ? undefined : engagementDiffers(seed, known);
  if (known !== undefined && why === undefined) {
    hand.tally.unchanged('engagements');
    return known;
  }
  const what = engagementInWords(seed);
  hand.tally.add({
    ...{ fate: known === undefined ? 'created' : 'changed', sort: 'engagements', what, place },
    ...(why === undefined ? {} : { why }),
  });
  // A plan may know neither the agreement nor the account.
  if (atBank === undefined || iban === undefined) return undefined;
  const { agreementId: mockAgreementId } = atBank;
  if (known !== undefined) {
    const mockEngagementId = known.engagementId;
    await send(hand, deleteSandboxEngagement, { mockAgreementId, mockEngagementId }, place);
  }
  const body = bodyOf(engagementBody(seed, iban));
  return send(hand, createSandboxEngagement, { mockAgreementId, ...body }, place);
}

function engagementBody({ customer, roles, registerLimit, approvalLimit }: SeedEngagement, iban: string) {
  return {
    ...{ customer, account: { iban }, roles },
    ...(registerLimit === undefined ? {} : { registerLimit }),
    ...(approvalLimit === undefined ? {} : { approvalLimit }),
  };
}

function engagementDiffers(seed: SeedEngagement, there: SandboxEngagement): string | undefined {
  return differing([
    ['roles', there.roles.join(', '), seed.roles.join(', ')],
    ['registerLimit', there.registerLimit, seed.registerLimit],
    ['approvalLimit', there.approvalLimit, seed.approvalLimit],
  ]);
}

export function agreementInWords({ name, owner }: Pick<SeedAgreement, 'name' | 'owner'>): string {
  return `agreement ${name} of ${owner}`;
}

function engagementInWords({ customer, account }: Pick<SeedEngagement, 'customer' | 'account'>): string {
  return `engagement of ${customer} for ${account}`;
}
