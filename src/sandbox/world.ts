import { statSync } from 'node:fs';
import type { Session } from '../client/session.ts';
import { type CommandContext, confirmDeletion } from '../session/context.ts';
import type { SessionContext } from '../session/with-session.ts';
import { openSettings } from '../settings/precedence.ts';
import { formatCount } from '../values/duration.ts';
import type { SandboxWorld } from '../wire/answers/sandbox.ts';
import type { ParsedInput, SandboxCommand } from './command.ts';
import { ACCOUNTS, AGREEMENTS, CARD_ACCOUNTS, CUSTOMERS } from './resources.ts';

/** Counts of a sandbox's data; the bank has no list of payments, baskets, sessions and consents. */
export type WorldCounts = Readonly<Record<keyof SandboxWorld, number>>;

const LISTS = {
  customers: { type: CUSTOMERS, one: 'customer' },
  accounts: { type: ACCOUNTS, one: 'account' },
  cardAccounts: { type: CARD_ACCOUNTS, one: 'card account' },
  agreements: { type: AGREEMENTS, one: 'agreement' },
} as const;

const NAMES = Object.keys(LISTS) as readonly (keyof SandboxWorld)[];

/** Formats `4 customers, 8 accounts, 2 card accounts and 2 agreements`. */
export function formatWorld(counts: WorldCounts): string {
  const parts = NAMES.map((name) => formatCount(counts[name], LISTS[name].one));
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

export function formatGone(gone: WorldCounts): string {
  return `Gone: ${formatWorld(gone)}, ${WITH_THE_REST}.`;
}

const WITH_THE_REST = 'with all payments, baskets, sessions and consents';

/** Checks whether the embedded bank isn't created yet. */
export function isFresh({ surroundings }: CommandContext, profileName: string | undefined): boolean {
  const { profile, places } = openSettings(surroundings, { profile: profileName });
  return profile.bank === 'embedded' && (statSync(places.store, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

async function countWorld(session: Session): Promise<WorldCounts> {
  const counts: [string, number][] = [];
  for (const name of NAMES) {
    const { resource } = await session.lookUp<void, readonly object[]>(LISTS[name].type.list, undefined);
    counts.push([name, resource.length]);
  }
  return Object.fromEntries(counts) as WorldCounts;
}

/**
 * Replaces all the sandbox's data, with consent if there is any.
 * @param question follows the verb; `{data}` names the profile's data, `{world}` counts it
 * @returns the previous counts, if the output shows them
 * @throws Fault INPUT_MISSING, INTERRUPTED without consent
 * @see C-init-asks, C-deletion-consent
 */
export async function replaceWorld<Made>(
  command: SandboxCommand,
  parsed: ParsedInput,
  { verb, question }: { readonly verb: 'delete' | 'replace'; readonly question: string },
  replace: (there: SessionContext) => Promise<Made>,
  need?: Parameters<SandboxCommand['act']>[2],
): Promise<{ readonly made: Made; readonly gone: WorldCounts | undefined }> {
  const { context, tellsPeople } = command;
  const yes = parsed.flags.yes === true;
  const isNothingThere = isFresh(context, parsed.flags.profile) || context.exchange?.sendsNothing === true;
  return command.act(
    parsed,
    async (there) => {
      const counts = !isNothingThere && (!yes || tellsPeople) ? await countWorld(there.session) : undefined;
      if (counts !== undefined && Object.values(counts).some((count) => count > 0)) {
        const what = question
          .replace('{data}', () => `the sandbox's data (profile ${there.profile.name})`)
          .replace('{world}', `${formatWorld(counts)}, ${WITH_THE_REST}`);
        await confirmDeletion(context, { yes, verb, what });
      }
      return { made: await replace(there), gone: counts };
    },
    need,
  );
}
