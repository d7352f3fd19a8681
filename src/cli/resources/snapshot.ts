import type { ForkedProfile } from '../../app/sandbox/fork.ts';
import type {
  ListedSnapshots,
  RestoredSnapshot,
  SavedSnapshot,
  SnapshotFile,
} from '../../app/sandbox/snapshots.ts';
import { card, table } from '../presentation.ts';

export type { ForkedProfile, ListedSnapshots, RestoredSnapshot, SavedSnapshot, SnapshotFile };

export const savedSnapshot = card<SavedSnapshot>([
  { label: 'Saved', kind: 'identifier', value: ({ name }) => name, isQuiet: true },
  { label: 'File', kind: 'identifier', value: ({ file }) => file },
  { label: 'Records', value: ({ records }) => `${records}` },
]);

export const restoredSnapshot = card<RestoredSnapshot>([
  { label: 'Restored', kind: 'identifier', value: ({ name }) => name, isQuiet: true },
  { label: 'Customers', value: ({ customers }) => `${customers}` },
  { label: 'Accounts', value: ({ accounts }) => `${accounts}` },
  { label: 'Card accounts', value: ({ cardAccounts }) => `${cardAccounts}` },
  { label: 'Agreements', value: ({ agreements }) => `${agreements}` },
  { label: 'Transactions', value: ({ transactions }) => `${transactions}` },
  { label: 'Payments', value: ({ payments }) => `${payments}` },
]);

export const listedSnapshots = table<SnapshotFile, ListedSnapshots>(
  [
    { label: 'Snapshot', kind: 'identifier', value: ({ name }) => name, isQuiet: true },
    { label: 'Saved', kind: 'date', value: ({ savedAt }) => savedAt },
    { label: 'Bytes', value: ({ bytes }) => `${bytes}` },
    { label: 'File', kind: 'identifier', value: ({ file }) => file },
  ],
  ({ items }) => items,
  'No snapshots. Save one:\npsd2 sandbox snapshot save NAME',
);

export const deletedSnapshot = card<SnapshotFile>([
  { label: 'Deleted', kind: 'identifier', value: ({ name }) => name, isQuiet: true },
  { label: 'File', kind: 'identifier', value: ({ file }) => file },
]);

export const forkedProfile = card<ForkedProfile>([
  { label: 'Profile', kind: 'identifier', value: ({ name }) => name, isQuiet: true },
  { label: 'Forked from', kind: 'identifier', value: ({ parent }) => parent },
  { label: 'Store', kind: 'identifier', value: ({ store }) => store },
]);
