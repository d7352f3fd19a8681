import { createCard } from '../../../src/cli/presentation.ts';
import { getOperation } from '../../../src/client/operation.ts';
import { defineSandboxCommand } from '../../../src/sandbox/command.ts';
import type { BatchRun } from '../../../src/wire/answers/operator.ts';

export default defineSandboxCommand(
  {
    summary: 'Run the payment batch now.',
    description:
      "Starts the next scheduled run at once, which books every approved payment due by that run's day. The clock doesn't move. Sent counts cross-border payments that are in transit, Waiting those without funds, Held those that an operator holds. Having no payments isn't an error.",
    examples: { 'Settle the approved payments': 'sandbox batch run' },
    presentation: createCard<BatchRun>([
      ['Bank day', 'bankDay', 'date'],
      ['Settled', 'settled', 'count'],
      ['Sent', 'sent', 'count'],
      ['Waiting', 'waiting', 'count'],
      ['Rejected', 'rejected', 'count'],
      ['Held', 'held', 'count'],
    ]),
  },
  async (command, parsed) => {
    const run = await command.operate(parsed, getOperation('run batch'), undefined);
    // A run after the day's last one books the next day's payments. @see D11-batch
    if (run.settled > 0)
      command.addNextStep(
        "A run that is started early also books payments of the next run's day, with this bank day as their execution date.",
      );
    return run;
  },
);
