import type { Command } from '@oclif/core/command';
import type { Config } from '@oclif/core/config';
import { CommandHelp, Help, normalizeArgv } from '@oclif/core/help';
import { formatCommandId, hasSwitch, isTopic } from '../command-line.ts';
import { getTerminalWidth, wrap } from '../layout.ts';
import { isColourWanted } from '../output-style.ts';
import { sanitizeJson } from '../sanitize.ts';
import { writeResult } from '../streams.ts';
import { createUnknownCommand } from '../unknown-command.ts';
import {
  buildUsage,
  describeCommand,
  describeCommands,
  describeTopics,
  flagGroups,
} from './describe-command.ts';

/**
 * Shows the help of the command or topic that the words name, or of the program; as JSON with `--json`.
 * @throws Fault USAGE if there is none of that name
 * @see C-help-order
 */
export async function showHelp(argv: readonly string[], config: Config): Promise<void> {
  const words = argv.filter((argument) => !argument.startsWith('-'));
  const [id = ''] = normalizeArgv(config, words);
  if (id !== '' && config.findCommand(id) === undefined && !isTopic(id, config)) {
    throw createUnknownCommand(id, words, config);
  }
  if (hasSwitch(argv, '--json')) return writeResult(sanitizeJson(buildHelpData(id, config)));
  const { isTTY, columns } = process.stdout;
  const wanted = isColourWanted(isTTY === true, hasSwitch(argv, '--no-color'), process.env);
  const width = isTTY === true ? { maxWidth: getTerminalWidth(columns) - HELP_INDENT } : {};
  await new ProgramHelp(config, { stripAnsi: !wanted, showFlagOptionsInTitle: true, ...width }).showHelp([
    ...argv,
  ]);
}

/** The indent that oclif ignores in the width of flags above their texts. */
const HELP_INDENT = 2;

/** Builds help as JSON: a command, or the commands of a topic or of the program. @see C-help-json */
function buildHelpData(id: string, config: Config): object {
  const command = config.findCommand(id);
  const name = formatCommandId(id);
  const below = <Named extends { readonly name: string }>(all: readonly Named[]) =>
    all.filter((each) => id === '' || each.name.startsWith(`${name} `));
  const commands = below(describeCommands(config)).map(({ name, summary }) => ({ name, summary }));
  const topics = below(describeTopics(config));
  if (command !== undefined) {
    return { ...describeCommand(command, config.bin), ...(commands.length === 0 ? {} : { commands }) };
  }
  const about = id === '' ? config.pjson.oclif.description : config.findTopic(id)?.description;
  const [summary = '', ...description] = (about ?? '').split('\n');
  return {
    name: id === '' ? config.bin : name,
    summary,
    ...(description.length === 0 ? {} : { description: description.join('\n') }),
    topics,
    commands,
  };
}

/** The help of the program and its topics: each command and topic once. @see C-help-order */
export class ProgramHelp extends Help {
  protected override CommandHelpClass = OrderedHelp;

  /** Excludes topics that are also commands; these are listed among the commands. */
  protected override get sortedTopics() {
    return super.sortedTopics.filter(({ name }) => this.config.findCommand(name) === undefined);
  }

  /** Lists an alias only if the command itself isn't listed. */
  protected override get sortedCommands() {
    const all = super.sortedCommands;
    const above = (id: string) => id.split(':').slice(0, -1).join(':');
    return all.filter(
      ({ id, aliases }) =>
        !aliases.includes(id) ||
        !all.some((other) => other.id !== id && other.aliases.includes(id) && above(other.id) === above(id)),
    );
  }
}

/** The indent of continuation lines. */
const HANGING = 2;
/** The order of sections; a list of flags can be longer than a screen. */
const ORDER = ['USAGE', 'DESCRIPTION', 'EXAMPLES', 'ARGUMENTS', 'FLAGS', 'ALIASES'];

/**
 * A command's help: usage in one line, examples before the flags, flags in their order.
 * @see C-help-order, C-help-examples
 */
export class OrderedHelp extends CommandHelp {
  protected override sections() {
    const place = ({ header }: { readonly header: string }) => ORDER.indexOf(header);
    return super
      .sections()
      .filter((section) => place(section) !== -1)
      .sort((a, b) => place(a) - place(b));
  }

  /** Lists the command's other names: below an alias, its main name. */
  protected override aliases(aliases: string[] = []): string | undefined {
    const { id } = this.command;
    const main = this.config.commands.find(
      ({ id: name, aliases: names }) => names.includes(id) && !names.includes(name),
    );
    const others = [main?.id ?? id, ...aliases].filter((name) => name !== id);
    return super.aliases(others.map(formatCommandId));
  }

  protected override usage(): string {
    const words = buildUsage(this.command, this.config.bin);
    const width = this.opts.maxWidth ?? Number.POSITIVE_INFINITY;
    return wrap('', width - HANGING, words).join(`\n${' '.repeat(HANGING)}`);
  }

  /** Returns the description without the summary, which is above the usage. */
  protected override description(): string | undefined {
    const { description } = this.command;
    return description === undefined ? undefined : this.wrap(description);
  }

  protected override groupFlags() {
    const groups = flagGroups(this.command.flags);
    const named = groups.flatMap(({ name, flags }) =>
      name === undefined ? [] : [[name, [...flags]] as const],
    );
    const mainFlags = groups.find(({ name }) => name === undefined)?.flags ?? [];
    return {
      mainFlags: [...mainFlags],
      flagGroups: Object.fromEntries(named) as Record<string, Command.Flag.Any[]>,
    };
  }
}
