import { beforeAll, describe, it } from 'vitest';
import { makeSession } from '../../support/known-psu.ts';
import { KARI } from '../../support/life/payments.ts';
import { expectCreated, expectRefusal } from './expectations.ts';
import { listRequired, listTypes, listValues, type Member } from './members.ts';
import {
  bankOf,
  combine,
  type Expected,
  malformed,
  periodic,
  type Row,
  remove,
  set,
  testRows,
} from './rows.ts';

const MEMBERS: readonly Member[] = [
  { path: 'startDate', is: 'string', isRequired: true },
  { path: 'frequency', is: 'string', isRequired: true },
  { path: 'endDate', is: 'string' },
  { path: 'executionRule', is: 'string' },
];
const variable = combine(set('frequency', 'MonthlyVariable'), set('monthsOfExecution', ['1', '6']));
const everyMember = combine(
  variable,
  set('endDate', '2027-12-01'),
  set('executionRule', 'preceding'),
  set('dayOfExecution', '31'),
);

describe('members that only a periodic payment has [D4-periodic-members, D4-periodic-body, D2-path, D2-null]', () => {
  const optional = ['endDate', 'executionRule', 'dayOfExecution', 'monthsOfExecution'];
  testRows(
    [
      ...listRequired(MEMBERS),
      ...listTypes(MEMBERS),
      ...optional.map((path): Row => [`null as ${path}`, set(path, null), 'created']),
      ['a payment with every one of them', everyMember, 'created'],
    ],
    periodic,
  );
});

const frequencies = 'Daily Weekly EveryTwoWeeks Monthly EveryTwoMonths Quarterly SemiAnnual Annual'.split(
  ' ',
);

describe('how often a periodic payment comes [D4-periodic-frequency]', () => {
  const noFrequency = ['', 'daily', 'MONTHLY', 'Monthly ', 'Yearly', 'EveryTwoweeks', 'MonthlyVar', '12'];
  const noRule = ['', 'Following', 'precede', 'modifiedFollowing', 'none'];
  testRows(
    [
      ...listValues('frequency', frequencies, noFrequency),
      ['MonthlyVariable with months', variable, 'created'],
      ...listValues('executionRule', ['following', 'preceding', 'preceeding'], noRule),
    ],
    periodic,
  );
});

describe('the day of a periodic payment [D4-periodic-day]', () => {
  const days = Array.from({ length: 31 }, (_, at) => String(at + 1));
  testRows(
    [
      ...listValues('dayOfExecution', [...days, 1, 31], [0, 32, 1.5, -1, true, ['1']]),
      ...listValues('dayOfExecution', [], ['', '0', '00', '01', '32', '100', '-1', '+1', '1.0', ' 1', '１']),
    ],
    periodic,
  );
});

describe('the months of a periodic payment [D4-periodic-months, I-errors-months]', () => {
  const months = Array.from({ length: 12 }, (_, at) => String(at + 1));
  const noMonth = [
    ...['', '0', '00', '01', '13', '-1', '+1', '1.0', ' 1', 'January', '１'],
    ...[0, 13, -1, 1.5, true, null, ['1'], { month: '1' }],
  ];
  const taken = [...months.map((month) => [month]), ...months.map((month) => [Number(month)])];
  testRows(
    [
      ...listValues(
        'monthsOfExecution',
        [...taken, months.slice(1), ['12', 3, '1']],
        [[], months, ['3', '5', '3'], [3, 3], ['1', 1], '3', '1,6', { 0: '1' }, 3],
        variable,
      ),
      ...listValues('monthsOfExecution[1]', [], noMonth, variable),
    ],
    periodic,
  );
});

describe('months and frequency [D4-periodic-months, D4-periodic-frequency]', () => {
  const months = set('monthsOfExecution', ['1']);
  testRows(
    [
      ['MonthlyVariable without months', set('frequency', 'MonthlyVariable'), malformed('monthsOfExecution')],
      ...frequencies.map(
        (frequency): Row => [
          `months with ${frequency}`,
          combine(set('frequency', frequency), months),
          malformed('monthsOfExecution'),
        ],
      ),
      // Of a frequency that can't be read nothing follows.
      [
        'months with a frequency that is none',
        combine(set('frequency', 'Fortnightly'), months),
        malformed('frequency'),
      ],
      ['months without a frequency', combine(remove('frequency'), months), malformed('frequency')],
    ],
    periodic,
  );
});

