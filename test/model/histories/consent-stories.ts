import fc from 'fast-check';
import type { AgreementCommand } from '../commands/agreements.ts';
import type { Act } from '../commands/command.ts';
import type { ConsentCommand } from '../commands/consents.ts';
import type { PlayCommand } from '../commands/operator.ts';
import type { Asked } from '../model/consents.ts';
import { FIRM, KARI, NOBODY, OLA, PLACES } from '../model/facts.ts';
import type { Play } from '../model/play.ts';
import type { Caller, PsuWay } from '../model/psu.ts';
import { APPROVE, advance, type Journey, made, WAKE } from './steps.ts';
import { be, weigh } from './weigh.ts';

const { firm, firmOther, kari, kariCard, kariOther, ola } = PLACES;

/** Which accounts PSUs let TPPs see, and what becomes of that. @see D6-consent, D15-purpose */

/** In a session of its own: one that was in an agreement must be named later. */
function asks(psu: PsuWay = 'kari', more: Partial<Caller> = {}): ConsentCommand {
  return { do: 'consent', way: 'ask', by: { tpp: 0, session: 'consent', psu, ...more } };
}

/** The SCA that was started last. */
function ticks(accounts?: Asked, act: Play = 'approve', as = KARI): PlayCommand {
  return { do: 'play', act, at: { sca: 0 }, given: { as, ...(accounts === undefined ? {} : { accounts }) } };
}

function grants(accounts: 'all' | readonly (number | 'nowhere')[], more: object = {}): ConsentCommand {
  return { do: 'consent', way: 'grant', as: KARI, tpp: 0, accounts, ...more };
}

function revokes(more: object = {}): ConsentCommand {
  return { do: 'consent', way: 'revoke', as: KARI, ...more };
}

const MAKE: AgreementCommand = { do: 'agreement', way: 'make' };
const END: AgreementCommand = { do: 'agreement', way: 'end', at: 0 };
const ENGAGED: AgreementCommand = {
  do: 'agreement',
  way: 'engage',
  at: 0,
  wanted: { psu: KARI, account: firm, roles: 'VIEW REGISTER' },
};
const there = (act: Play, accounts?: Asked): PlayCommand => ({
  do: 'play',
  act,
  at: { sca: 0 },
  given: { as: KARI, context: 'CORPORATE', ...(accounts === undefined ? {} : { accounts }) },
});

export const CONSENT_STORIES: readonly Journey[] = [
  [asks(), ticks('all'), asks(), ticks([kariCard, kari]), asks(), ticks(), asks(), ticks([])],
  [asks(), ticks([]), asks(), ticks([ola]), ticks([kari, 'nowhere']), ticks()],
  // What fails leaves what was granted.
  [asks(), ticks([kari]), asks(), ticks('all', 'decline'), asks(), ticks('all', 'fail')],
  [grants([kariOther]), asks(), ticks('all', 'abandon'), advance(900), WAKE],
  // Once the PSU has ticked, the operator does not; and theirs are confirmed.
  [asks(), ticks([kari], 'abandon'), ticks('all'), ticks()],
  [made(), { ...APPROVE, given: { accounts: 'all' } }],
  // To each TPP by itself, of each PSU by itself.
  [asks(), ticks('all'), asks('kari', { tpp: 1 }), ticks([kari]), revokes({ tpp: 0 }), revokes()],
  [asks('ola'), ticks([ola], 'approve', OLA), asks('ola'), ticks('all'), asks('none'), ticks('all')],
  [grants('all'), grants([kari]), revokes(), grants([]), grants([ola]), grants(['nowhere'])],
  [
    grants('all', { as: NOBODY }),
    grants('all', { as: FIRM }),
    grants('all', { agreement: 'nobodys' }),
    revokes({ as: NOBODY }),
    revokes({ as: FIRM }),
    revokes({ agreement: 0 }),
  ],
  // In an agreement, beside the private one; and when that is taken away.
  [MAKE, ENGAGED, asks(), there('approve', [firm]), asks(), ticks('all'), revokes({ agreement: 0 }), END],
  [MAKE, ENGAGED, asks(), there('abandon'), END, ticks(), grants('all', { agreement: 0 })],
  [MAKE, ENGAGED, MAKE, grants('all', { agreement: 0 }), grants('all', { as: FIRM, agreement: 1 }), END, END],
  [MAKE, ENGAGED, asks(), there('approve', [firmOther]), there('approve', [kari]), there('approve')],
];

const gone = (what: number | typeof KARI | typeof FIRM): Act => ({ do: 'delete', what });
const again = (what: number | typeof KARI): Act => ({ do: 'make', what });

/** What is deleted is no more for what comes after. */
export const CONSENTS_OF_DELETED: readonly Journey[] = [
  [grants('all'), gone(kari), gone(kariCard), again(kari), asks(), ticks(), asks(), ticks('all')],
  [asks(), ticks('all', 'abandon'), gone(kari), again(kari), ticks()],
  [grants([kari]), gone(kari), grants([kari]), asks(), ticks([kari])],
  [asks(), grants('all'), gone(KARI), again(KARI), again(kari), asks(), ticks()],
  [MAKE, ENGAGED, grants('all', { agreement: 0 }), gone(firm), gone(FIRM)],
  [grants('all'), { do: 'initialise' }, asks(), ticks()],
];

const places = weigh(
  [2, be('all')],
  [
    3,
    fc.uniqueArray(fc.constantFrom<number | 'nowhere'>(kari, kariOther, kariCard, firm, 'nowhere'), {
      maxLength: 3,
    }),
  ],
);
const agreementOf = fc.constantFrom<object>({}, {}, {}, { agreement: 0 }, { agreement: 'nobodys' });
const who = fc.constantFrom(KARI, KARI, OLA, FIRM);

/** Single commands, at random. */
export const consent: fc.Arbitrary<Act> = weigh(
  [
    3,
    fc
      .tuple(
        fc.nat(1),
        fc.constantFrom<PsuWay>('kari', 'kari', 'ola', 'none', 'kari-id', 'kari-there', 'two'),
      )
      .map(([tpp, psu]) => asks(psu, { tpp })),
  ],
  [
    4,
    fc
      .tuple(
        fc.option(places, { nil: undefined }),
        fc.constantFrom<Play>('approve', 'approve', 'decline', 'abandon'),
      )
      .map(([accounts, act]) => ticks(accounts, act)),
  ],
  [
    2,
    fc
      .tuple(places, fc.nat(1), who, agreementOf)
      .map(([accounts, tpp, as, agreement]) => grants(accounts, { tpp, as, ...agreement })),
  ],
  [
    1,
    fc
      .tuple(fc.constantFrom<object>({}, { tpp: 0 }, { tpp: 1 }), who, agreementOf)
      .map(([tpp, as, agreement]) => revokes({ as, ...tpp, ...agreement })),
  ],
);
