import { restoreSnapshot, takeSnapshot } from '../../client/operator.ts';
import { isEmptyWorld, WITH_THE_REST, type WorldCounts, worldInWords } from '../../explain/world-in-words.ts';
import { openSettings } from '../../settings/open-settings.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import type { RestoredWorld } from '../../wire/snapshot.ts';
import { agreeToDeletion } from '../agree-to-deletion.ts';
import { atBank, type Meta } from '../at-bank.ts';
import { OPERATOR, refuseUnmet } from '../only-sandbox.ts';
import type { Program } from '../program.ts';
import {
  deleteSnapshotFile,
  listSnapshotFiles,
  readSnapshotFile,
  refuseMissing,
  refuseThere,
  type SnapshotFile,
  snapshotPath,
  writeSnapshotFile,
} from './snapshot-files.ts';
import { countsAt, isFresh } from './world.ts';

export type { SnapshotFile };

export type SavedSnapshot = SnapshotFile & { readonly records: number } & Meta;

/** Saves the sandbox's world in a file. @see D16-snapshot, C-snapshot */
export function saveSnapshot(
  program: Program,
  { name, force }: { readonly name: string; readonly force: boolean },
  given: GivenFlags,
): Promise<SavedSnapshot> {
  const { surroundings } = program;
  const settings = openSettings(surroundings, given);
  const file = snapshotPath(settings, name);
  refuseThere(file, name, force);
  return atBank(
    program,
    given,
    async ({ session, withMeta }) => {
      const { resource, meta } = await session.operate(takeSnapshot, undefined);
      const { records } = resource;
      const saved = writeSnapshotFile(file, records, surroundings, settings);
      return withMeta({ resource: { ...saved, records: records.length }, meta });
    },
    OPERATOR,
  );
}

export type RestoredSnapshot = { readonly name: string; readonly file: string } & RestoredWorld & Meta;

export interface Restored {
  readonly restored: RestoredSnapshot;
  /** Absent where it wasn't asked for, or nothing was there. */
  readonly gone?: WorldCounts;
}

/**
 * Puts a saved world in the place of the sandbox's, with consent where there is data.
 * @throws Fault INPUT_MISSING, INTERRUPTED without consent
 * @see D16-restore, C-snapshot, C-deletion-consent
 */
export function restoreSaved(
  program: Program,
  {
    name,
    yes,
    tellsWhatWent,
  }: { readonly name: string; readonly yes: boolean; readonly tellsWhatWent: boolean },
  given: GivenFlags,
): Promise<Restored> {
  const file = snapshotPath(openSettings(program.surroundings, given), name);
  refuseMissing(file);
  const records = readSnapshotFile(file, program.notice);
  const isNothingThere = isFresh(program, given) || program.seeing?.sendsNothing === true;
  return atBank(
    program,
    given,
    async ({ session, profile, withMeta }) => {
      const gone = !isNothingThere && (!yes || tellsWhatWent) ? await countsAt(session) : undefined;
      if (gone !== undefined && !isEmptyWorld(gone)) {
        const what = `the sandbox's data (profile ${profile.name}) with snapshot ${name}: ${worldInWords(gone)}, ${WITH_THE_REST}.`;
        await agreeToDeletion(program, { yes, verb: 'replace', what });
      }
      const { resource, meta } = await session.operate(restoreSnapshot, { records });
      const restored = withMeta({ resource: { name, file, ...resource }, meta });
      return { restored, ...(gone === undefined ? {} : { gone }) };
    },
    OPERATOR,
  );
}

export interface ListedSnapshots {
  readonly items: readonly SnapshotFile[];
}

/** Those in the folder, whichever profile saved them. */
export function listSnapshots({ surroundings }: Program, given: GivenFlags): ListedSnapshots {
  const settings = openSettings(surroundings, given);
  refuseUnmet(settings.profile, OPERATOR);
  return { items: listSnapshotFiles(settings) };
}

/**
 * @throws Fault INPUT_INVALID where there is no such snapshot; INPUT_MISSING, INTERRUPTED without consent
 * @see C-deletion-consent
 */
export async function deleteSnapshot(
  program: Program,
  { name, yes }: { readonly name: string; readonly yes: boolean },
  given: GivenFlags,
): Promise<SnapshotFile> {
  const settings = openSettings(program.surroundings, given);
  refuseUnmet(settings.profile, OPERATOR);
  const file = snapshotPath(settings, name);
  refuseMissing(file);
  await agreeToDeletion(program, { yes, verb: 'delete', what: `snapshot ${name} (${file}).` });
  return deleteSnapshotFile(file);
}
