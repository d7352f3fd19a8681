import { type CaptureNote, changedNote } from '../capture.ts';
import type { Commands, ShellCommand } from '../shell/commands.ts';
import type { Word } from '../shell/word.ts';
import { readScript } from './script.ts';
import type { Value } from './values.ts';

const CURL = /(?:^|[/\\])curl(?:\.exe)?$/i;

/**
 * The curl command of a PowerShell script, as words. Nothing is run.
 * @throws Fault INPUT_INVALID
 * @see C-verify-curl-shells
 */
export function readPowerShellCommands(
  octets: string,
  isWanted: (command: ShellCommand) => boolean,
): Commands {
  const [found] = readScript(octets, (name) => CURL.test(name), 1);
  if (found === undefined) return { commands: [], rest: '' };
  const { words, notes } = quotesAsSent(found.given.map(({ value }) => asWord(value)));
  const name: Word = { text: found.name, expansions: [], isBare: true };
  const command: ShellCommand = { words: [name, ...words], endedBy: found.endedBy };
  if (!isWanted(command)) return { commands: [], rest: '' };
  return { commands: [command], rest: octets.slice(found.end), notes };
}

function asWord(value: Value): Word {
  if (value.kind === 'text') {
    const expansions = value.unknown.map((literal) => ({ literal, isPattern: false }));
    return { text: value.text, expansions, isBare: false };
  }
  const literal = value.kind === 'unknown' ? value.literal : '@{…}';
  return { text: literal, expansions: [{ literal, isPattern: false }], isBare: false };
}

const HAS_QUOTE = /(?:^|[^\\])(?:\\\\)*"/;
/** As programs on Windows read their arguments: of the backslashes before a quote each second one, and the quote. */
const ESCAPED_QUOTE = /((?:\\\\)*)\\"/g;

/**
 * Windows PowerShell and PowerShell before 7.3 drop double quotes within an argument of a program unless a backslash
 * stands before each; later ones pass both on. Where all have one, the text was written for the former.
 */
function quotesAsSent(words: readonly Word[]): { words: readonly Word[]; notes: CaptureNote[] } {
  const quoted = words.filter(({ text }) => text.includes('"'));
  if (quoted.length === 0) return { words, notes: [] };
  if (quoted.some(({ text }) => HAS_QUOTE.test(text))) return { words, notes: [] };
  return {
    words: words.map((word) => ({
      ...word,
      text: word.text.replaceAll(
        ESCAPED_QUOTE,
        (_, doubled: string) => `${doubled.slice(doubled.length / 2)}"`,
      ),
    })),
    notes: [UNESCAPED],
  };
}

const REMEDY =
  'Put the body in a file and use --data-binary "@body.json", which all versions send unchanged.';
const UNESCAPED = changedNote(
  'body',
  'The double quotes have backslashes, as Windows PowerShell needs them. PowerShell 7.3 and later send the backslashes too.',
  REMEDY,
);
