import { KINDS } from '../model/products.ts';
import type { History } from '../trial.ts';
import { AGREEMENT_STORIES } from './agreement-stories.ts';
import { BASKET_STORIES } from './basket-stories.ts';
import { CONSENT_STORIES, CONSENTS_OF_DELETED } from './consent-stories.ts';
import { DELETION_STORIES } from './deletions.ts';
import { DISCLOSURE_STORIES } from './disclosure-stories.ts';
import { STARTS } from './histories.ts';
import { OPENINGS, PAYERS, WAYS } from './journeys.ts';
import { PROCESS_STORIES } from './process-stories.ts';
import { PRODUCT_STORIES } from './product-stories.ts';
import { READ_DELETION_STORIES, READ_STORIES } from './read-stories.ts';
import { COMES, type Journey, made } from './steps.ts';
import { STORIES } from './stories.ts';
import { journeysOf } from './ways.ts';
import { WRONGS } from './wishes.ts';

/** Every way of every kind and every story as often as is wanted, whatever chance brings. */

const TOGETHER = 3;
/** Divides no number of them: neighbours in a history are of all kinds. */
const STRIDE = 1009;

/** Each time a way is gone by another payer; each time, and by each kind, to another run. */
function waysIn(round: number): Journey[] {
  const payer = PAYERS[round % PAYERS.length] ?? {};
  return WAYS.map(([kind, way]) => journeysOf(kind, (round + KINDS.indexOf(kind)) % 4, payer)[way] ?? []);
}

/** One too many is open, whether it comes of a creation or of the start of what was made before; its own is none. */
const BURST: Journey = [
  made({ isExplicit: true }),
  { do: 'burst', tpp: 0 },
  { do: 'call', call: 'start', at: { nth: -2 } },
  { do: 'call', call: 'start', at: { nth: -1 } },
  { do: 'clock', way: 'advance', to: { seconds: 900 } },
  { do: 'call', call: 'start', at: { nth: -2 } },
];

/** @param times how often each way; @param stories how often each story, and what is refused by the store */
export function everyWay(times: number, stories: number): History[] {
  const rounds = Array.from({ length: times }, (_, round) => waysIn(round));
  const plain = [BURST, ...OPENINGS.map((then) => [made(), ...then]), ...WRONGS.map((wish) => [made(wish)])];
  const each = [
    ...STORIES,
    ...BASKET_STORIES,
    ...PRODUCT_STORIES,
    ...PROCESS_STORIES,
    ...DISCLOSURE_STORIES,
    ...AGREEMENT_STORIES,
    ...CONSENT_STORIES,
    ...READ_STORIES,
    ...plain,
  ];
  const told = Array.from({ length: stories }, () => each);
  const all = [...rounds, ...told].flat();
  const mixed = all.map((_, place) => all[(place * STRIDE) % all.length] ?? []);
  const many = Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, place) => ({
    start: STARTS[place % STARTS.length] ?? STARTS[0],
    commands: inARow(mixed.slice(place * TOGETHER, (place + 1) * TOGETHER)),
  }));
  // What is deleted is no more for what comes after.
  const alone = [...DELETION_STORIES, ...CONSENTS_OF_DELETED, ...READ_DELETION_STORIES].map(
    (commands, place) => ({
      start: STARTS[place % STARTS.length] ?? STARTS[0],
      commands,
    }),
  );
  return [...many, ...Array.from({ length: stories }, () => alone).flat()];
}

/** Kari has money for each, whatever was before. */
function inARow(journeys: readonly Journey[]): Journey {
  return journeys.flatMap((journey, place) => {
    const before = journeys[place - 1];
    const takesMuch = before === undefined || /"(?:all|half)"/.test(JSON.stringify(before));
    return takesMuch ? [COMES, ...journey] : journey;
  });
}
