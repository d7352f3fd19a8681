import { getOperation } from '../../../src/client/operation.ts';
import { clockColumns, isStandingStill } from '../../../src/sandbox/clock.ts';
import { createSandboxCommand } from '../../../src/sandbox/command.ts';

export default createSandboxCommand(
  {
    summary: "Show the bank's clock.",
    description:
      'Shows real time and the offset. Sessions, dates, runs and deadlines follow this clock. It never goes back ' +
      "on its own: if the machine's clock goes back, it stands still until 'sandbox clock reset'.",
    examples: { 'The time at the bank': 'sandbox clock show' },
  },
  {},
  async (command, parsed) => {
    const clock = await command.operate(parsed, getOperation('show clock'), undefined, clockColumns);
    if (isStandingStill(clock)) command.next(['sandbox clock reset']);
    return clock;
  },
);
