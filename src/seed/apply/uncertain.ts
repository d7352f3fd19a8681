import { Fault } from '../../errors.ts';
import { placeText } from '../faults.ts';
import type { Place } from '../file/place.ts';
import type { World } from '../world.ts';
import type { MadeKind, Making } from './making.ts';
import { accountInWords, cardInWords, key } from './words.ts';

/**
 * Refuses to make twice what an apply before may have made.
 * @throws Fault INPUT_INVALID
 * @see C-seed-uncertain
 */
export function refuseUncertain(making: Making, { customers }: World): void {
  const all = customers.flatMap(({ accounts, cards }) => [
    ...accounts.map((one) => doubted('accounts', key(one.owner, one.name), accountInWords(one), one.place)),
    ...cards.map((one) => doubted('cards', key(one.owner, one.maskedPan), cardInWords(one), one.place)),
  ]);
  const told = all.flatMap(({ kind, name, what, place }) => {
    const file = making.uncertainIn(kind, name);
    return file === undefined ? [] : [{ kind, name, file, text: `${placeText(place)}: ${what}` }];
  });
  if (told.length === 0) return;
  const lines = told.map(
    ({ text }) => `${text} may have been created: the answer to an earlier seed was lost.`,
  );
  throw new Fault('INPUT_INVALID', lines.join('\n'), {
    hint: [
      WHAT_TO_DO,
      ...told.map(({ kind, file, name }) => `To "${kind}" in ${file}: ${memberOf(name)}`),
    ].join('\n'),
  });
}

const WHAT_TO_DO =
  'Nothing was changed. Look in the sandbox\'s portal. Add what is there to the file of ids, as shown below, with its id for ID. Remove what isn\'t from "uncertain" in that file. Then run the same command again.';

/** As it's written in the file. */
function memberOf(name: string): string {
  return `${JSON.stringify(name)}: "ID"`;
}

function doubted(kind: MadeKind, name: string, what: string, place: Place) {
  return { kind, name, what, place };
}
