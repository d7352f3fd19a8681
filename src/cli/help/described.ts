import type { Command } from '@oclif/core/command';
import type { Config } from '@oclif/core/config';
import { flagGroups } from './flag-order.ts';
import { spaced, usageWords } from './usage.ts';

/** A command as `help --json`, completion and the pages of docs/commands have it: what is declared, in help's order. */
export interface DescribedCommand {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly usage: string;
  readonly aliases?: readonly string[];
  readonly examples?: readonly { readonly description?: string; readonly command: string }[];
  readonly arguments?: readonly DescribedArgument[];
  readonly flags: readonly DescribedFlag[];
}

export interface DescribedArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: true;
  readonly repeatable?: true;
  readonly options?: readonly string[];
}

export interface DescribedFlag {
  readonly name: string;
  readonly group?: string;
  /** What stands for its value; a switch has none. */
  readonly value?: string;
  readonly description: string;
  readonly required?: true;
  readonly repeatable?: true;
  readonly default?: unknown;
  readonly options?: readonly string[];
}

export interface DescribedTopic {
  readonly name: string;
  readonly summary: string;
}

/** A command under its own name, hidden ones too. @see C-help-examples */
export function describedCommand(command: Command.Cached, bin: string): DescribedCommand {
  const { id, summary = '', description, examples = [], args, flags } = command;
  const own = command.aliases.filter((alias) => alias !== id).map(spaced);
  const told = Object.values(args).filter(({ hidden }) => hidden !== true);
  return {
    name: spaced(id),
    summary,
    ...(description === undefined ? {} : { description }),
    usage: usageWords(command, bin).join(' ').slice('$ '.length),
    ...listed('aliases', own),
    ...listed(
      'examples',
      examples.map((example) => describedExample(example, bin)),
    ),
    ...listed('arguments', told.map(describedArgument)),
    flags: flagGroups(flags).flatMap(({ name, flags: members }) =>
      members.map((flag) => describedFlag(flag, name)),
    ),
  };
}

function describedExample(example: Command.Example, bin: string): { description?: string; command: string } {
  const filled = (text: string) => text.replaceAll('<%= config.bin %>', bin);
  if (typeof example === 'string') return { command: filled(example) };
  const { description, command } = example;
  return { description, command: filled(command) };
}

function describedArgument({
  name,
  description,
  required,
  multiple,
  options,
}: Command.Arg.Cached): DescribedArgument {
  return {
    name: name.toUpperCase(),
    ...(description === undefined ? {} : { description }),
    ...(required === true ? { required } : {}),
    ...(multiple === true ? { repeatable: true } : {}),
    ...(options === undefined ? {} : { options }),
  };
}

function describedFlag(flag: Command.Flag.Any, group: string | undefined): DescribedFlag {
  const { name, description = '', required } = flag;
  return {
    name: `--${name}`,
    ...(group === undefined ? {} : { group }),
    ...(flag.type === 'option'
      ? { value: flag.helpValue === undefined ? 'VALUE' : String(flag.helpValue) }
      : {}),
    description,
    ...(required === true ? { required: true } : {}),
    ...(flag.type === 'option' ? declaredOf(flag) : {}),
  };
}

function declaredOf(flag: Extract<Command.Flag.Any, { type: 'option' }>) {
  const { multiple, options, default: usual } = flag;
  return {
    ...(multiple === true ? { repeatable: true as const } : {}),
    ...(usual === undefined ? {} : { default: usual }),
    ...(options === undefined ? {} : { options }),
  };
}

function listed<Name extends string, Value>(
  name: Name,
  values: readonly Value[],
): { [N in Name]?: readonly Value[] } {
  return (values.length === 0 ? {} : { [name]: values }) as { [N in Name]?: readonly Value[] };
}

/** Every command that is not hidden, by its own name. @see C-command-pages */
export function describedCommands({ commands, bin }: Config): DescribedCommand[] {
  return commands
    .filter(({ id, aliases, hidden }) => !hidden && !aliases.includes(id))
    .map((command) => describedCommand(command, bin))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Every topic that is no command, by name. */
export function describedTopics(config: Config): DescribedTopic[] {
  return config.topics
    .filter(({ name }) => config.findCommand(name) === undefined)
    .map(({ name, description = '' }) => ({ name: spaced(name), summary: description }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
