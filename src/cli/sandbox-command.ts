import type { Questions } from '../app/sandbox/choices.ts';
import type { Owners, Told } from '../app/sandbox/data.ts';
import type { Range } from '../app/sandbox/transactions.ts';
import type { FormInput, Given } from '../forms/sandbox/form.ts';
import { BankCommand } from './bank-command.ts';
import { readInput } from './input.ts';
import { askingForMissing } from './prompts.ts';
import { USUAL_LIMIT } from './sandbox-flags.ts';

/** What oclif has parsed of a command of sandbox data. */
export interface Parsed {
  readonly args?: Readonly<Record<string, unknown>>;
  readonly flags: Readonly<Record<string, unknown>> & { readonly profile?: string | undefined };
}

/** The base of the commands of sandbox data: what is missing is asked for, and owners are shown by name. */
export abstract class SandboxCommand<Result> extends BankCommand<Result> {
  /** Names of customers, for the presentation. */
  protected owners: Owners = new Map();

  /** Acts with what was given, and asks a person for what is missing. */
  protected asking<T>(
    { choices = {}, faultOf, ...questions }: Questions,
    { args = {}, flags }: Parsed,
    act: (given: Given) => Promise<T>,
  ): Promise<T> {
    const given = { ...texts(flags), ...texts(args, (name) => name.toUpperCase()) };
    const { profile } = flags;
    const asked = Object.entries(choices).map(
      ([name, offer]) =>
        [name, (answers: Given) => offer(this.program, { profile }, { ...given, ...answers })] as const,
    );
    return askingForMissing(
      {
        ...questions,
        personIsThere: this.personIsThere,
        words: this.words(),
        faultOf: async (answers) => faultOf?.({ ...given, ...answers }),
        choices: Object.fromEntries(asked),
      },
      (answers) => act({ ...given, ...answers }),
    );
  }

  /** The same of what is made of flags, answers or --file. */
  protected async making<T>(
    questions: Questions,
    parsed: Parsed,
    make: (input: FormInput) => Promise<T>,
  ): Promise<T> {
    const { file: name } = parsed.flags;
    const file = typeof name === 'string' ? await readInput(name, (text) => this.notice(text)) : undefined;
    return this.asking(questions, parsed, (given) => make({ given, file }));
  }

  /** The resource that a verb tells; its owners are kept for the presentation. */
  protected shown<Resource>({ told, owners }: Told<Resource>): Told<Resource>['told'] {
    this.owners = owners;
    return told;
  }

  /** A list that is as long as it may be can lack some: that is said where nobody counts. */
  protected tellOfMore(shown: number, { offset = 0, limit = USUAL_LIMIT }: Range): void {
    if (shown < limit) return;
    const text = `There may be more. To see them, add --offset ${offset + shown}.`;
    if (this.personIsThere) this.afterwards(text);
    else this.meanwhile(text);
  }

  /** Nothing but the bank's resource is asked for where nobody reads names. */
  protected get withOwners(): boolean {
    return !this.jsonEnabled() && !this.isQuiet;
  }

  private words() {
    const { args = {}, flags = {} } = this.ctor;
    return {
      ...flags,
      ...Object.fromEntries(Object.entries(args).map(([name, arg]) => [name.toUpperCase(), arg])),
    };
  }
}

/** What was given as text; a switch that is on has a text, too. */
function texts(
  values: Readonly<Record<string, unknown>>,
  rename = (name: string) => name,
): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => typeof value === 'string' || value === true);
  return Object.fromEntries(given.map(([name, value]) => [rename(name), String(value)]));
}
