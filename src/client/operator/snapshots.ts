import type { RestoredWorld, Snapshot } from '../../wire/snapshot.ts';
import { act } from './act.ts';

/** The bank's world by natural keys. @see D16-snapshot */
export const takeSnapshot = act<void, Snapshot>('take snapshot', () => ({}));

/** Puts a world that was saved in the place of the one there is. @see D16-restore */
export const restoreSnapshot = act<Snapshot, RestoredWorld>('restore snapshot', (snapshot) => ({
  body: snapshot,
}));
