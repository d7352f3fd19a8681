import { restoreSnapshot, takeSnapshot } from '../../client/operator/snapshots.ts';
import { Fault } from '../../errors.ts';
import { WITH_THE_REST } from '../../explain/world-in-words.ts';
import { openSettings } from '../../settings/open-settings.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import type { RestoredWorld } from '../../wire/snapshot.ts';
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

/**
 * Puts a saved world in the place of the sandbox's. A person is asked before anything goes.
 * @throws Fault INTERRUPTED where they say no
 * @see D16-restore, C-snapshot
 */
export function restoreSaved(
  program: Program,
  { name, yes }: { readonly name: string; readonly yes: boolean },
  given: GivenFlags,
): Promise<RestoredSnapshot> {
  const file = snapshotPath(openSettings(program.surroundings, given), name);
  refuseMissing(file);
  const records = readSnapshotFile(file);
  const asks = !yes && program.atTerminal !== undefined && program.seeing?.sendsNothing !== true;
  return atBank(
    program,
    given,
    async ({ session, profile, withMeta }) => {
      if (asks) await agreeTo(program, profile.name, name);
      const { resource, meta } = await session.operate(restoreSnapshot, { records });
      return withMeta({ resource: { name, file, ...resource }, meta });
    },
    OPERATOR,
  );
}

async function agreeTo({ agrees }: Program, profile: string, name: string): Promise<void> {
  const about = `This replaces the sandbox's data (profile ${profile}) with snapshot ${name}, ${WITH_THE_REST}.`;
  if (await agrees(about, 'Replace it?')) return;
  throw new Fault('INTERRUPTED', 'Not sent. Nothing was changed at the bank.');
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

/** @throws Fault INPUT_INVALID where there is no such snapshot */
export function deleteSnapshot({ surroundings }: Program, name: string, given: GivenFlags): SnapshotFile {
  const settings = openSettings(surroundings, given);
  refuseUnmet(settings.profile, OPERATOR);
  const file = snapshotPath(settings, name);
  refuseMissing(file);
  return deleteSnapshotFile(file);
}
