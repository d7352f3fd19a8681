import type { ListedOutcomes } from '../../app/sandbox/outcomes.ts';
import { table } from '../presentation.ts';

export type { ListedOutcomes };

export const listedOutcomes = table<ListedOutcomes['items'][number], ListedOutcomes>(
  [
    { label: 'Account', kind: 'identifier', value: ({ bban }) => bban, isQuiet: true },
    { label: 'Ends as', kind: 'identifier', value: ({ outcome }) => outcome },
    { label: 'A payment to it', value: ({ text }) => text },
  ],
  ({ items }) => items,
  'No outcome accounts.',
);
