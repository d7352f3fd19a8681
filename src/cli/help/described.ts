import type { Command } from '@oclif/core/command';
import type { Config } from '@oclif/core/config';

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

/** Groups of flags that many commands have: after a command's own. */
const SHARED: readonly string[] = ['EXCHANGE', 'GLOBAL'];

/** Flags that stand together in help; those without a name come first. */
export interface FlagGroup {
  readonly name: string | undefined;
  readonly flags: readonly Command.Flag.Any[];
}

/**
 * A command's flags as help, completion and the pages of docs/commands have them: in the order in which the command
 * declares groups and flags, required ones first, what all commands have last. No other place says an order.
 * @see C-help-order
 */
export function flagGroups(declared: Readonly<Record<string, Command.Flag.Any>>): FlagGroup[] {
  const visible = Object.entries(declared)
    .filter(([, { hidden }]) => hidden !== true)
    .map(([name, flag]) => ({ ...flag, name }));
  const names = visible.map(({ helpGroup }) => helpGroup);
  const own = names.filter((name) => name !== undefined && !SHARED.includes(name));
  const ordered = [...new Set([undefined, ...own, ...SHARED])];
  return ordered
    .map((name) => ({ name, flags: requiredFirst(visible.filter(({ helpGroup }) => helpGroup === name)) }))
    .filter(({ flags }) => flags.length > 0);
}

function requiredFirst(flags: readonly Command.Flag.Any[]): Command.Flag.Any[] {
  const rank = ({ required }: Command.Flag.Any) => (required === true ? 0 : 1);
  return [...flags].sort((a, b) => rank(a) - rank(b));
}

type Used = Pick<Command.Cached, 'id' | 'args' | 'usage'>;

/** The line of usage in the pieces between which it may be broken. @see C-help-order */
export function usageWords({ id, args, usage }: Used, bin: string): string[] {
  const name = spaced(id);
  const start = `$ ${bin} ${name}`;
  if (usage !== undefined) return [start, ...[usage].flat().map((line) => line.slice(`${name} `.length))];
  const given = Object.values(args).filter(({ hidden }) => hidden !== true);
  return [start, ...given.map(argumentInUsage), '[FLAGS]'];
}

function argumentInUsage({ name, required, multiple }: Command.Arg.Cached): string {
  const word = required === true ? name.toUpperCase() : `[${name.toUpperCase()}]`;
  return multiple === true ? `${word}...` : word;
}

/** A command's id as it is typed. */
export function spaced(id: string): string {
  return id.replaceAll(':', ' ');
}
