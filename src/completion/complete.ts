import type { Command } from '@oclif/core/command';
import type { Config } from '@oclif/core/config';
import type { Suggestions } from '../cli/base-command.ts';
import { formatCommandId, getNextWord } from '../cli/command-line.ts';
import { sanitizeForTerminal } from '../cli/sanitize.ts';
import { writeResult } from '../cli/streams.ts';
import { type Candidate, readValues } from './values.ts';

/** The form of texts that no shell interprets; another, such as an id of a remote bank, isn't offered. */
const SAFE = /^[\w@%+=:,./-]+$/;

/**
 * Prints the completions of a command line: a line for each, the text, a tab and its summary. Prints nothing if there
 * are none, so that the shell completes file names.
 * @param request `:` and the word at the cursor, because not every shell passes an empty word, then the words before it
 * @see C-autocomplete
 */
export function printCompletions(request: readonly string[], config: Config): void {
  const [marked = '', ...words] = request;
  try {
    const found = completeLine(marked.slice(1), words, config);
    const lines = found.map(({ text, summary = '' }) => `${text}\t${sanitizeForTerminal(summary)}`);
    if (lines.length > 0) writeResult(lines.join('\n'));
  } catch {
    // The shell would show an error in the middle of the line that is being typed.
  }
}

/** Completes a word. Flags may have their values behind an equals sign, which bash makes a word of its own. */
function completeLine(typed: string, before: readonly string[], config: Config): Candidate[] {
  const [, flag = '', value] = /^(--[^=]+=)(.*)$/.exec(typed) ?? [];
  const word = value ?? (typed === '=' ? '' : typed);
  const words = [...before, ...(value === undefined ? [] : [flag])]
    .flatMap((one) => (/^--[^=]+=/.test(one) ? one.split(/=(.*)/s).slice(0, 2) : one))
    .filter((one) => one !== '=' && one !== '');
  const found = listCandidates(words, word.startsWith('-') && value === undefined, config);
  const texts = found.map(({ text }) => text);
  return found
    .filter(({ text }, place) => text.startsWith(word) && SAFE.test(text) && texts.indexOf(text) === place)
    .map(({ text, summary }) => ({ text: `${value === undefined ? '' : flag}${text}`, summary }));
}

/** Lists what can follow the words: commands, flags if `isFlag`, else values. */
function listCandidates(words: readonly string[], isFlag: boolean, config: Config): readonly Candidate[] {
  const isHelp = words[0] === 'help';
  const line = readLine(isHelp ? words.slice(1) : words, config);
  const { name, command, flag, given } = line;
  if (flag !== undefined) {
    return listValues(flag.options ?? splitAlternatives(flag.helpValue), `${name} --${flag.name}`, line);
  }
  if (isFlag) return command === undefined ? [] : listFlags(command, given);
  const next = line.args.length === 0 ? listNextWords(name, config) : [];
  if (isHelp || command === undefined) return next;
  const declared = Object.values(command.args);
  const arg = declared[line.args.length] ?? declared.findLast(({ multiple }) => multiple);
  return arg === undefined ? next : [...next, ...listArgumentValues(arg, line)];
}

/** The parts of a command line. */
interface Line {
  /** The words of the command or topic. */
  readonly name: string;
  readonly command: Command.Loadable | undefined;
  readonly args: readonly string[];
  /** The values of the flags, '' for a switch, by name. */
  readonly given: ReadonlyMap<string, string>;
  /** The flag whose value follows. */
  readonly flag: (Command.Flag.Any & { readonly type: 'option' }) | undefined;
}

function readLine(words: readonly string[], config: Config): Line {
  const names = new Set(listNames(config).map(({ name }) => name));
  const args: string[] = [];
  const given = new Map<string, string>();
  let name = '';
  let flag: Line['flag'];
  for (const word of words) {
    const longer = `${name} ${word}`.trimStart();
    if (flag !== undefined) {
      given.set(flag.name, word);
      flag = undefined;
    } else if (word.startsWith('-')) {
      const declared = findFlag(findCommand(name, config), word);
      if (declared?.type === 'option') flag = declared;
      if (declared !== undefined) given.set(declared.name, '');
    } else if (args.length === 0 && names.has(longer)) name = longer;
    else args.push(word);
  }
  return { name, command: findCommand(name, config), args, given, flag };
}

function findCommand(name: string, config: Config): Command.Loadable | undefined {
  return name === '' ? undefined : config.findCommand(name.replaceAll(' ', ':'));
}

function findFlag(command: Command.Loadable | undefined, word: string): Command.Flag.Any | undefined {
  return Object.values(command?.flags ?? {}).find(
    ({ name, char }) => word === `--${name}` || (char !== undefined && word === `-${char}`),
  );
}

/** Lists the visible commands and topics under each of their names. An alias beside its command isn't offered. */
function listNames(config: Config) {
  const commands = config.commands
    .filter(({ id, hidden, aliases }) => !hidden && !aliases.includes(id))
    .flatMap(({ id, aliases, summary }) =>
      [id, ...aliases].map((name) => {
        const isOffered = name === id || name.split(':').length !== id.split(':').length;
        return { name, summary, isOffered };
      }),
    );
  const topics = config.topics.map(({ name, description }) => ({
    name,
    summary: description,
    isOffered: true,
  }));
  return [...commands, ...topics].map((one) => ({ ...one, name: formatCommandId(one.name) }));
}

/** Lists the words that can follow a topic or nothing, in order and each once. */
function listNextWords(before: string, config: Config): Candidate[] {
  const next = new Map<string, string | undefined>(before === '' ? [['help', 'Show help.']] : []);
  for (const { name, summary, isOffered } of listNames(config)) {
    const word = getNextWord(name, before);
    if (isOffered && word !== undefined && !next.has(word)) next.set(word, summary);
  }
  return [...next]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([text, summary]) => ({ text, summary }));
}

/** Lists the flags of a command, except those that were given and can't be repeated. */
function listFlags({ flags }: Command.Loadable, given: Line['given']): Candidate[] {
  return Object.values(flags)
    .filter((flag) => !flag.hidden && (!given.has(flag.name) || (flag.type === 'option' && flag.multiple)))
    .map(({ name, description = '' }) => ({ text: `--${name}`, summary: extractFirstSentence(description) }));
}

function extractFirstSentence(text: string): string {
  return (text.split(/(?<=\.)\s|\n/)[0] ?? '').replace(/\.$/, '');
}

/** Splits `browser|approve|decline|none` into its values; returns none for `all|ID,ID`. */
function splitAlternatives(value: string | string[] = ''): readonly string[] {
  const parts = [value].flat().join('|').split('|');
  return parts.length > 1 && parts.every((part) => /^[a-z]+$/.test(part)) ? parts : [];
}

function listArgumentValues({ name, options = [] }: Command.Arg.Cached, line: Line): Candidate[] {
  const suggestions = (line.command?.suggestions ?? {}) as Suggestions;
  const known = suggestions[name]?.map(([text, summary]) => ({ text, summary }));
  return known ?? listValues(options, `${line.name} ${name.toUpperCase()}`, line);
}

function listValues(options: readonly string[], place: string, { given }: Line): Candidate[] {
  if (options.length > 0) return options.map((text) => ({ text }));
  return readValues(place, given.get('profile') || undefined);
}
