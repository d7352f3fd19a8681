import { Args } from '../../../src/cli/flags.ts';
import { Fault } from '../../../src/errors.ts';
import { shownClock } from '../../../src/sandbox/clock.ts';
import { defineOperatorCommand } from '../../../src/sandbox/command.ts';
import { parseDuration } from '../../../src/values/duration.ts';

export default defineOperatorCommand(
  {
    summary: "Move the bank's clock forward.",
    description:
      "By 1 second to 400 days. Runs that fall due in between are done, in order, before the bank's next answer.",
    examples: {
      "Past the end of a session's hour": 'sandbox clock advance 61m',
      'A day and a half': 'sandbox clock advance 1d12h',
      'In ISO 8601': 'sandbox clock advance PT90S',
    },
    args: {
      duration: Args.string({ description: '90, 90s, 15m, 2h, 3d, 1d12h or ISO 8601.', required: true }),
    },
    presentation: shownClock,
  },
  'advance clock',
  ({ args }) => ({ seconds: parseSeconds(args.duration) }),
);

function parseSeconds(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds !== undefined) return seconds;
  throw new Fault('INPUT_INVALID', `${JSON.stringify(duration)} isn't a duration.`, {
    hint: 'Use 90s, 15m, 2h, 3d or 1d12h, or ISO 8601: PT15M or P3D.',
  });
}
