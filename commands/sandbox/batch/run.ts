import { getOperation } from '../../../src/client/operation.ts';
import { createSandboxCommand } from '../../../src/sandbox/command.ts';

export default createSandboxCommand(
  {
    summary: 'Run the payment batch now.',
    description:
      "Starts the next scheduled run at once, which books every approved payment due by that run's day. The clock doesn't move. Sent counts cross-border payments that are in transit, Waiting those without funds, Held those that an operator holds. Having no payments isn't an error.",
    examples: { 'Settle the approved payments': 'sandbox batch run' },
  },
  {},
  (command, parsed) =>
    command.operate(parsed, getOperation('run batch'), undefined, [
      ['Bank day', 'bankDay', 'date'],
      ['Settled', ({ settled }) => `${settled}`],
      ['Sent', ({ sent }) => `${sent}`],
      ['Waiting', ({ waiting }) => `${waiting}`],
      ['Rejected', ({ rejected }) => `${rejected}`],
      ['Held', ({ held }) => `${held}`],
    ]),
);
