import type { Meta } from '../app/at-bank.ts';
import type { Questions } from '../app/sandbox/choices.ts';
import type { Given } from '../forms/sandbox/form.ts';
import { Flags } from './flags.ts';
import type { Presentation } from './presentation.ts';
import { deleted } from './resources/owned.ts';
import { type Parsed, SandboxCommand } from './sandbox-command.ts';

/** The base of the commands that delete sandbox data: what they named is told after it is gone. */
export abstract class SandboxDeletion extends SandboxCommand<Meta> {
  static override flags = {
    yes: Flags.boolean({ description: 'Delete it without asking.' }),
  };

  /** What is told; `{}` stands for what was named. */
  protected abstract readonly sentence: string;

  #named = '';

  protected override get presentation(): Presentation<Meta> {
    return deleted(this.sentence, this.#named);
  }

  /** Deletes what the last argument names, and asks a person for what is missing. */
  protected deleting(
    questions: Questions,
    parsed: Parsed,
    remove: (given: Given) => Promise<Meta>,
  ): Promise<Meta> {
    const last = Object.keys(this.ctor.args).at(-1)?.toUpperCase() ?? '';
    return this.asking(questions, parsed, (given) => {
      this.#named = given[last] ?? '';
      return remove(given);
    });
  }
}
