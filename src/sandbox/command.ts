import type { Command } from '@oclif/core/command';
import type { ArgInput, FlagInput, InferredArgs, InferredFlags } from '@oclif/core/interfaces';
import { USUAL_LIMIT } from '../accounts/transactions.ts';
import { BankCommand } from '../cli/bank-command.ts';
import type { Columns } from '../cli/columns.ts';
import { Args, Flags, textFlag } from '../cli/flags.ts';
import { readInput } from '../cli/input.ts';
import { card, type Presentation } from '../cli/presentation.ts';
import { askingForMissing } from '../cli/prompts.ts';
import type { Operation } from '../client/operation.ts';
import { Fault } from '../errors.ts';
import { confirmDeletion, OPERATOR, type Requirements } from '../session/context.ts';
import { type Meta, type SessionContext, withSession } from '../session/with-session.ts';
import { presentDeleted, presentList, presentOne } from './columns.ts';
import { type Given, type SandboxForm, sandboxBody } from './form.ts';
import {
  type Creation,
  type Items,
  type ListedType,
  NO_OWNERS,
  ownersAt,
  refuseMissing,
  SANDBOX_DATA,
  type SandboxType,
} from './resource.ts';

/** The texts of a command's help. */
export interface Help {
  readonly summary: string;
  readonly description?: string;
  /** Commands without the program's name, by their descriptions. */
  readonly examples: Readonly<Record<string, string>>;
}

/** The arguments and flags of a command, as oclif has parsed them. */
export interface Parsed {
  readonly args: Readonly<Record<string, unknown>>;
  readonly flags: Readonly<Record<string, unknown>> & { readonly profile?: string | undefined };
}

/** How a person is asked for what is missing, by the name of flag or argument. @see C-sandbox-asked */
type Questions = Partial<Pick<Creation<object>, 'args' | 'choices' | 'several' | 'usual' | 'oneOf' | 'form'>>;

/** The base of the commands on the sandbox: what is missing is asked for, and owners are shown by name. */
export abstract class SandboxCommand extends BankCommand<object> {
  protected override presentation: Presentation<object> = { text: () => '' };

  present<Result>(presentation: Presentation<Result>): void {
    this.presentation = presentation as Presentation<object>;
  }

  /** Tells whether the result is read by people: nothing but the bank's resource is asked for otherwise. */
  get tellsPeople(): boolean {
    return !this.jsonEnabled() && !this.isQuiet;
  }

  /** Acts at the profile's bank. */
  act<T>(
    { flags }: Parsed,
    act: (there: SessionContext) => Promise<T>,
    need: Requirements = SANDBOX_DATA,
  ): Promise<T> {
    return withSession(this.context, { profile: flags.profile }, act, need);
  }

  /** Acts with what was given, and asks a person for what is missing. */
  ask<T>(
    { choices = {}, form, args: named = {}, ...questions }: Questions,
    parsed: Parsed,
    act: (given: Given) => Promise<T>,
  ): Promise<T> {
    const { args = {}, flags = {} } = this.ctor;
    const given = { ...texts(parsed.flags), ...upperCased(texts(parsed.args)) };
    const offers = Object.entries(choices).map(
      ([name, offer]) =>
        [
          name,
          async (answers: Given) =>
            typeof offer === 'function'
              ? this.act(parsed, ({ session }) => offer(session, { ...given, ...answers }))
              : offer,
        ] as const,
    );
    return askingForMissing(
      {
        ...questions,
        personIsThere: this.personIsThere,
        words: { ...flags, ...upperCased(args) },
        faultOf: async (answers) => form && findFault(form, { ...given, ...answers }),
        choices: Object.fromEntries(offers),
      },
      async (answers) => {
        const all = { ...given, ...answers };
        // A form says itself what is missing.
        if (form === undefined) refuseMissing(all, argumentsOf(named));
        return act(all);
      },
    );
  }

  list<Item extends object, Row extends object>(
    type: ListedType<Item, Row>,
    parsed: Parsed,
  ): Promise<Items<Item> & Meta> {
    return this.act(parsed, async ({ session, withMeta }) => {
      const { resource: items, meta } = await session.call(type.list, undefined);
      const owners = this.namesOwners(type) ? await ownersAt(session) : NO_OWNERS.owners;
      this.present(presentList(type, { owners }));
      return withMeta({ resource: { items }, meta });
    });
  }

