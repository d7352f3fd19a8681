import type { CaptureNote } from '../capture.ts';
import { changedNote, TARGET } from '../notes.ts';
import { readPowerShellCommands } from '../powershell/commands.ts';
import { readCmdCommands } from '../shell/cmd.ts';
import { readCommands, type ShellCommand } from '../shell/commands.ts';
import { type Shell, type Told, whichShell } from '../shell/which-shell.ts';
import type { Word } from '../shell/word.ts';
import { unreadable } from '../unreadable.ts';

export interface CurlCommand {
  readonly command: ShellCommand;
  /** The words after `curl`. */
  readonly words: readonly Word[];
  /** What begins the first of the commands beside it that were left out; empty where there is none. */
  readonly other: string;
  readonly notes: readonly CaptureNote[];
}

const CURL = /^(?:.*[/\\])?curl(?:\.exe)?$/is;
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=/;
/** Words that stand before a command and change nothing of it, and the prompts of shells. */
const BEFORE_A_COMMAND = new Set(
  '! { if then elif else while until do time command builtin exec env sudo nohup call $ %'.split(' '),
);
/** `name@host:~$` */
const PROMPT = /^[^\s=@]+@[^\s=@]+[$%]$/;
const OTHER_CLIENTS = /^(?:invoke-webrequest|invoke-restmethod|iwr|irm|wget|http|https|xh|httpie)$/i;

const READERS: Readonly<Record<Shell, typeof readCommands>> = {
  bash: readCommands,
  cmd: readCmdCommands,
  powershell: readPowerShellCommands,
};

/**
 * The first command that runs curl; `shell` where a prompt or a fence says it. Prose in front of it is no command.
 * @throws Fault INPUT_INVALID when there is none
 */
export function findCurl(octets: string, given?: Shell): CurlCommand {
  const behind = behindProse(octets);
  return findIn(behind === undefined ? octets : octets.slice(behind), given);
}

const LINE_OF_CURL = /^[ \t]*curl(?:\.exe)?[ \t]/im;

/** The line that begins with curl, behind one that ends with a colon; undefined for none. */
function behindProse(octets: string): number | undefined {
  const start = LINE_OF_CURL.exec(octets)?.index ?? 0;
  return /:$/.test(octets.slice(0, start).trimEnd()) ? start : undefined;
}

function findIn(octets: string, given?: Shell): CurlCommand {
  const told = whichShell(octets);
  const { shell, doubt }: Told = given === undefined || told.isSure ? told : { shell: given };
  const { commands, rest, notes = [] } = READERS[shell](octets, isCurl);
  const command = commands.find(isCurl);
  if (command === undefined) throw noCurl(commands[0]?.words[0]?.text ?? '');
  const sources = sourcesOf(command);
  const others = commands.filter((one) => one !== command && !sources.has(one) && !isAssignment(one));
  return {
    command,
    words: command.words.slice(firstWord(command) + 1),
    other: others[0]?.words[0]?.text ?? beginningOf(rest),
    notes: [...notes, ...(doubt === undefined ? [] : [changedNote(TARGET, doubt, SAY_SHELL)])],
  };
}

const SAY_SHELL = 'Copy the command for bash, or pass the request as HTTP.';

function isCurl(command: ShellCommand): boolean {
  return CURL.test(command.words[firstWord(command)]?.text ?? '');
}

function noCurl(first: string): Error {
  const message = OTHER_CLIENTS.test(first)
    ? `This is a ${first} command. Only curl is supported.`
    : 'No curl command found.';
  return unreadable(message, 'Pass a curl command, an HTTP request, a HAR or JSON.');
}

function firstWord({ words }: ShellCommand): number {
  const start = words.findIndex(
    ({ text }) => !ASSIGNMENT.test(text) && !BEFORE_A_COMMAND.has(text) && !PROMPT.test(text),
  );
  return start < 0 ? words.length : start;
}

function isAssignment(command: ShellCommand): boolean {
  return firstWord(command) === command.words.length;
}

/** The commands whose output goes into this one. */
function sourcesOf(command: ShellCommand): ReadonlySet<ShellCommand> {
  const sources = new Set<ShellCommand>();
  for (let { input } = command; input?.kind === 'pipe'; input = input.from.input) sources.add(input.from);
  return sources;
}

/** Between commands, and at the end of a block of them. */
const NO_COMMAND = /[\s;&|(){}]|#[^\n]*|(?:fi|done|then|else|esac)(?![^\s;&|])/y;

/** The first word of a command in text that may not be for a shell. */
function beginningOf(rest: string): string {
  for (let position = 0; position < rest.length; ) {
    NO_COMMAND.lastIndex = position;
    const length = NO_COMMAND.exec(rest)?.[0].length ?? 0;
    if (length === 0) return /[^\s;&|()]*/.exec(rest.slice(position))?.[0] ?? '';
    position += length;
  }
  return '';
}
