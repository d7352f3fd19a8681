import fc from 'fast-check';
import type { Command, Manner } from '../commands/command.ts';
import type { History } from '../trial.ts';
import { act } from './acts.ts';
import { journey } from './journeys.ts';
import { READ_STORIES } from './read-stories.ts';
import { dying } from './steps.ts';
import { weigh } from './weigh.ts';

/**
 * Random histories: ways to rare statuses and single commands in any order, now and then by a second process, and
 * now and then with a death on the way.
 */

/** When the machine's time begins: weekdays, an evening, a Saturday, before Easter, the night of the clocks. */
export const STARTS = [
  '2027-03-15T10:00:00+01:00',
  '2027-03-16T05:29:59+01:00',
  '2027-03-17T09:30:00+01:00',
  '2027-03-18T15:29:00+01:00',
  '2027-03-19T16:00:00+01:00',
  '2027-03-20T12:00:00+01:00',
  '2027-03-24T13:00:00+01:00',
  '2027-03-28T01:30:00+01:00',
] as const;

const MOST_COMMANDS = 25;
/** So many are drawn for a history; they come round again. */
const MANNERS = 11;

const manner: fc.Arbitrary<Manner> = weigh(
  [46, fc.constant({})],
  [1, fc.record({ die: dying(40) })],
  [2, fc.record({ via: fc.constantFrom('second' as const, 'both' as const) })],
);

const piece: fc.Arbitrary<readonly Command[]> = weigh(
  [30, journey],
  [40, act.map((one) => [one])],
  // Chance alone does not come to the end of a consent.
  [1, fc.constantFrom(...READ_STORIES)],
);

/** @param pieces how many at most */
export function histories(pieces: number): fc.Arbitrary<History> {
  return fc
    .tuple(
      fc.constantFrom(...STARTS),
      fc.array(piece, { minLength: 1, maxLength: pieces, size: 'max' }),
      fc.array(manner, { minLength: MANNERS, maxLength: MANNERS, size: 'max' }),
    )
    .map(([start, acts, manners]) => ({ start, commands: zipped(acts.flat(), manners) }));
}

function zipped(acts: readonly Command[], manners: readonly Manner[]): Command[] {
  return acts.slice(0, MOST_COMMANDS).map((one, place) => ({ ...manners[place % MANNERS], ...one }));
}
