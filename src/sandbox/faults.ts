import { type Columns, QUIET } from '../cli/columns.ts';
import type { FaultSet } from '../wire/answers/operator.ts';

export const faultColumns: Columns<FaultSet> = [
  ['Fault', ({ faultId }) => `${faultId}`, 'identifier', QUIET],
  ['Name', 'fault', 'identifier'],
  ['Status', ({ status }) => status?.toString(), 'identifier'],
  [
    'Late by',
    ({ milliseconds }) => (milliseconds === undefined ? undefined : `${milliseconds} ms`),
    'identifier',
  ],
  ['Operation', ({ operation = 'any' }) => operation, 'name'],
  ['When', ({ call }) => (call === undefined ? 'every call' : `call ${call}`)],
];
