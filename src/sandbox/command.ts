import type { Command } from '@oclif/core/command';
import type { ArgInput, FlagInput } from '@oclif/core/interfaces';
import { BankCommand } from '../cli/bank-command.ts';
import {
  Args,
  buildCommandClass,
  createSentence,
  createTextFlag,
  type Declaration,
  Flags,
  type Help,
  type Items,
  type Parsed as ParsedAs,
} from '../cli/command.ts';
import { readInput } from '../cli/input.ts';
import { promptForMissing } from '../cli/prompts.ts';
import { sanitizeForTerminal } from '../cli/sanitize.ts';
import {
  type AnsweredOperation,
  getOperation,
  type InputOf,
  type Operation,
  type ResourceOf,
} from '../client/operation.ts';
import type { Session } from '../client/session.ts';
import { Fault } from '../errors.ts';
import { confirmDeletion, OPERATOR, type Requirements } from '../session/context.ts';
import { type Meta, type SessionContext, withSession } from '../session/with-session.ts';
import { DEFAULT_PAGE_LIMIT, MOST_PAGE_LIMIT } from '../wire/page-limit.ts';
import { type GivenTexts, listFields, type SandboxForm, sandboxBody } from './form.ts';
import {
  type Creation,
  createDetailView,
  createListView,
  type ListedType,
  readOwners,
  SANDBOX_DATA,
  type SandboxType,
} from './resource.ts';

/** The arguments and flags of a command, as oclif has parsed them. */
export interface ParsedInput {
  readonly args: Readonly<Record<string, unknown>>;
  readonly flags: Readonly<Record<string, unknown>> & { readonly profile?: string | undefined };
}

/** The prompts for missing values, by the name of flag or argument. @see C-sandbox-asked */
type Questions = Pick<Creation<object>, 'choices' | 'several' | 'usual'> &
  Partial<Pick<SandboxType<object>, 'args'>>;

/** The base of the sandbox commands: prompts for missing values, and shows owners by name. */
export abstract class SandboxCommand extends BankCommand {
  /** True if the output is for people: otherwise only the bank's resource is requested. */
  get tellsPeople(): boolean {
    return !this.jsonEnabled() && !this.isQuiet;
  }

  /** Runs an action at the profile's bank. */
  act<T>(
    { flags }: ParsedInput,
    act: (there: SessionContext) => Promise<T>,
    need: Requirements = SANDBOX_DATA,
  ): Promise<T> {
    return withSession(this.context, { profile: flags.profile }, act, need);
  }

  /**
   * Runs an action with the given values, and prompts for missing ones.
   * @param form of a creation, which reports missing values itself
   */
  ask<T>(
    { choices = {}, several, usual, args: named = {} }: Questions,
    parsed: ParsedInput,
    act: (given: GivenTexts) => Promise<T>,
    form?: SandboxForm,
  ): Promise<T> {
    const { args = {}, flags = {} } = this.ctor;
    const given = { ...pickTexts(parsed.flags), ...convertKeysToUpperCase(pickTexts(parsed.args)) };
    const offers = Object.entries(choices).map(
      ([name, offer]) =>
        [
          name,
          async (answers: GivenTexts) =>
            typeof offer === 'function'
              ? this.act(parsed, ({ session }) => offer(session, { ...given, ...answers }))
              : offer,
        ] as const,
    );
    return promptForMissing(
      {
        several,
        usual,
        oneOf: form?.oneOf?.map((name) => `--${name}`),
        personIsThere: this.personIsThere,
        words: { ...flags, ...convertKeysToUpperCase(args) },
        faultOf: async (answers) => form && findFault(form, { ...given, ...answers }),
        choices: Object.fromEntries(offers),
      },
      async (answers) => {
        const all = { ...given, ...answers };
        if (form === undefined) refuseMissing(all, listArguments(named));
        return act(all);
      },
    );
  }

  /** Calls an operation of the bank's operator. @see D11-operator-acts */
  operate<Input, Resource extends object>(
    parsed: ParsedInput,
    operation: Operation<Input, Resource>,
    input: Input,
  ): Promise<Resource & Meta> {
    return this.act(
      parsed,
      async ({ session, withMeta }) => withMeta(await session.operate(operation, input)),
      OPERATOR,
    );
  }

  /** Warns that a list of the requested length may be incomplete: the bank doesn't count its items. */
  tellOfMore(
    shown: number,
    { offset = 0, limit = DEFAULT_PAGE_LIMIT }: Pick<Range, 'offset' | 'limit'>,
  ): void {
    if (shown < limit) return;
    const text = `There may be more. To see them, add --offset ${offset + shown}.`;
    if (this.personIsThere) this.addNextStep(text);
    else this.reportProgress(text);
  }
}

