import type { Config } from '@oclif/core/config';
import { normalizeArgv } from '@oclif/core/help';
import { harmlessJson } from '../foreign-text.ts';
import { widthOfTerminal } from '../layout.ts';
import { colourWanted } from '../look.ts';
import { writeResult } from '../streams.ts';
import { hasSwitch } from '../switches.ts';
import { isTopic, unknownCommand } from '../unknown-command.ts';
import { describedCommand, describedCommands, describedTopics } from './described.ts';
import { ProgramHelp } from './program-help.ts';
import { spaced } from './usage.ts';

/**
 * The help of the command or topic that the words name, or of the program; as JSON with `--json`.
 * @throws Fault USAGE when there is none of the name
 * @see C-help-order
 */
export async function showHelp(argv: readonly string[], config: Config): Promise<void> {
  const words = argv.filter((argument) => !argument.startsWith('-'));
  const [id = ''] = normalizeArgv(config, words);
  if (id !== '' && config.findCommand(id) === undefined && !isTopic(id, config)) {
    throw unknownCommand(id, words, config);
  }
  if (hasSwitch(argv, '--json')) return writeResult(harmlessJson(helpAsData(id, config)));
  const { isTTY, columns } = process.stdout;
  const wanted = colourWanted(isTTY === true, hasSwitch(argv, '--no-color'), process.env);
  const width = isTTY === true ? { maxWidth: widthOfTerminal(columns) - HELP_INDENT } : {};
  await new ProgramHelp(config, { stripAnsi: !wanted, showFlagOptionsInTitle: true, ...width }).showHelp([
    ...argv,
  ]);
}

/** oclif does not count by how much it indents a section of flags that stand above their texts. */
const HELP_INDENT = 2;

/** What help says, for scripts: a command whole, of a topic and of the program what is in it. @see C-help-json */
function helpAsData(id: string, config: Config): object {
  const command = config.findCommand(id);
  const name = spaced(id);
  const below = <Named extends { readonly name: string }>(all: readonly Named[]) =>
    all.filter((each) => id === '' || each.name.startsWith(`${name} `));
  const commands = below(describedCommands(config)).map(({ name, summary }) => ({ name, summary }));
  const topics = below(describedTopics(config));
  if (command !== undefined) {
    return { ...describedCommand(command, config.bin), ...(commands.length === 0 ? {} : { commands }) };
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
