import { EXIT } from '../../src/cli/exit-codes.ts';
import { Args, Flags } from '../../src/cli/flags.ts';
import { defineSandboxCommand } from '../../src/sandbox/command.ts';
import { seed } from '../../src/sandbox/seed.ts';
import { createExportView, formatStep, seeded } from '../../src/sandbox/seed-output.ts';

export default defineSandboxCommand(
  {
    summary: 'Make the data that seed files describe.',
    description:
      "Several files are one world. Data that is missing is created, what differs is changed where the bank can change it, and the rest stays. The files are checked before the first request. A second run changes nothing, and finishes one that was interrupted. What the bank can't change is listed, and the exit code is 6.",
    examples: {
      'Apply a world': 'sandbox seed world.yaml',
      'Show what would change': 'sandbox seed world.yaml --plan',
      'Two files, and ids for a script': 'sandbox seed customers.yaml accounts.yaml --export env',
    },
    args: { file: Args.string({ description: 'Seed files, YAML or JSON.', required: true, multiple: true }) },
    flags: {
      plan: Flags.boolean({
        description: 'Show what would change, and change nothing. Exit code 6 if anything would.',
      }),
      prune: Flags.boolean({ description: 'Delete what the files lack, and create again what differs.' }),
      export: Flags.string({
        description: 'Print the ids, as env variables or as JSON.',
        options: ['env', 'json'],
        exclusive: ['plan', 'json'],
      }),
      yes: Flags.boolean({ description: 'Prune without asking.' }),
    },
  },
  async (command, { args, flags }) => {
    const { plan: isPlan = false, prune: prunes = false, yes = false, profile } = flags;
    command.present(flags.export === undefined ? seeded : createExportView(flags.export as 'env' | 'json'));
    const result = await seed(command.context, { files: args.file, isPlan, prunes, yes }, { profile });
    const { created, changed, differs, deleted, steps } = result;
    const isSame = created + changed + differs + deleted === 0;
    if (isPlan ? !isSame : differs > 0) command.endWith(EXIT.checkFoundFaults);
    if (isSame) command.reportProgress('Nothing to change.');
    const shown = steps.filter(({ fate }) => !isPlan && (fate === 'differs' || fate === 'deleted'));
    for (const step of shown) command.reportProgress(formatStep(step));
    if (differs > 0) command.reportProgress(DIFFERS);
    return result;
  },
);

const DIFFERS = 'What differs (!) stays as it is at the bank. With --prune it is deleted and created again.';
