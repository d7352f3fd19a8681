import { type Seeded, seed } from '../../src/app/sandbox/seed.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { Args, Flags } from '../../src/cli/flags.ts';
import { exported } from '../../src/cli/resources/seed-export.ts';
import { seeded, stepInWords } from '../../src/cli/resources/seeded.ts';

export default class SandboxSeed extends BankCommand<Seeded> {
  static override summary = 'Make the data that seed files describe.';
  static override description =
    "Several files are one world. Data that is missing is created, what differs is changed where the bank can change it, and the rest stays. The files are checked before the first request. A second run changes nothing, and finishes one that was interrupted. What the bank can't change is listed, and the exit code is 6.";
  static override examples = [
    { description: 'Apply a world', command: '<%= config.bin %> sandbox seed world.yaml' },
    { description: 'Show what would change', command: '<%= config.bin %> sandbox seed world.yaml --plan' },
    {
      description: 'Two files, and ids for a script',
      command: '<%= config.bin %> sandbox seed customers.yaml accounts.yaml --export env',
    },
  ];
  static override args = {
    file: Args.string({ description: 'Seed files, YAML or JSON.', required: true, multiple: true }),
  };
  static override flags = {
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
  };

  #export: 'env' | 'json' | undefined;

  protected override get presentation() {
    return this.#export === undefined ? seeded : exported(this.#export);
  }

  async run(): Promise<Seeded> {
    const { args, flags } = await this.parse(SandboxSeed);
    const { plan: isPlan = false, prune: prunes = false, yes = false, profile } = flags;
    this.#export = flags.export as 'env' | 'json' | undefined;
    const result = await seed(this.program, { files: args.file, isPlan, prunes, yes }, { profile });
    this.tell(result);
    return result;
  }

  private tell({ isPlan, created, changed, differs, deleted, steps }: Seeded): void {
    const isSame = created + changed + differs + deleted === 0;
    if (isPlan ? !isSame : differs > 0) this.endWith(EXIT.checkFoundFaults);
    if (isSame) this.meanwhile('Nothing to change.');
    const isNamed = ({ fate }: Seeded['steps'][number]) => fate === 'differs' || fate === 'deleted';
    if (!isPlan) for (const step of steps.filter(isNamed)) this.meanwhile(stepInWords(step));
    if (differs > 0) this.meanwhile(DIFFERS);
  }
}

const DIFFERS = 'What differs (!) stays as it is at the bank. With --prune it is deleted and created again.';
