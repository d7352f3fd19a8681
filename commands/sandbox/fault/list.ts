import { createTable } from '../../../src/cli/presentation.ts';
import { defineOperatorCommand } from '../../../src/sandbox/command.ts';
import { faultColumns } from '../../../src/sandbox/faults.ts';
import type { FaultList } from '../../../src/wire/answers/operator.ts';

export default defineOperatorCommand(
  {
    summary: 'List the faults that are set, and how often each struck.',
    description:
      'Calls are those that a fault could have struck since it was set. A fault for one call is spent after that call.',
    examples: { 'All faults': 'sandbox fault list' },
    presentation: createTable<FaultList['faults'][number], FaultList>(
      [...faultColumns, ['Calls', 'calls', 'count'], ['Hits', 'strikes', 'count']],
      ({ faults }) => faults,
      'No faults are set. Set one:\npsd2 sandbox fault add',
    ),
  },
  'list faults',
);
