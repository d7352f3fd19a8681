import { agreeToDeletion } from '../app/agree-to-deletion.ts';
import { type AtBank, atBank } from '../app/at-bank.ts';
import { hasOperator } from '../app/only-sandbox.ts';
import type { Program } from '../app/program.ts';
import { todayAt } from '../app/today.ts';
import { clock } from '../clock.ts';
import { type Applied, applyWorld, type Progress } from '../seed/apply/apply.ts';
import type { Removal } from '../seed/apply/prune.ts';
import { Remembered } from '../seed/apply/remembered.ts';
import { faultInWords, seedFault } from '../seed/faults.ts';
import { readWorld } from '../seed/read-world.ts';
import { seedSource } from '../seed/seed-source.ts';
import type { SeedSource, World } from '../seed/world.ts';
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
export async function seed(program: Program, seeding: Seeding, given: GivenFlags): Promise<Seeded> {
  const sources = seeding.files.map(seedSource);
  const early = isFresh(program, given.profile as string | undefined)
    ? expectWorld(sources, osloDate(clock()))
    : undefined;
  return atBank(
    program,
    given,
    async (there) => {
      const today = await todayAt(there.session);
      const { world, warnings } = early?.today === today ? early : expectWorld(sources, today);
      for (const warning of warnings) program.always(`Warning: ${faultInWords(warning)}`);
      return applyAt(program, there, world, seeding);
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
  program: Program,
  { session, profile }: AtBank,
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
      if (removals.length > 0) await agreeTo(program, profile.name, { removals, yes });
      if (profile.bank !== 'embedded')
        program.always(`Profile ${profile.name} at ${new URL(profile.remote.baseUrl).host}: sandbox seed.`);
      program.waits({ text: PARTLY, hint: AGAIN });
    },
    onProgress: (progress) => program.onProgress(inWords(program, progress)),
  }).finally(() => program.waits(undefined));
  return { ...total, ...applied, isPlan };
}

const PARTLY = 'The seed may be applied in part';
const AGAIN = 'To finish it, run the same command again.';

function inWords({ progressBar }: Program, { transactions, of }: Progress): string {
  const bar = progressBar === undefined ? '' : `${progressBar(of === 0 ? 1 : transactions / of)}  `;
  return `Seeding  ${bar}${transactions} of ${of} transactions`;
}

/** Wants consent to what `--prune` deletes. @see C-deletion-consent */
async function agreeTo(
  program: Program,
  profile: string,
  { removals, yes }: { readonly removals: readonly Removal[]; readonly yes: boolean },
): Promise<void> {
  const shown = removals.slice(0, MOST_SHOWN).map(({ what }) => what);
  const more = removals.length > MOST_SHOWN ? [`and ${removals.length - MOST_SHOWN} more`] : [];
  const all = [...shown, ...more].join(', ');
  const what = `from the sandbox (profile ${profile}), with all that they own: ${all}.`;
  await agreeToDeletion(program, { yes, verb: 'delete', what });
}

const MOST_SHOWN = 10;
