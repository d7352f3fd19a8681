import type { Config } from '@oclif/core/config';
import { Fault } from '../errors.ts';
import { nearest } from '../nearest.ts';
import { spaced } from './help/usage.ts';
import { mistypedFlag } from './mistyped-flag.ts';
import { GLOBAL_SWITCHES } from './switches.ts';

/** Whether commands stand below it. */
export function isTopic(id: string, config: Config): boolean {
  return config.commandIDs.some((known) => known.startsWith(`${id}:`));
}

/** What is said of words that name no command, with the command that was meant. @see C-help-json */
export function unknownCommand(id: string, argv: readonly string[], config: Config): Fault {
  const seeHelp = `See every command:\n${config.bin} --help`;
  if (id.startsWith('-')) {
    const flag = argv.find((argument) => !GLOBAL_SWITCHES.has(argument));
    return new Fault('USAGE', `Missing: a command before ${flag}.`, { hint: seeHelp });
  }
  const typed = id.split(':');
  const mistyped = mistypedFlag(typed);
  if (mistyped !== undefined) return mistyped;
  if (isTopic(id, config)) {
    const commands = config.commandIDs.filter((known) => known.startsWith(`${id}:`)).map(spaced);
    return new Fault(
      'USAGE',
      `${typed.join(' ')} isn't a command by itself. Its commands: ${commands.join(', ')}.`,
      { hint: `See what each does:\n${config.bin} ${typed.join(' ')} --help` },
    );
  }
  const meant = nearestCommand(typed, config.getAllCommandIDs());
  return new Fault('USAGE', `Unknown command: ${JSON.stringify(typed.join(' '))}.`, {
    hint: hintOf(meant, config.bin) ?? seeHelp,
  });
}

/** A command that deletes data is never named for a mistyped one: its topic's help is. @see C-deletion-consent */
function hintOf(meant: string | undefined, bin: string): string | undefined {
  if (meant === undefined) return undefined;
  if (!DESTRUCTIVE.test(meant)) return `Did you mean:\n${bin} ${meant}`;
  const topic = meant.split(' ').slice(0, -1).join(' ');
  return `See the commands of ${topic}:\n${bin} ${topic} --help`;
}

/** The last words of commands that delete, replace or take back what exists. */
const DESTRUCTIVE = / (?:init|delete|remove|forget|restore|cancel|revoke|clear|reject|release|take)$/;

/** The command nearest to the words typed, of which the last may be its arguments. @see C-did-you-mean */
function nearestCommand(typed: readonly string[], ids: readonly string[]): string | undefined {
  for (let length = typed.length; length > 0; length -= 1) {
    const ofLength = ids.map(spaced).filter((words) => words.split(' ').length === length);
    const meant = nearest(typed.slice(0, length).join(' '), ofLength);
    if (meant !== undefined) return meant;
  }
  return undefined;
}
