import { getOperation } from '../../../src/client/operation.ts';
import { clockColumns } from '../../../src/sandbox/clock.ts';
import { createSandboxCommand } from '../../../src/sandbox/command.ts';

export default createSandboxCommand(
  {
    summary: "Set the bank's clock back to real time.",
    description: "Moving the clock back doesn't undo bookings, and no run is done twice.",
    examples: { 'Back to real time': 'sandbox clock reset' },
  },
  {},
  (command, parsed) => command.operate(parsed, getOperation('reset clock'), undefined, clockColumns),
);
