import { isStandingStill, shownClock } from '../../../src/sandbox/clock.ts';
import { defineOperatorCommand } from '../../../src/sandbox/command.ts';

export default defineOperatorCommand(
  {
    summary: "Show the bank's clock.",
    description:
      'Shows real time and the offset. Sessions, dates, runs and deadlines follow this clock. It never goes back ' +
      "on its own: if the machine's clock goes back, it stands still until 'sandbox clock reset'.",
    examples: { 'The time at the bank': 'sandbox clock show' },
    presentation: shownClock,
  },
  'show clock',
  () => {},
  (clock) => (isStandingStill(clock) ? ['sandbox clock reset'] : []),
);
