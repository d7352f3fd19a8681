/**
 * Looking a file through before it is used: what was copied over it, or into it by a log that was another file's, is
 * seen by nobody else.
 *
 * @see S1-store-damaged, S3-failed-connection
 */
import type { Connection } from './connection.ts';
import { damagedFault } from './failures.ts';
import type { Prepared } from './file-guard.ts';
import { type LockWait, untilFree } from './lock-wait.ts';

/** A file as long as this is looked through in some 20 ms, one with a new world in it in a third of one. */
const SMALL = 8n * 1024n * 1024n;

/**
 * A small file is looked through whenever it is opened, and any other that has a log with something in it: a crash left
 * that, or a process that is at work. Throws Fault STORE_DAMAGED.
 */
export async function checkOpened(
  connection: Connection,
  { file, logSize }: Prepared,
  wait: LockWait,
): Promise<void> {
  if (file.size <= SMALL || logSize > 0n) await check(connection, 'integrity_check(1)', wait);
}

/** After a connection has failed, at whatever size. Throws Fault STORE_DAMAGED. */
export function checkSuspect(connection: Connection, wait: LockWait): Promise<void> {
  return check(connection, 'quick_check(1)', wait);
}

async function check(connection: Connection, pragma: string, wait: LockWait): Promise<void> {
  const finding = await untilFree(() => connection.pragma(pragma), wait);
  if (finding !== 'ok') throw damagedFault(wait.path, String(finding));
}
