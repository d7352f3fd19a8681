import type { Command } from '@oclif/core/command';
import type { Config } from '@oclif/core/config';
import { formatCommandId } from '../command-line.ts';

export type DescribedCommand = ReturnType<typeof describeCommand>;
export type DescribedFlag = ReturnType<typeof describeFlag>;
export type DescribedTopic = ReturnType<typeof describeTopics>[number];

/**
 * Describes a command under its main name, including hidden commands, for `help --json`, completion and docs/commands.
 * Lists the declared parts in help's order; missing parts are undefined.
 * @see C-help-examples
 */
export function describeCommand(command: Command.Cached, bin: string) {
  const { id, summary = '', description, examples = [], args, flags } = command;
  const own = command.aliases.filter((alias) => alias !== id).map(formatCommandId);
  const visible = Object.values(args).filter(({ hidden }) => hidden !== true);
  return {
    name: formatCommandId(id),
    summary,
    description,
    usage: buildUsage(command, bin).join(' ').slice('$ '.length),
    aliases: filterEmpty(own),
    examples: filterEmpty(examples.map((example) => describeExample(example, bin))),
    arguments: filterEmpty(visible.map(describeArgument)),
    flags: flagGroups(flags).flatMap(({ name, flags: members }) =>
      members.map((flag) => describeFlag(flag, name)),
    ),
  };
}

function filterEmpty<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length === 0 ? undefined : values;
}

function describeExample(example: Command.Example, bin: string) {
  const { description, command } = typeof example === 'string' ? { command: example } : example;
  return { description, command: command.replaceAll('<%= config.bin %>', bin) };
}

function describeArgument({ name, description, required, multiple, options }: Command.Arg.Cached) {
  return {
    name: name.toUpperCase(),
    description,
    required: required || undefined,
    repeatable: multiple || undefined,
    options,
  };
}

/** Describes a flag; a switch has no `value`. */
function describeFlag(flag: Command.Flag.Any, group: string | undefined) {
  const option = flag.type === 'option' ? flag : undefined;
  return {
    name: `--${flag.name}`,
    group,
    value: option && String(option.helpValue ?? 'VALUE'),
    description: flag.description ?? '',
    required: flag.required || undefined,
    repeatable: option?.multiple || undefined,
    default: option?.default as unknown,
    options: option?.options,
  };
}

/** Describes all visible commands under their main names. @see C-command-pages */
export function describeCommands({ commands, bin }: Config): DescribedCommand[] {
  return commands
    .filter(({ id, aliases, hidden }) => !hidden && !aliases.includes(id))
    .map((command) => describeCommand(command, bin))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Describes all topics that aren't commands, by name. */
export function describeTopics(config: Config): { name: string; summary: string }[] {
  return config.topics
    .filter(({ name }) => config.findCommand(name) === undefined)
    .map(({ name, description = '' }) => ({ name: formatCommandId(name), summary: description }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The groups of shared flags, which follow a command's own groups. */
const SHARED: readonly string[] = ['EXCHANGE', 'GLOBAL'];

/** A group of flags in help; the unnamed group comes first. */
export interface FlagGroup {
  readonly name: string | undefined;
  readonly flags: readonly Command.Flag.Any[];
}

/**
 * Groups a command's flags for help, completion and docs/commands: in the declared order of groups and flags, with
 * required flags first and shared groups last. No other code orders flags.
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
    .map((name) => ({
      name,
      flags: sortRequiredFirst(visible.filter(({ helpGroup }) => helpGroup === name)),
    }))
    .filter(({ flags }) => flags.length > 0);
}

function sortRequiredFirst(flags: readonly Command.Flag.Any[]): Command.Flag.Any[] {
  const rank = ({ required }: Command.Flag.Any) => (required === true ? 0 : 1);
  return [...flags].sort((a, b) => rank(a) - rank(b));
}

type UsageInput = Pick<Command.Cached, 'id' | 'args' | 'usage'>;

/** Builds the line of usage as pieces that may be wrapped between. @see C-help-order */
export function buildUsage({ id, args, usage }: UsageInput, bin: string): string[] {
  const name = formatCommandId(id);
  const start = `$ ${bin} ${name}`;
  if (usage !== undefined) return [start, ...[usage].flat().map((line) => line.slice(`${name} `.length))];
  const given = Object.values(args).filter(({ hidden }) => hidden !== true);
  return [start, ...given.map(formatArgument), '[FLAGS]'];
}

function formatArgument({ name, required, multiple }: Command.Arg.Cached): string {
  const word = required === true ? name.toUpperCase() : `[${name.toUpperCase()}]`;
  return multiple === true ? `${word}...` : word;
}
