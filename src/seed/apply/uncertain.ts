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
  const [first] = told;
  if (first === undefined) return;
  const lines = told.map(
    ({ text }) => `${text} may have been created: the answer to an earlier seed was lost.`,
  );
  throw new Fault('INPUT_INVALID', lines.join('\n'), {
    hint: `Nothing was changed. Look in the sandbox's portal. If it's there, add it with its id to "${first.kind}" in ${first.file}, as ${JSON.stringify(first.name)}; if not, remove it from "uncertain" there. Then run the same command again.`,
  });
}

function doubted(kind: MadeKind, name: string, what: string, place: Place) {
  return { kind, name, what, place };
}
