import type { Config } from '@oclif/core/config';
import { findNearest } from '../core/nearest.ts';
import { Fault } from '../errors.ts';
import {
  createExtraArguments,
  detectMistypedFlag,
  formatCommandId,
  GLOBAL_SWITCHES,
  getNextWord,
  isTopic,
  MOST_SUGGESTED,
} from './command-line.ts';

/**
 * Creates the fault for an unknown command, with the commands that are probably meant as its hint. Words behind a command
 * that takes no arguments are extra arguments.
 * @see C-help-json, C-did-you-mean
 */
export function createUnknownCommand(id: string, argv: readonly string[], config: Config): Fault {
  const seeHelp = `See every command:\n${config.bin} --help`;
  if (id.startsWith('-')) {
    const flag = argv.find((argument) => !GLOBAL_SWITCHES.has(argument));
    return new Fault('USAGE', `Missing: a command before ${flag}.`, { hint: seeHelp });
  }
  const typed = id.split(':');
  const mistyped = detectMistypedFlag(typed);
  if (mistyped !== undefined) return mistyped;
  if (isTopic(id, config)) {
    const commands = config.commandIDs.filter((known) => known.startsWith(`${id}:`)).map(formatCommandId);
    return new Fault(
      'USAGE',
      `${typed.join(' ')} isn't a command by itself. Its commands: ${commands.join(', ')}.`,
      { hint: `See what each does:\n${config.bin} ${typed.join(' ')} --help` },
    );
  }
  for (let length = typed.length - 1; length > 0; length -= 1) {
    const command = config.findCommand(typed.slice(0, length).join(':'));
    if (command !== undefined) return createExtraArguments(typed.slice(length), command);
  }
  const names = [...config.getAllCommandIDs(), ...config.topics.map(({ name }) => name)].map(formatCommandId);
  return new Fault('USAGE', `Unknown command: ${JSON.stringify(typed.join(' '))}.`, {
    hint: buildSuggestion(typed.join(' '), findMeantNames(typed, [...new Set(names)]), config.bin) ?? seeHelp,
  });
}

/**
 * Builds the hint: the commands, or of too many those of the fewest words. Suggests the topic's help in place of a command
 * that deletes data, and after a topic that was typed.
 * @see C-deletion-consent
 */
function buildSuggestion(typed: string, meant: readonly string[], bin: string): string | undefined {
  const safe = meant.filter((name) => !DESTRUCTIVE.test(name));
  const fewest = Math.min(...safe.map((name) => name.split(' ').length));
  const few = safe.length > MOST_SUGGESTED ? safe.filter((name) => name.split(' ').length === fewest) : safe;
  const topics = new Set(
    safe.length > 0 ? few.filter((name) => typed.startsWith(`${name} `)) : meant.map(getTopic),
  );
  const [topic] = topics;
  if (topics.size === 1) return `See the commands of ${topic}:\n${bin} ${topic} --help`;
  if (few.length === 0 || few.length > MOST_SUGGESTED) return undefined;
  return ['Did you mean:', ...few.map((name) => `${bin} ${name}`)].join('\n');
}

function getTopic(name: string): string {
  return name.split(' ').slice(0, -1).join(' ');
}

/** The last words of commands that delete, replace or revoke existing data. */
const DESTRUCTIVE = / (?:init|delete|remove|forget|restore|cancel|revoke|clear|reject|release|take)$/;

/**
 * Finds the commands and topics that the typed words probably mean: words may be cut off or mistyped, topics may be left
 * out before them (`balance`), and arguments may follow.
 * @see C-did-you-mean
 */
function findMeantNames(typed: readonly string[], names: readonly string[]): readonly string[] {
  const leaves = names.filter((name) => endsWithWords(name.split(' '), typed));
  const found = [...new Set([...followWords(typed, names), ...leaves])].sort(compareNames);
  return found.length > 0 || typed.length === 1 ? found : findMeantNames(typed.slice(0, -1), names);
}

/** Follows the words from the top; each may be the beginning of its name or be mistyped. */
function followWords(typed: readonly string[], names: readonly string[]): readonly string[] {
  return typed.reduce<readonly string[]>(
    (before, word) =>
      before.flatMap((at) => {
        const next = names.flatMap((name) => getNextWord(name, at) ?? []);
        if (next.includes(word)) return joinWords(at, word);
        const longer = next.filter((name) => name.startsWith(word));
        return (longer.length > 0 ? longer : [findNearest(word, next) ?? []].flat()).map((name) =>
          joinWords(at, name),
        );
      }),
    [''],
  );
}

function joinWords(at: string, word: string): string {
  return `${at} ${word}`.trimStart();
}

/** Returns true if the name ends with the typed words, in the singular or plural. */
function endsWithWords(words: readonly string[], typed: readonly string[]): boolean {
  const [end, wanted] = [words.slice(-typed.length), typed].map((all) => all.join(' ').replace(/s$/, ''));
  return end === wanted;
}

/** Compares names by their number of words, then by letters. */
function compareNames(one: string, other: string): number {
  return one.split(' ').length - other.split(' ').length || (one < other ? -1 : 1);
}
