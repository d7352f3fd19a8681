import { describe } from 'vitest';
import { afterLastRun, clocks, closedRows, wednesdayRows, withoutDate } from './date-rows.ts';
import { itAnswers } from './rows.ts';

describe('the execution date on a Wednesday morning [I-date, D4-date-format, D4-date-range]', () => {
  itAnswers(wednesdayRows);
});

describe('an execution date on a day without runs [D4-date-moved, D2-warnings]', () => {
  itAnswers(closedRows);
});

describe('the execution date by the clock of Oslo [D4-date-oslo, D4-last-run]', () => {
  for (const [clock, row] of clocks) {
    describe(`at ${clock}`, () => itAnswers([row], { now: Date.parse(clock) }));
  }
});

describe('no execution date after the last run [D4-date-absent]', () => {
  itAnswers([withoutDate], { now: afterLastRun });
});
