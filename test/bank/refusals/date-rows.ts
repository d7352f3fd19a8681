import { set, without } from './changes.ts';
import { malformed, type Row } from './rows.ts';

/** Execution dates of the products that runs take. @see D4-execution-date */

const on = (date: unknown) => set('requestedExecutionDate', date);
const outside = { status: 400, code: 'EXECUTION_DATE_INVALID', path: 'requestedExecutionDate' };

function dates(values: readonly string[], answer: Row['answer']): Row[] {
  return values.map((date) => ({ what: `'${date}' as execution date`, change: on(date), answer }));
}

const noDate = [
  '2026-02-30',
  '2026-11-31',
  '2027-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-12-00',
  '2026-1-8',
  '20261119',
  '26-11-19',
  '19.11.2026',
  '2026/11/19',
  '2026-11-19T00:00:00+01:00',
  '2026-11-19Z',
  ' 2026-11-19',
  '2026-W47-4',
  '+002026-11-19',
  'today',
];

/** On the Wednesday on which the test bank opens. */
export const wednesdayRows: readonly Row[] = [
  {
    what: 'a payment without execution date',
    change: without('requestedExecutionDate'),
    answer: 'created',
  },
  ...dates(['2026-11-18', '2026-11-19', '2026-12-31', '2027-11-18'], 'created'),
  ...dates(
    ['2026-11-17', '2025-11-18', '2000-01-01', '0001-01-01', '2027-11-19', '2028-02-29', '9999-12-31'],
    outside,
  ),
  ...dates(noDate, malformed('requestedExecutionDate')),
];

const saturdaysAndSundays = ['2026-11-21', '2026-11-22', '2026-12-26', '2027-05-01'];
const holidays = [
  '2026-12-24',
  '2026-12-25',
  '2027-01-01',
  '2027-03-25', // Maundy Thursday
  '2027-03-26', // Good Friday
  '2027-03-29', // Easter Monday
  '2027-05-06', // Ascension
  '2027-05-17', // also Whit Monday
];

/** Days without runs, and such beside them. */
export const closedRows: readonly Row[] = [
  ...dates(saturdaysAndSundays, 'moved'),
  ...dates(holidays, 'moved'),
  ...dates(['2026-12-23', '2026-12-28', '2027-03-24', '2027-05-18'], 'created'),
];

/** 15:30 is the last run of the day. */
export const clocks: readonly (readonly [string, Row])[] = (
  [
    ['2026-11-18T15:29:00+01:00', '2026-11-18', 'created'],
    ['2026-11-18T15:31:00+01:00', '2026-11-18', 'moved'],
    ['2026-11-18T15:31:00+01:00', '2026-11-19', 'created'],
    ['2026-11-18T23:59:00+01:00', '2026-11-18', 'moved'],
    ['2026-11-18T23:59:00+01:00', '2026-11-17', outside],
    // In Oslo it is the 18th already, in UTC not yet.
    ['2026-11-18T00:30:00+01:00', '2026-11-18', 'created'],
    ['2026-11-18T00:30:00+01:00', '2026-11-17', outside],
    ['2026-11-18T00:30:00+01:00', '2027-11-18', 'created'],
    ['2026-11-18T00:30:00+01:00', '2027-11-19', outside],
    ['2026-07-01T00:30:00+02:00', '2026-06-30', outside],
    ['2026-07-01T00:30:00+02:00', '2026-07-01', 'created'],
    // Both clock changes, an hour that is missing and one that comes twice: Sundays.
    ['2027-03-28T03:00:00+02:00', '2027-03-27', outside],
    ['2027-03-28T03:00:00+02:00', '2027-03-28', 'moved'],
    ['2026-10-25T02:30:00+01:00', '2026-10-24', outside],
    ['2026-10-25T02:30:00+01:00', '2026-10-25', 'moved'],
    // 365 days ahead over a leap day is one calendar day less.
    ['2027-06-01T10:00:00+02:00', '2028-05-31', 'created'],
    ['2027-06-01T10:00:00+02:00', '2028-06-01', outside],
  ] as const
).map(([clock, date, answer]) => [clock, { what: `'${date}' as execution date`, change: on(date), answer }]);

export const afterLastRun = Date.parse('2026-11-18T15:31:00+01:00');

/** At that time. */
export const withoutDate: Row = {
  what: 'a payment without execution date, for the next bank day and without a warning',
  change: without('requestedExecutionDate'),
  answer: 'created',
};
