import type { ClearedFaults, ListedFaults, ShownFault } from '../../app/sandbox/faults.ts';
import type { Column } from '../columns.ts';
import { card, table } from '../presentation.ts';

export type { ClearedFaults, ListedFaults, ShownFault };

type Listed = ListedFaults['faults'][number];

const number: Column<Listed> = {
  label: 'Fault',
  kind: 'identifier',
  value: ({ faultId }) => `${faultId}`,
  isQuiet: true,
};

const columns: readonly Column<Listed>[] = [
  number,
  { label: 'Name', kind: 'identifier', value: ({ fault }) => fault },
  { label: 'Status', kind: 'identifier', value: ({ status }) => status?.toString() },
  {
    label: 'Late by',
    kind: 'identifier',
    value: ({ milliseconds }) => (milliseconds === undefined ? undefined : `${milliseconds} ms`),
  },
  { label: 'Operation', value: ({ operation = 'any' }) => operation },
  { label: 'Strikes', value: ({ call }) => (call === undefined ? 'every call' : `call ${call}`) },
];

export const shownFault = card<ShownFault>(columns);

export const listedFaults = table<Listed, ListedFaults>(
  [
    ...columns,
    { label: 'Calls', kind: 'count', value: ({ calls }) => calls },
    { label: 'Struck', kind: 'count', value: ({ strikes }) => strikes },
  ],
  ({ faults }) => faults,
  'No faults are set. Set one:\npsd2 sandbox fault add',
);

export const clearedFaults = card<ClearedFaults>([
  { label: 'Cleared', kind: 'count', value: ({ cleared }) => cleared, isQuiet: true },
]);