/** Returns the fault of the answers so far: each prompt is repeated until its answer is valid. */
async function findFault(form: SandboxForm, given: GivenTexts): Promise<string | undefined> {
  try {
    await sandboxBody(form, { given });
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return fault.code === 'INPUT_INVALID' ? fault.message : undefined;
  }
  return undefined;
}

/** Selects the values given as text; a switch that is on also has a text. */
function pickTexts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => typeof value === 'string' || value === true);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function convertKeysToUpperCase<Value>(values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toUpperCase(), value]));
}

/** @throws Fault INPUT_MISSING that names each argument that wasn't given */
function refuseMissing(given: GivenTexts, names: readonly string[]): void {
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length === 0) return;
  throw new Fault('INPUT_MISSING', `Missing: ${missing.join(', ')}.`, {
    missing,
    hint: 'Add --help to see an example.',
  });
}

function listArguments(args: SandboxType<object>['args']): readonly string[] {
  return Object.keys(args).map((name) => name.toUpperCase());
}

/** Defines a command of the sandbox. */
export function defineSandboxCommand<Flags extends FlagInput, Args extends ArgInput, Result extends object>(
  declaration: Declaration<Flags, Args, Result>,
  run: (command: SandboxCommand, parsed: ParsedAs<Flags, Args>) => Promise<Result>,
): Command.Class {
  return buildCommandClass(SandboxCommand, declaration, run);
}

/** Defines a command of one operation of the bank's operator. @param toInput returns the operation's input */
export function defineOperatorCommand<
  Flags extends FlagInput,
  Args extends ArgInput,
  Name extends AnsweredOperation,
>(
  declaration: Declaration<Flags, Args, ResourceOf<Name>>,
  name: Name,
  toInput: (parsed: ParsedAs<Flags, Args>) => InputOf<Name> | Promise<InputOf<Name>> = () =>
    undefined as InputOf<Name>,
  nextFor: (resource: ResourceOf<Name>) => readonly string[] = () => [],
): Command.Class {
  return defineSandboxCommand(declaration as Declaration<Flags, Args, object>, async (command, parsed) => {
    const operation = getOperation(name) as Operation<InputOf<Name>, ResourceOf<Name> & object>;
    const resource = await command.operate(parsed, operation, await toInput(parsed));
    command.next(nextFor(resource));
    return resource;
  });
}

/** Reads the names of owners, if the presentation shows them. */
async function ownersFor(
  command: SandboxCommand,
  { ownerOf }: { readonly ownerOf?: unknown },
  session: Session,
) {
  return ownerOf !== undefined && command.tellsPeople ? readOwners(session) : undefined;
}

export function listResources<Item extends object>(
  command: SandboxCommand,
  type: ListedType<Item>,
  parsed: ParsedInput,
): Promise<Items<Item> & Meta> {
  return command.act(parsed, async ({ session, withMeta }) => {
    const { resource: items, meta } = await session.call(type.list, undefined);
    command.present(createListView(type, { owners: await ownersFor(command, type, session) }));
    return withMeta({ resource: { items }, meta });
  });
}

export function listCommand<Item extends object>(type: ListedType<Item>, help: Help): Command.Class {
  return defineSandboxCommand(help, (command, parsed) => listResources(command, type, parsed));
}

export function getCommand<Item extends object, Row extends object>(
  type: SandboxType<Item, Row>,
  help: Help,
): Command.Class {
  return defineSandboxCommand({ ...help, args: createArgs(type.args) }, (command, parsed) =>
    command.ask(type, parsed, (given) =>
      command.act(parsed, async ({ session, withMeta }) => {
        const { reference, self } = await type.locate(session, given);
        const read = withMeta(await session.call(type.read, reference as never));
        command.present(createDetailView(type, { owners: await ownersFor(command, type, session), self }));
        return read;
      }),
    ),
  );
}

/**
 * Creates a command that deletes the resource of its arguments, with consent; the bank's own refusal reports an unknown
 * one.
 * @param words shown afterwards, with `{}` for the last argument
 * @see D8-deleting, C-deletion-consent
 */
