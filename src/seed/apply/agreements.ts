import { createSandboxEngagement, deleteSandboxEngagement } from '../../client/sandbox.ts';
import type {
  SandboxAccount,
  SandboxAgreement,
  SandboxCustomer,
  SandboxEngagement,
} from '../../wire/answers/sandbox.ts';
import type { SeedAccount, SeedAgreement, SeedCustomer, SeedEngagement } from '../world.ts';
import { type ApplyContext, bodyOf, mapEach, send } from './context.ts';
import { converge, type Held } from './converge.ts';
import { AGREEMENTS, key } from './kinds.ts';
import { differing } from './tally.ts';

/** An agreement of the files with its engagements; what a plan would make isn't at the bank. */
export interface HeldAgreement extends Held<SeedAgreement, SandboxAgreement> {
  readonly engagements: readonly {
    readonly seed: SeedEngagement;
    readonly item: SandboxEngagement | undefined;
  }[];
}

/** What engagements name besides. */
export interface Parties {
  readonly customers: readonly Held<SeedCustomer, SandboxCustomer>[];
  readonly accounts: readonly Held<SeedAccount, SandboxAccount>[];
}

/** Makes agreements that the bank lacks, and makes their engagements what the files say. */
export async function convergeAgreements(
  context: ApplyContext,
  agreements: readonly SeedAgreement[],
  items: readonly SandboxAgreement[],
  { customers, accounts }: Parties,
): Promise<readonly HeldAgreement[]> {
  const types = new Map(customers.map(({ seed, item }) => [seed.number, item?.customerType ?? 'CORPORATE']));
  const ibans = new Map(accounts.map(({ seed, item }) => [key(seed.owner, seed.name), item?.iban]));
  const seeds = agreements.filter((seed) => canOwn(context, seed, types.get(seed.owner)));
  const held = await converge(context, AGREEMENTS, { seeds, items });
  return mapEach(held, async (agreement) => {
    const engagements: HeldAgreement['engagements'][number][] = [];
    for (const seed of agreement.seed.engagements) {
      const iban = ibans.get(key(agreement.seed.owner, seed.account));
      engagements.push({ seed, item: await engage(context, seed, agreement.item, iban) });
    }
    return { ...agreement, engagements };
  });
}

/** Whether its owner is CORPORATE at the bank too: the bank takes no other. */
function canOwn({ tally }: ApplyContext, seed: SeedAgreement, type: string | undefined): boolean {
  if (type === undefined || type === 'CORPORATE') return true;
  const why = `its owner is ${type} at the bank`;
  const { place, engagements } = seed;
  tally.add({ fate: 'differs', sort: 'agreements', what: AGREEMENTS.describe(seed), why, place });
  for (const one of engagements) {
    const what = describeEngagement(one);
    tally.add({ fate: 'differs', sort: 'engagements', what, why, place: one.place });
  }
  return false;
}

/** Roles and limits change by a new engagement of the same customer and account. */
async function engage(
  context: ApplyContext,
  seed: SeedEngagement,
  agreement: SandboxAgreement | undefined,
  iban: string | undefined,
): Promise<SandboxEngagement | undefined> {
  const { place, customer, roles, registerLimit, approvalLimit } = seed;
  const known = agreement?.engagements.find((one) => one.customer === customer && one.account.iban === iban);
  const why = known === undefined ? undefined : engagementDiffers(seed, known);
  if (known !== undefined && why === undefined) {
    context.tally.unchanged('engagements');
    return known;
  }
  const fate = known === undefined ? 'created' : 'changed';
  context.tally.add({ fate, sort: 'engagements', what: describeEngagement(seed), place, why });
  // A plan may know neither the agreement nor the account.
  if (agreement === undefined || iban === undefined) return undefined;
  const { agreementId: mockAgreementId } = agreement;
  if (known !== undefined) {
    const mockEngagementId = known.engagementId;
    await send(context, deleteSandboxEngagement, { mockAgreementId, mockEngagementId }, place);
  }
  const body = bodyOf({ customer, account: { iban }, roles, registerLimit, approvalLimit });
  return send(context, createSandboxEngagement, { mockAgreementId, ...body }, place);
}

function engagementDiffers(seed: SeedEngagement, there: SandboxEngagement): string | undefined {
  return differing([
    ['roles', there.roles.join(', '), seed.roles.join(', ')],
    ['registerLimit', there.registerLimit, seed.registerLimit],
    ['approvalLimit', there.approvalLimit, seed.approvalLimit],
  ]);
}

function describeEngagement({ customer, account }: SeedEngagement): string {
  return `engagement of ${customer} for ${account}`;
}
