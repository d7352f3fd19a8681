import { shownClock } from '../../../src/sandbox/clock.ts';
import { defineOperatorCommand } from '../../../src/sandbox/command.ts';

export default defineOperatorCommand(
  {
    summary: "Set the bank's clock back to real time.",
    description: "Moving the clock back doesn't undo bookings, and no run is done twice.",
    examples: { 'Back to real time': 'sandbox clock reset' },
    presentation: shownClock,
  },
  'reset clock',
);
