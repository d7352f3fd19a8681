import { createCard, createPickedArg, createTextFlag, Flags } from '../../../src/cli/command.ts';
import { wrap } from '../../../src/cli/layout.ts';
import { findNearest } from '../../../src/core/nearest.ts';
import { Fault } from '../../../src/errors.ts';
import { defineOperatorCommand } from '../../../src/sandbox/command.ts';
import { faultColumns } from '../../../src/sandbox/faults.ts';
import { type FaultName, type FaultToAdd, faultNames, listReach } from '../../../src/wire/faults.ts';

export default defineOperatorCommand(
  {
    summary: 'Have the bank fail on purpose.',
    description:
      "FAULT is one of the bank's error codes, such as ACCESS_EXCEEDED, or latency, dropped-before-commit, dropped-after-commit, no-funds (fundsAvailable is false), EXEMPTED (no SCA is needed), another scaStatus such as STARTED, FINALISED or FAILED (in which authorisations of payments and baskets start), PDNG (the payment is held) or terse-errors. It stays until you clear it, or until sandbox init.",
    examples: {
      'Fail the second payment that is created':
        'sandbox fault add SYSTEM_ERROR --operation create-payment --call 2',
      'Make the next payment, but lose the answer':
        'sandbox fault add dropped-after-commit --operation create-payment --call 1',
      'Start the next authorisation in FAILED': 'sandbox fault add FAILED --call 1',
      'Answer everything 2 seconds late': 'sandbox fault add latency --milliseconds 2000',
    },
    args: { fault: createPickedArg('fault', 'Name of the fault.') },
    flags: {
      operation: createTextFlag(
        "Only calls of this operation. Default: all that it can strike, but not the sandbox's own.",
        'NAME',
      ),
      call: Flags.integer({
        description: 'Only this call, counted from now on. Default: every call.',
        helpValue: 'N',
        min: 1,
      }),
      status: Flags.integer({
        description: 'HTTP status of an error code that has several.',
        helpValue: 'STATUS',
      }),
      milliseconds: Flags.integer({
        description: 'How late answers are with latency, up to 50000.',
        helpValue: 'N',
        min: 1,
        max: 50_000,
      }),
    },
    presentation: createCard(faultColumns),
  },
  'add fault',
  ({ args: { fault }, flags: { operation, call, status, milliseconds } }) =>
    parseFault({ fault, operation, call, status, milliseconds }),
  ({ faultId }) => ['sandbox fault list', `sandbox fault clear ${faultId}`],
);

interface FaultInput extends Omit<FaultToAdd, 'fault' | 'operation'> {
  readonly fault: string;
  readonly operation: string | undefined;
}

/** Validates the fault before a bank is opened. @see C-fault */
async function parseFault(input: FaultInput): Promise<FaultToAdd> {
  const fault = faultNames.find((name) => name.toLowerCase() === input.fault.toLowerCase());
  if (fault === undefined) {
    throw new Fault('INPUT_INVALID', `${JSON.stringify(input.fault)} isn't a fault.`, {
      hint: buildNamesHint(input.fault, faultNames),
    });
  }
  if (fault === 'latency' && input.milliseconds === undefined) {
    throw new Fault('INPUT_MISSING', 'Missing: --milliseconds.', {
      hint: 'Say how late answers are: --milliseconds 2000',
      missing: ['--milliseconds'],
    });
  }
  const operation = input.operation && parseOperation(fault, input.operation);
  const asked: FaultToAdd = { ...input, fault, operation };
  const [{ parseBody }, { faultToAdd }] = await Promise.all([
    import('../../../src/wire/parse.ts'),
    import('../../../src/wire/operator.ts'),
  ]);
  const parsed = parseBody(faultToAdd, asked);
  if (parsed.ok) return asked;
  throw new Fault('INPUT_INVALID', `--${parsed.faults[0]?.text}.`);
}

const LONGEST_LINE = 76;

function buildNamesHint(given: string, names: readonly string[]): string {
  const likely = findNearest(given, names);
  if (likely !== undefined) return `Did you mean ${likely}?`;
  return ['Use one of:', ...wrap(names.join(', ').replaceAll(/(?<!,) /g, '-'), LONGEST_LINE)].join('\n');
}

/** Parses the name of an operation; hyphens may replace its blanks. */
function parseOperation(fault: FaultName, given: string): string {
  const reach = listReach(fault);
  const plain = (name: string) => name.toLowerCase().replaceAll(/[\s-]+/g, '-');
  const found = reach.find((name) => plain(name) === plain(given));
  if (found !== undefined) return found;
  throw new Fault('INPUT_INVALID', `${fault} can't be set on ${JSON.stringify(given)}.`, {
    hint: buildNamesHint(given, reach),
  });
}
