import type { Death } from '../../support/mortal-driver.ts';
import {
  AGAIN,
  APPROVE,
  advance,
  asks,
  asksBasket,
  asleepOver,
  BATCH,
  type Journey,
  made,
  plays,
  THE_BASKET,
  together,
  WAKE,
} from './steps.ts';
import { SEVERAL } from './stories.ts';
import { madeAs } from './ways.ts';

/** What has few statements. */
const TICK = advance(1);
const BEFORE_AND_AFTER = ['before', 'after'] as const;

/** Among the first statements, so far apart; now before one is run, now after. */
function deaths(most: number, apart: number): Death[] {
  return Array.from({ length: Math.ceil(most / apart) }, (_, place) => ({
    statement: 1 + place * apart,
    when: place % 2 === 0 ? 'after' : 'before',
  }));
}

const OK = APPROVE;
const BASKET: Journey = [madeAs('instant'), made({ text: 'second' }), together(2), asksBasket('start')];

/** The bank dies in a request, or in what was due before it, and the next one finds it whole. @see S1-nothing-or-all, S5-run-goes-on */
const DEATHS: readonly Journey[] = [
  ...BEFORE_AND_AFTER.flatMap((when) =>
    Array.from({ length: 9 }, (_, place) => ({ statement: 1 + place, when })),
  ).map((die): Journey => [{ ...TICK, die }]),
  ...deaths(30, 3).map((die): Journey => [{ ...made({ psu: 'kari' }), die }, AGAIN]),
  ...deaths(30, 3).map((die): Journey => [madeAs('bulk'), { ...OK, die }, OK]),
  ...deaths(20, 4).map((die): Journey => [madeAs('instant'), { ...OK, die }, OK]),
  ...deaths(20, 4).map((die): Journey => [made(), OK, asks('start-cancellation'), { ...OK, die }, OK]),
  ...deaths(32, 4).map((die): Journey => [...BASKET, { ...plays('approve', THE_BASKET), die }]),
  ...deaths(120, 12).map((die): Journey => [...SEVERAL, asleepOver(1), { ...BATCH, die }, WAKE]),
  ...deaths(120, 12).map((die): Journey => [...SEVERAL, asleepOver(7), { ...WAKE, die }, WAKE]),
];

/** Two processes share the bank's file. */
const TOGETHER: readonly Journey[] = [
  [{ ...made(), via: 'second' }, OK, { ...asks('status'), via: 'second' }],
  [made(), { ...OK, via: 'second' }, AGAIN],
  [...BASKET, { ...plays('approve', THE_BASKET), via: 'both' }],
  ...[made(), BATCH, asks('status')].map(
    (asking): Journey => [...SEVERAL, asleepOver(7), { ...asking, via: 'both' }],
  ),
];

export const PROCESS_STORIES: readonly Journey[] = [...DEATHS, ...TOGETHER];
