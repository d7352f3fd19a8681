import { describe } from 'vitest';
import { sweep } from '../../support/sweep.ts';
import { all, type Change, set, without } from './changes.ts';
import { debtorMembers, debtorRules, paymentMembers, paymentRules } from './domestic-rules.ts';
import { allowedKid, noKid, requiredKid } from './kid-rows.ts';
import { periodic } from './periodic.ts';
import { itAnswers, malformed, type Row } from './rows.ts';
import { listed, type Member, nothing, requiredRows, typeRows } from './tables.ts';
import { isFirstAtItsPath, isFirstOfItsAnswer } from './wired.ts';

const kind = periodic;

describe('the domestic body in a periodic payment [D4-periodic-body, D2-path]', () => {
  itAnswers([{ what: 'the payment that every row of these tables changes', answer: 'created' }], { kind });
  itAnswers([...paymentRules, ...sweep(paymentMembers, isFirstAtItsPath())], { kind });
  itAnswers([...debtorRules, ...sweep(debtorMembers, isFirstAtItsPath())], { kind });
});

describe('KID in a periodic payment [D4-periodic-body, D4-kid-required, D4-kid-allowed, D4-kid-none]', () => {
  const rows = [requiredKid, allowedKid, noKid].flatMap((some) => sweep(some, isFirstOfItsAnswer()));
  itAnswers(rows, { kind });
});

const variable: Change = all(set('frequency', 'MonthlyVariable'), set('monthsOfExecution', ['1', '6']));

const strings: readonly Member[] = [
  ['startDate', nothing],
  ['frequency', nothing],
  ['endDate', nothing],
  ['executionRule', nothing],
];

describe('members that only a periodic payment has [D4-periodic-members, D2-path]', () => {
  itAnswers(
    [
      ...requiredRows([
        ['startDate', nothing],
        ['frequency', nothing],
      ]),
      ...typeRows(strings, []),
      {
        what: 'a payment with every one of them',
        change: all(
          variable,
          set('endDate', '2027-12-01'),
          set('executionRule', 'preceding'),
          set('dayOfExecution', '31'),
        ),
        answer: 'created',
      },
    ],
    { kind },
  );
});

const frequencies = 'Daily Weekly EveryTwoWeeks Monthly EveryTwoMonths Quarterly SemiAnnual Annual'.split(
  ' ',
);
const noFrequency = [
  ...['', 'daily', 'MONTHLY', 'Monthly ', 'Yearly', 'Biweekly', 'EveryTwoweeks', 'MonthlyVar', '12'],
];

describe('how often a periodic payment comes [D4-periodic-frequency]', () => {
  itAnswers(
    [
      ...listed('frequency', frequencies, noFrequency),
      { what: `'MonthlyVariable' as frequency`, change: variable, answer: 'created' },
      ...listed(
        'executionRule',
        ['following', 'preceding', 'preceeding'],
        ['', 'Following', 'precede', 'modifiedFollowing', 'none'],
      ),
    ],
    { kind },
  );
});

const days = Array.from({ length: 31 }, (_, place) => String(place + 1));

describe('the day of a periodic payment [D4-periodic-day]', () => {
  itAnswers(
    listed('dayOfExecution', days, [
      ...['', '0', '00', '01', '09', '32', '99', '100', '-1', '+1', '1.0', ' 1', '1 ', '1st', 'last', '１'],
    ]),
    { kind },
  );
  itAnswers(
    [
      ...[1, 31, null].map(
        (value): Row => ({
          what: `${value} as dayOfExecution, which is a string`,
          change: set('dayOfExecution', value),
          answer: 'created',
        }),
      ),
      ...[0, 32, 1.5, -1, true, ['1']].map(
        (value): Row => ({
          what: `${JSON.stringify(value)} as dayOfExecution`,
          change: set('dayOfExecution', value),
          answer: malformed('dayOfExecution'),
        }),
      ),
    ],
    { kind },
  );
});

const months = Array.from({ length: 12 }, (_, place) => String(place + 1));
const named = (value: unknown): Change => all(variable, set('monthsOfExecution', value));
const noMonth = [
  ...['', '0', '00', '01', '13', '-1', '+1', '1.0', ' 1', '1 ', 'January', '１'],
  ...[0, 13, -1, 1.5, 12.0001, true, null, ['1'], { month: '1' }],
];

describe('the months of a periodic payment [D4-periodic-months, I-errors-months]', () => {
  itAnswers(
    [
      ...months.map(
        (month): Row => ({ what: `'${month}' alone`, change: named([month]), answer: 'created' }),
      ),
      ...months.map(
        (month): Row => ({
          what: `the number ${month} alone`,
          change: named([Number(month)]),
          answer: 'created',
        }),
      ),
      { what: '11 months', change: named(months.slice(1)), answer: 'created' },
      { what: 'months in no order', change: named(['12', 3, '1']), answer: 'created' },
      ...noMonth.map(
        (month): Row => ({
          what: `${JSON.stringify(month)} after another month`,
          change: named(['2', month]),
          answer: malformed('monthsOfExecution[1]'),
        }),
      ),
      ...[
        ['no months', []],
        ['12 months', months],
        ['the same month twice', ['3', '5', '3']],
        ['the same number twice', [3, 3]],
        ['the same month as a string and as a number', ['1', 1]],
        ['one month that is no list', '3'],
        ['months in one string', '1,6'],
        ['an object of months', { 0: '1' }],
        ['a number', 3],
      ].map(
        ([what, value]): Row => ({
          what: String(what),
          change: named(value),
          answer: malformed('monthsOfExecution'),
        }),
      ),
    ],
    { kind },
  );
});

describe('months and frequency [D4-periodic-months, D4-periodic-frequency]', () => {
  itAnswers(
    [
      {
        what: 'MonthlyVariable without months',
        change: set('frequency', 'MonthlyVariable'),
        answer: malformed('monthsOfExecution'),
      },
      ...frequencies.map(
        (frequency): Row => ({
          what: `months with ${frequency}`,
          change: all(set('frequency', frequency), set('monthsOfExecution', ['1'])),
          answer: malformed('monthsOfExecution'),
        }),
      ),
      // Of a frequency that nobody can read nothing follows.
      {
        what: 'months with a frequency that is none, for the frequency',
        change: all(set('frequency', 'Fortnightly'), set('monthsOfExecution', ['1'])),
        answer: malformed('frequency'),
      },
      {
        what: 'months without a frequency, for the frequency',
        change: all(without('frequency'), set('monthsOfExecution', ['1'])),
        answer: malformed('frequency'),
      },
    ],
    { kind },
  );
});