const noDate = [
  ...['', '2027-02-30', '2027-02-29', '2027-13-01', '2027-00-10', '2027-1-1', '20270101', '01.01.2027'],
  ...['2027-01-01T00:00:00+01:00', '2027-01-01 ', 'tomorrow', '２０２７-01-01'],
];

function refuseDay(path: string): Expected {
  return { status: 400, code: 'EXECUTION_DATE_INVALID', path };
}

function listDays(path: string, days: readonly string[], expected: Expected): Row[] {
  return days.map((day) => [`'${day}' as ${path}`, set(path, day), expected]);
}

describe('the first and the last day of a periodic payment [D4-periodic-start, D4-periodic-end]', () => {
  // A single payment could not be as late, and would be moved from days without runs.
  const late = ['2027-11-18', '2027-11-19', '2099-12-31'];
  const withoutRuns = ['2026-11-21', '2026-11-22', '2026-12-25', '2027-05-17'];
  testRows(
    [
      ...listValues('startDate', ['2026-11-18', '2026-11-19', '2028-02-29', ...late, ...withoutRuns], noDate),
      ...listDays('startDate', ['2026-11-17', '2025-11-18', '1999-12-31'], refuseDay('startDate')),
      ...listValues('endDate', ['2026-12-01', '2026-12-02', '2099-12-31'], noDate),
      ...listValues('endDate', [], ['2026-11-30', '2026-11-18', '2025-12-01']),
    ],
    periodic,
  );
});

describe('an execution date beside the first day of a periodic payment [D4-periodic-start]', () => {
  testRows(
    [
      // Nothing is moved: a Saturday has no warning.
      ...listValues('requestedExecutionDate', ['2026-11-18', '2026-11-21', '2027-11-18'], noDate.slice(0, 2)),
      ...listDays(
        'requestedExecutionDate',
        ['2026-11-17', '2027-11-19'],
        refuseDay('requestedExecutionDate'),
      ),
    ],
    periodic,
  );
});

describe.each([
  ['2026-11-18T15:31:00+01:00', '2026-11-18', 'created'],
  ['2026-11-18T23:59:00+01:00', '2026-11-17', refuseDay('startDate')],
  // 23:30 UTC is tomorrow in Oslo.
  ['2026-11-17T23:30:00Z', '2026-11-17', refuseDay('startDate')],
  ['2026-11-17T23:30:00Z', '2026-11-18', 'created'],
  ['2026-06-30T22:30:00Z', '2026-06-30', refuseDay('startDate')],
  ['2026-06-30T22:30:00Z', '2026-07-01', 'created'],
] as const)('the first day by the clock of Oslo, at %s [D4-periodic-start, D4-date-oslo]', (clock, day, expected) => {
  testRows(listDays('startDate', [day], expected), periodic, Date.parse(clock));
});

describe('a periodic payment without funds [D4-no-funds-preferred]', () => {
  const bank = bankOf();
  beforeAll(() => makeSession(bank()));
  const send = (amount: string, headers: Record<string, string>) => {
    const body = periodic.body(bank());
    set('instructedAmount.amount', amount)(body);
    return bank().send({ path: periodic.path, headers, body });
  };

  // The debtor has 250 000.00.
  it('is refused when the TPP prefers that, from one øre too much', async () => {
    const rejecting = { 'TPP-Rejection-NoFunds-Preferred': 'true', 'X-PSU-IDENTITY': KARI };
    const failed = { status: 400, code: 'PAYMENT_FAILED', path: 'instructedAmount.amount' };
    expectRefusal(await send('250000.01', rejecting), failed);
    expectCreated(await send('250000.00', rejecting));
    expectCreated(await send('250000.01', {}));
    expectCreated(await send('250000.01', { 'TPP-Rejection-NoFunds-Preferred': 'false' }));
  });
});