  get<Item extends object, Row extends object>(
    type: SandboxType<Item, Row>,
    parsed: Parsed,
  ): Promise<Item & Meta> {
    return this.ask(type, parsed, (given) =>
      this.act(parsed, async ({ session, withMeta }) => {
        const { reference, self } = await type.locate(session, given);
        const read = withMeta(await session.call(type.read, reference as never));
        const owners = this.namesOwners(type) ? await ownersAt(session) : NO_OWNERS.owners;
        this.present(presentOne(type, { owners, self }));
        return read;
      }),
    );
  }

  /**
   * Creates data. What is wrong with what was given is reported before a bank is opened.
   * @param nextFor the commands to go on with
   * @throws Fault USAGE, INPUT_MISSING, INPUT_INVALID, FILE_UNREADABLE
   */
  async create<Made extends object>(
    creation: Creation<Made>,
    parsed: Parsed,
    nextFor?: (made: Made, given: Given) => readonly string[],
  ): Promise<Made & Meta> {
    const { form, prepare, shown } = creation;
    const { file: name } = parsed.flags;
    const file = typeof name === 'string' ? await readInput(name, (text) => this.notice(text)) : undefined;
    this.present(shown);
    return this.ask(creation, parsed, async (given) => {
      const input = { given, file };
      await sandboxBody(form, input);
      const made = await this.act(parsed, async ({ session, withMeta }) => {
        const { operation, reference, known, ...prepared } = await prepare(session, input);
        const body = await sandboxBody(form, { ...input, given: prepared.given ?? given }, known);
        // The hint about a refusal names the flags that were given.
        const sent = { ...reference, body, isFile: file !== undefined, given };
        return withMeta(await session.call(operation, sent as never));
      });
      if (nextFor !== undefined) this.next(nextFor(made, given));
      return made;
    });
  }

  /**
   * Deletes what the arguments name, with consent; the bank's own refusal tells that it lists none such.
   * @param sentence told afterwards, with `{}` for the last argument
   * @throws Fault INPUT_MISSING, INTERRUPTED without consent
   * @see D8-deleting, C-deletion-consent
   */
  delete<Item extends object, Row extends object>(
    type: SandboxType<Item, Row>,
    parsed: Parsed,
    sentence: string,
  ): Promise<Meta> {
    const { remove, findDeletion } = type;
    if (remove === undefined || findDeletion === undefined) throw new Error(`${type.word} can't be deleted`);
    return this.ask(type, parsed, (given) => {
      this.present(presentDeleted(sentence, given[argumentsOf(type.args).at(-1) ?? ''] ?? ''));
      return this.act(parsed, async ({ session, profile, withMeta }) => {
        const { reference, what, rest } = await findDeletion(session, given);
        if (what !== undefined) {
          await confirmDeletion(this.context, {
            yes: parsed.flags.yes === true,
            verb: 'delete',
            what: `${what} from the sandbox (profile ${profile.name})${rest}.`,
          });
        }
        return withMeta(await session.call(remove, reference as never));
      });
    });
  }

  /** Calls an operation of the bank's operator. @see D11-operator-acts */
  operate<Input, Resource extends object>(
    parsed: Parsed,
    operation: Operation<Input, Resource>,
    input: Input,
    columns: Columns<Resource>,
  ): Promise<Resource & Meta> {
    this.present(card(columns));
    return this.act(
      parsed,
      async ({ session, withMeta }) => withMeta(await session.operate(operation, input)),
      OPERATOR,
    );
  }

  /** Tells that a list which is as long as was asked for may lack some: the bank doesn't count them. */
  tellOfMore(shown: number, { offset = 0, limit = USUAL_LIMIT }: { offset?: number; limit?: number }): void {
    if (shown < limit) return;
    const text = `There may be more. To see them, add --offset ${offset + shown}.`;
    if (this.personIsThere) this.afterwards(text);
    else this.meanwhile(text);
  }

