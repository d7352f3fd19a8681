import { Args, createCard, QUIET } from '../../../src/cli/command.ts';
import { getOperation } from '../../../src/client/operation.ts';
import { Fault } from '../../../src/errors.ts';
import { defineSandboxCommand } from '../../../src/sandbox/command.ts';
import type { FaultsCleared } from '../../../src/wire/answers/operator.ts';

export default defineSandboxCommand(
  {
    summary: 'Clear one fault, or all.',
    description: 'Payments that no-funds struck have their funds again at the next run.',
    examples: {
      'All faults': 'sandbox fault clear',
      'One of them': 'sandbox fault clear 2',
    },
    args: { fault: Args.string({ description: 'Number of the fault. Default: all.' }) },
    presentation: createCard<FaultsCleared>([['Cleared', 'cleared', 'count', QUIET]]),
  },
  async (command, parsed) => {
    const { fault } = parsed.args;
    return fault === undefined
      ? command.operate(parsed, getOperation('clear faults'), undefined)
      : command.operate(parsed, getOperation('clear fault'), { faultId: parseNumber(fault) });
  },
);

function parseNumber(given: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(given)) return Number(given);
  throw new Fault('INPUT_INVALID', `${JSON.stringify(given)} isn't the number of a fault.`, {
    hint: 'See which are set:\npsd2 sandbox fault list',
  });
}
