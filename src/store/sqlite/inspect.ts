/**
 * Looking at a store without using it: nothing is made or written.
 *
 * @see C-doctor
 */
import { statSync } from 'node:fs';
import { refuseForeign, refuseOpenToOthers } from '../../own-file.ts';
import type { Work } from '../contract.ts';
import { refuseOtherVersion, type Schema } from '../schema.ts';
import { openConnection } from './connection.ts';
import { loadDriver } from './driver.ts';
import { damagedFault, openingFault } from './failures.ts';
import { runWork, untilFree } from './transaction.ts';
import { versionOf } from './writer.ts';

export interface InspectMeans {
  readonly schema: Schema;
  readonly uid: number | undefined;
  readonly now: () => number;
  readonly random: () => number;
}

/** Who works with the store holds its lock for milliseconds; who holds it for as long as this hangs. */
const LOCK_LIMIT_MS = 2_000;

/**
 * What `look` finds in a store that SQLite finds whole and that could be written in now; undefined for a file that is
 * not there yet. `look` only reads.
 * @throws Fault PERMISSIONS, STORE_DAMAGED, STORE_UNUSABLE; STORE_BUSY when another process keeps it locked
 */
export async function inspectStore<T>(
  path: string,
  { schema, uid, now, random }: InspectMeans,
  look: Work<T>,
): Promise<T | undefined> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isFile() && stats.size === 0)) return undefined;
  refuseForeign(path, stats, uid);
  refuseOpenToOthers(path, stats, uid);
  const wait = { path, limitMs: LOCK_LIMIT_MS, random };
  try {
    const connection = await untilFree(() => openConnection(loadDriver(), path, { readOnly: false }), wait);
    try {
      // With the lock, which nobody else has then: it is given back without a change.
      await untilFree(() => connection.command('BEGIN IMMEDIATE'), wait);
      const finding = connection.pragma('quick_check(1)');
      if (finding !== 'ok') throw damagedFault(path, String(finding));
      const version = versionOf(connection);
      if (version > 0) refuseOtherVersion(schema, version, path);
      return runWork(connection, look, { now: now() });
    } finally {
      connection.close();
    }
  } catch (error) {
    throw openingFault(path, error);
  }
}
