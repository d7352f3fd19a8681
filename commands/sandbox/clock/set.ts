import { Args } from '../../../src/cli/flags.ts';
import { Fault } from '../../../src/errors.ts';
import { shownClock } from '../../../src/sandbox/clock.ts';
import { defineOperatorCommand } from '../../../src/sandbox/command.ts';
import { parseInstant } from '../../../src/values/instant.ts';

export default defineOperatorCommand(
  {
    summary: "Set the bank's clock.",
    description:
      "To a time in the years 2000 to 2099. The clock runs on from there. Moving it back doesn't undo bookings, no run is done twice, and the answer has a warning.",
    examples: {
      'A Saturday noon in Oslo': 'sandbox clock set 2026-11-21T12:00:00+01:00',
      'In UTC': 'sandbox clock set 2026-11-21T11:00:00Z',
    },
    args: { time: Args.string({ description: 'ISO 8601 date-time with offset or Z.', required: true }) },
    presentation: shownClock,
  },
  'set clock',
  ({ args: { time: now } }) => {
    if (parseInstant(now) !== undefined) return { now };
    throw new Fault('INPUT_INVALID', `${JSON.stringify(now)} isn't a date-time with an offset.`, {
      hint: 'Use ISO 8601: 2026-11-21T09:30:00+01:00 or 2026-11-21T08:30:00Z.',
    });
  },
);
