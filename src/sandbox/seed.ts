import { clock } from '../clock.ts';
import { type Applied, applyWorld, type Progress } from '../seed/apply/apply.ts';
import type { Removal } from '../seed/apply/prune.ts';
import { Remembered } from '../seed/apply/remembered.ts';
import { faultInWords, seedFault } from '../seed/faults.ts';
import { readWorld } from '../seed/read-world.ts';
import { seedSource } from '../seed/seed-source.ts';
import type { SeedSource, World } from '../seed/world.ts';
import { type CommandContext, confirmDeletion, hasOperator } from '../session/context.ts';
import { readBankDate, type SessionContext, withSession } from '../session/with-session.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import { osloDate } from '../values/oslo.ts';
import { SANDBOX_DATA } from './resource.ts';
import { isFresh } from './world.ts';

export interface Seeding {
  /** Paths of seed files: together they are one world. */
  readonly files: readonly string[];
  readonly isPlan: boolean;
  readonly prunes: boolean;
  /** Whether somebody has agreed already that something is deleted. */
  readonly yes: boolean;
}

export interface Seeded extends Omit<Applied, 'total'> {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly differs: number;
  readonly deleted: number;
  readonly isPlan: boolean;
}

/**
 * Applies seed files to the profile's bank. Everything that is wrong in them is said before anything is sent, and before
 * a bank in this program is made.
 * @throws Fault INPUT_INVALID, FILE_UNREADABLE, and without consent to a deletion INPUT_MISSING, INTERRUPTED
 * @see C-seed, C-seed-converges
 */
export async function seed(context: CommandContext, seeding: Seeding, given: GivenFlags): Promise<Seeded> {
  const sources = seeding.files.map(seedSource);
  const early = isFresh(context, given.profile as string | undefined)
    ? expectWorld(sources, osloDate(clock()))
    : undefined;
  return withSession(
    context,
    given,
    async (there) => {
      const today = await readBankDate(there.session);
      const { world, warnings } = early?.today === today ? early : expectWorld(sources, today);
      for (const warning of warnings) context.io.always(`Warning: ${faultInWords(warning)}`);
      return applyAt(context, there, world, seeding);
    },
    SANDBOX_DATA,
  );
}

function expectWorld(sources: readonly SeedSource[], today: string) {
  const reading = readWorld(sources, today);
  if (reading.ok) return { ...reading, today };
  throw seedFault(reading.faults);
}

async function applyAt(
  context: CommandContext,
  { session, profile }: SessionContext,
  world: World,
  { files, isPlan, prunes, yes }: Seeding,
): Promise<Seeded> {
  const { origin, basePath } = session.place;
  const remembered = hasOperator(profile) ? undefined : new Remembered(`${origin}${basePath}`, files);
  const { total, ...applied } = await applyWorld(session, world, {
    isPlan,
    prunes,
    remembered,
    beforeFirst: async (removals) => {
      if (isPlan) return;
      if (removals.length > 0) await agreeTo(context, profile.name, { removals, yes });
      if (profile.bank !== 'embedded')
        context.io.always(
          `Profile ${profile.name} at ${new URL(profile.remote.baseUrl).host}: sandbox seed.`,
        );
      context.io.setPendingSca({ text: PARTLY, hint: AGAIN });
    },
    onProgress: (progress) => context.io.progress.tell(inWords(context, progress)),
  }).finally(() => context.io.setPendingSca(undefined));
  return { ...total, ...applied, isPlan };
}

const PARTLY = 'The seed may be applied in part';
const AGAIN = 'To finish it, run the same command again.';

function inWords({ io }: CommandContext, { transactions, of }: Progress): string {
  const drawn = io.progress.bar?.(of === 0 ? 1 : transactions / of);
  const bar = drawn === undefined ? '' : `${drawn}  `;
  return `Seeding  ${bar}${transactions} of ${of} transactions`;
}

/** Wants consent to what `--prune` deletes. @see C-deletion-consent */
async function agreeTo(
  context: CommandContext,
  profile: string,
  { removals, yes }: { readonly removals: readonly Removal[]; readonly yes: boolean },
): Promise<void> {
  const shown = removals.slice(0, MOST_SHOWN).map(({ what }) => what);
  const more = removals.length > MOST_SHOWN ? [`and ${removals.length - MOST_SHOWN} more`] : [];
  const all = [...shown, ...more].join(', ');
  const what = `from the sandbox (profile ${profile}), with all that they own: ${all}.`;
  await confirmDeletion(context, { yes, verb: 'delete', what });
}

const MOST_SHOWN = 10;
