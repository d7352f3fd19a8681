import type { AgreementCommand } from '../commands/agreements.ts';
import type { PlayCommand } from '../commands/operator.ts';
import type { ReadCommand } from '../commands/reads.ts';
import { FIRM, KARI, PLACES } from '../model/facts.ts';
import type { Play } from '../model/play.ts';
import { READS, type ReadName } from '../model/reads.ts';
import { advance, BATCH, COMES, type Journey, pays } from './steps.ts';

const { firm, firmOther, kari, kariCard } = PLACES;

/** What a TPP is told of accounts, and what it is asked for first. */

const DAY = 86_400;

function reads(read: ReadName, more: Partial<ReadCommand> = {}): ReadCommand {
  const account = read.startsWith('card') ? kariCard : kari;
  return { do: 'read', read, account, ...more };
}

const ALL: Journey = READS.map((read) => reads(read));
const LISTS: Journey = [reads('accounts'), reads('card-accounts'), reads('user'), reads('agreements')];
const ONES: Journey = [
  reads('account'),
  reads('account balances'),
  reads('account transactions'),
  reads('card account'),
  reads('card account balances'),
  reads('card account transactions'),
];

/** All of them in a session of their own, whatever was before. */
function within(session: string, commands: Journey): Journey {
  return commands.map((one) => (one.do === 'read' ? { ...one, by: { ...one.by, session } } : one));
}

/** The last SCA that is open, whatever it is for. */
function playsLast(act: Play, as = KARI): PlayCommand {
  return { do: 'play', act, at: { sca: 0 }, given: { as } };
}

const CONSENT: Journey = [reads('accounts'), playsLast('approve')];
const FIVE_BALANCES: Journey = Array.from({ length: 5 }, () =>
  reads('account balances', { isUnattended: true }),
);

const MAKE: AgreementCommand = { do: 'agreement', way: 'make' };
function engaged(account: number): AgreementCommand {
  return { do: 'agreement', way: 'engage', at: 0, wanted: { psu: KARI, account, roles: 'VIEW REGISTER' } };
}
const THERE = { by: { psu: 'kari-there' } } as const;

/** @see D6-four-calls, D7-list-dates, D15-context-accounts */
export const READ_STORIES: readonly Journey[] = [
  // Nothing before an SCA; all after it; then the hour is over, four calls without the PSU, a day, and 180 of them.
  [...ALL, ...CONSENT, ...ALL, BATCH, ...ONES],
  [...CONSENT, advance(3_600), ...LISTS, advance(1), ...LISTS, ...ONES, ...FIVE_BALANCES, advance(DAY)],
  [...CONSENT, advance(3_601), ...FIVE_BALANCES, ...FIVE_BALANCES, advance(DAY), ...FIVE_BALANCES],
  [...CONSENT, advance(180 * DAY), ...ONES, advance(1), ...ONES, ...LISTS],
  // The PSU says no; begins and lets it be; or has had an SCA for something else.
  [...within('declined', [reads('user'), playsLast('decline'), ...LISTS]), ...ONES],
  [reads('consents'), playsLast('abandon'), ...LISTS, playsLast('decline'), ...LISTS],
  [...pays({ psu: 'kari' }), ...ALL],
  [...CONSENT, ...pays({ psu: 'kari', session: 's1' }), ...LISTS, ...ONES],
  // In an agreement: her own accounts are none of it, and the firm's second one only once she is engaged for it.
  [
    MAKE,
    engaged(firm),
    reads('accounts', THERE),
    playsLast('approve'),
    reads('accounts', THERE),
    reads('account', { ...THERE, account: firm }),
    reads('account', THERE),
    engaged(firmOther),
    reads('account balances', { ...THERE, account: firmOther }),
    reads('accounts'),
    reads('agreements'),
    { do: 'agreement', way: 'end', at: 0 },
    reads('accounts', THERE),
  ],
  [
    MAKE,
    reads('accounts', { by: { psu: 'firm' } }),
    playsLast('approve', FIRM),
    reads('user', { by: { psu: 'firm' } }),
  ],
  // What comes and goes on it is told at once.
  [...CONSENT, COMES, reads('account balances'), ...pays({ amount: '1.50' }), ...ONES, BATCH, ...ONES],
];

/** What was seen goes, and comes again as another. @see D8-paid-to-deleted */
export const READ_DELETION_STORIES: readonly Journey[] = [
  [
    ...CONSENT,
    { do: 'delete', what: kari },
    ...ONES,
    ...LISTS,
    { do: 'make', what: kari },
    ...ONES,
    ...CONSENT,
    reads('consents'),
    playsLast('approve'),
    ...ONES,
  ],
];
