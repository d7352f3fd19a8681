import { harmless } from '../foreign-text.ts';
import { card, type Presentation } from '../presentation.ts';
import { of } from './owned.ts';

/** More ids than these are for scripts, which have --json and --quiet. */
const MOST_SHOWN = 10;

/** What was added: of a card's transactions the id is the TPP's own, which may be empty. */
interface Added {
  readonly count: number;
  readonly ids: readonly string[];
}

const addedCard = card<Added>([
  { label: 'Added', kind: 'count', value: ({ count }) => count },
  {
    label: 'Transaction',
    kind: 'identifier',
    value: ({ ids }) => (ids.length > MOST_SHOWN ? [] : ids),
  },
]);

/** How many were added, and their ids. */
export function added<Made>(idsOf: (made: Made) => readonly string[]): Presentation<Made> {
  const known = (made: Made) => idsOf(made).filter((one) => one !== '');
  const { text } = of(addedCard, (made: Made) => ({ count: idsOf(made).length, ids: known(made) }));
  return { text, quiet: (made) => known(made).map((one) => harmless(one)) };
}