  private namesOwners({ hasOwners }: Pick<SandboxType<object>, 'hasOwners'>): boolean {
    return hasOwners === true && this.tellsPeople;
  }
}

/** Returns what is wrong with answers so far, in words: each is asked until it is right. */
async function findFault(form: SandboxForm, given: Given): Promise<string | undefined> {
  try {
    await sandboxBody(form, { given });
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return fault.code === 'INPUT_INVALID' ? fault.message : undefined;
  }
  return undefined;
}

/** Picks what was given as text; a switch that is on has a text, too. */
function texts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => typeof value === 'string' || value === true);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function upperCased<Value>(values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toUpperCase(), value]));
}

function argumentsOf(args: SandboxType<object>['args']): readonly string[] {
  return Object.keys(args).map((name) => name.toUpperCase());
}

interface ParsedAs<F extends FlagInput, A extends ArgInput> {
  readonly flags: InferredFlags<F> & { readonly profile?: string | undefined };
  readonly args: InferredArgs<A>;
}

/** Makes a command of its help, what it takes and what it does. */
export function sandboxCommand<F extends FlagInput, A extends ArgInput>(
  { summary, description, examples }: Help,
  declared: { readonly flags?: F; readonly args?: A },
  run: (command: SandboxCommand, parsed: ParsedAs<F, A>) => Promise<object>,
): Command.Class {
  return class extends SandboxCommand {
    static override summary = summary;
    static override description = description;
    static override examples = SandboxCommand.listExamples(examples);
    static override args = declared.args ?? {};
    static override flags = declared.flags ?? {};

    async run(): Promise<object> {
      return run(this, (await this.parse(this.ctor)) as unknown as ParsedAs<F, A>);
    }
  } as unknown as Command.Class;
}

export function listCommand<Item extends object, Row extends object>(
  type: ListedType<Item, Row>,
  help: Help,
): Command.Class {
  return sandboxCommand(help, {}, (command, parsed) => command.list(type, parsed));
}

export function getCommand<Item extends object, Row extends object>(
  type: SandboxType<Item, Row>,
  help: Help,
): Command.Class {
  return sandboxCommand(help, { args: argsFor(type.args) }, (command, parsed) => command.get(type, parsed));
}

/** @param sentence told afterwards, with `{}` for the last argument */
export function deleteCommand<Item extends object, Row extends object>(
  type: SandboxType<Item, Row>,
  sentence: string,
  help: Help,
): Command.Class {
  const flags = { yes: Flags.boolean({ description: 'Delete it without asking.' }) };
  return sandboxCommand(help, { flags, args: argsFor(type.args) }, (command, parsed) =>
    command.delete(type, parsed, sentence),
  );
}

/** @param nextFor the commands to go on with */
export function createCommand<Made extends object>(
  creation: Creation<Made>,
  help: Help,
  nextFor?: (made: Made, given: Given) => readonly string[],
): Command.Class {
  const declared = { flags: flagsFor(creation.form), args: argsFor(creation.args ?? {}) };
  return sandboxCommand(help, declared, (command, parsed) => command.create(creation, parsed, nextFor));
}

/** Declares arguments that are asked for where they are missing and a person is there. */
export function argsFor(args: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(args).map(([name, description]) => [name, Args.string({ description })]),
  );
}

/** Names the group of flags that a command works without: help lists them after the others. */
const OPTIONAL = 'OPTIONAL';

/** Declares a form's flags, and the file that stands in their place. @see C-file-unchanged */
function flagsFor({ fields, holds, fileHolds = holds.replace('t', 'T') }: SandboxForm) {
  const own = Object.entries(fields).map(([name, { description, helpValue, isOptional, exclusive }]) => {
    const helpGroup = isOptional ? OPTIONAL : undefined;
    return [
      name,
      helpValue === undefined
        ? Flags.boolean({ description, helpGroup })
        : Flags.string({ description, helpValue, helpGroup, exclusive }),
    ] as const;
  });
  return {
    ...Object.fromEntries(own),
    file: textFlag(`${fileHolds} as JSON from a file, or - for stdin. Sent unchanged.`, 'FILE', OPTIONAL),
  };
}
