import { describe } from 'vitest';
import { afterLastRun, clocks, closedRows, wednesdayRows, withoutDate } from './date-rows.ts';
import { crossBorder as kind } from './kinds.ts';
import { itAnswers } from './rows.ts';

describe('the date of a cross-border payment on a Wednesday morning [I-date, D4-date-format, D4-date-range]', () => {
  itAnswers(wednesdayRows, { kind });
});

describe('the date of a cross-border payment on a day without runs [D4-date-moved, D2-warnings]', () => {
  itAnswers(closedRows, { kind });
});

describe('the date of a cross-border payment by the clock of Oslo [D4-date-oslo, D4-last-run]', () => {
  for (const [clock, row] of clocks) {
    describe(`at ${clock}`, () => itAnswers([row], { kind, now: Date.parse(clock) }));
  }
});

describe('no date of a cross-border payment after the last run [D4-date-absent]', () => {
  itAnswers([withoutDate], { kind, now: afterLastRun });
});
