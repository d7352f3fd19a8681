import { existsSync, renameSync, rmSync } from 'node:fs';
import { type ProfilePlaces, worldsBeside } from '../../settings/home.ts';
import type { BankKind } from '../../settings/setting-table.ts';
import { removeStore } from '../../store/sqlite/store-file.ts';

/**
 * Removes what this program has kept for a profile, but for keys and certificates.
 * @returns the stores that were there, and the folder of worlds
 * @see C-profile-remove
 */
export function removeKept({ ledger, store }: ProfilePlaces, bank: BankKind): readonly string[] {
  const removed = removeStore(ledger);
  if (bank !== 'embedded') return removed;
  return [...removed, ...removeStore(store), ...removeWorlds(worldsBeside(store))];
}

/** A bank that runs finds it gone at once, and makes nothing in what is being removed. */
function removeWorlds(folder: string): readonly string[] {
  const leaving = `${folder}.removed`;
  rmSync(leaving, { recursive: true, force: true });
  if (!existsSync(folder)) return [];
  renameSync(folder, leaving);
  rmSync(leaving, { recursive: true, force: true });
  return [folder];
}