export function deleteCommand<Item extends object>(
  type: SandboxType<Item>,
  words: string,
  help: Help,
): Command.Class {
  const flags = { yes: Flags.boolean({ description: 'Delete it without asking.' }) };
  return defineSandboxCommand({ ...help, flags, args: createArgs(type.args) }, (command, parsed) =>
    command.ask(type, parsed, (given) => {
      const name = sanitizeForTerminal(given[listArguments(type.args).at(-1) ?? ''] ?? '');
      const text = words.replace('{}', () => name);
      command.present(
        createSentence(
          () => text,
          () => [name],
        ),
      );
      return command.act(parsed, async ({ session, profile, withMeta }) => {
        const { reference, what } = await type.locate(session, given);
        if (what !== undefined) {
          const rest = 'list' in type ? ', with everything it owns' : '';
          await confirmDeletion(command.context, {
            yes: parsed.flags.yes === true,
            verb: 'delete',
            what: `${what} from the sandbox (profile ${profile.name})${rest}.`,
          });
        }
        return withMeta(await session.call(type.remove as Operation<never, object>, reference as never));
      });
    }),
  );
}

/**
 * Creates a command that creates data. Invalid values are reported before a bank is opened.
 * @param nextFor the commands to go on with
 */
export function createCommand<Made extends object>(
  creation: Creation<Made>,
  help: Help,
  nextFor: (made: Made, given: GivenTexts) => readonly string[] = () => [],
): Command.Class {
  const { form, shown, resolve = {}, prepare, within = {} } = creation;
  const declaration = {
    ...{ ...help, presentation: shown },
    ...{ flags: createFlags(form), args: createArgs(within) },
  };
  return defineSandboxCommand(declaration, async (command, parsed) => {
    const { file: name } = parsed.flags;
    const file = typeof name === 'string' ? await readInput(name, (text) => command.notice(text)) : undefined;
    const create = async (given: GivenTexts) => {
      const input = { given, file };
      await sandboxBody(form, input);
      const made = await command.act(parsed, async ({ session, withMeta }) => {
        const { operation = creation.create, reference, known } = (await prepare?.(session, input)) ?? {};
        const resolved: Record<string, string | undefined> = { ...given };
        for (const [flag, resolveName] of Object.entries(resolve)) {
          const value = given[flag];
          if (value !== undefined) resolved[flag] = await resolveName(session, value);
        }
        const body = await sandboxBody(form, { given: resolved, file }, known);
        // The hint for a refusal names the given flags.
        const sent = { ...reference, body, isFile: file !== undefined, given };
        return withMeta(await session.call(operation, sent as never));
      });
      command.next(nextFor(made, given));
      return made;
    };
    return command.ask(creation, parsed, create, form);
  });
}

interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** Limits a list of transactions. */
export const rangeFlags = {
  from: Flags.string({ description: 'First booking date.', helpValue: 'YYYY-MM-DD' }),
  to: Flags.string({ description: 'Last booking date.', helpValue: 'YYYY-MM-DD' }),
  offset: Flags.integer({ description: 'How many to skip.', helpValue: 'N', min: 0 }),
  limit: Flags.integer({
    description: `How many to list, up to ${MOST_PAGE_LIMIT}. Default: ${DEFAULT_PAGE_LIMIT}.`,
    helpValue: 'N',
    min: 1,
    max: MOST_PAGE_LIMIT,
  }),
};

/** Converts the range to the bank's query parameters. */
export function toTransactionQuery({ from, to, offset, limit }: Range) {
  return { fromDate: from, toDate: to, offset, limit };
}

/** Declares arguments, for which a prompt asks at a terminal if they are missing. */
export function createArgs(args: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(args).map(([name, description]) => [name, Args.string({ description })]),
  );
}

/** The group of optional flags, which help lists last. */
const OPTIONAL = 'OPTIONAL';

/** Declares a form's flags, and the file that replaces them. @see C-file-unchanged */
function createFlags(form: SandboxForm) {
  const { holds, fileHolds = holds.replace('t', 'T'), optional = {}, oneOf = [] } = form;
  const own = listFields(form).map(([name, [, description, helpValue]]) => {
    const helpGroup = name in optional ? OPTIONAL : undefined;
    const exclusive = name === oneOf[0] ? oneOf.slice(1) : undefined;
    return [
      name,
      helpValue === undefined
        ? Flags.boolean({ description, helpGroup })
        : Flags.string({ description, helpValue, helpGroup, exclusive }),
    ] as const;
  });
  return {
    ...Object.fromEntries(own),
    file: createTextFlag(
      `${fileHolds} as JSON from a file, or - for stdin. Sent unchanged.`,
      'FILE',
      OPTIONAL,
    ),
  };
}
