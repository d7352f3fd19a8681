import { lengthAt } from '../../core/scan.ts';
import { type CaptureNote, changedNote } from '../capture.ts';
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
  /** The text behind the command. */
  readonly rest: string;
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
  const found = search(behind === undefined ? octets : octets.slice(behind), given, 0);
  if ('command' in found) return found;
  throw noCurl(found.commands[0]?.words[0]?.text ?? '');
}

/** The text from the next line on that begins with curl; undefined where none does. */
export function fromNextCurl(octets: string): string | undefined {
  const start = octets.indexOf('\n') + 1;
  const rest = octets.slice(start);
  const next = start === 0 ? -1 : rest.search(LINE_OF_CURL);
  return next < 0 ? undefined : rest.slice(next);
}

const LINE_OF_CURL = /^[ \t]*(?:[$%>][ \t]+)?curl(?:\.exe)?[ \t]/im;

/** The line that begins with curl, behind one that ends with a colon; undefined for none. */
function behindProse(octets: string): number | undefined {
  const start = LINE_OF_CURL.exec(octets)?.index ?? 0;
  return /:$/.test(octets.slice(0, start).trimEnd()) ? start : undefined;
}

function search(
  octets: string,
  given: Shell | undefined,
  depth: number,
): CurlCommand | { readonly commands: readonly ShellCommand[] } {
  const told = whichShell(octets);
  const { shell, doubt }: Told = given === undefined || told.isSure ? told : { shell: given };
  const { commands, rest, notes = [] } = READERS[shell](octets, isCurl);
  const command = commands.find(isCurl);
  if (command === undefined) return searchWithin(commands, depth) ?? { commands };
  const sources = sourcesOf(command);
  const others = commands.filter(
    (one) => one !== command && !sources.has(one) && firstWord(one) < one.words.length,
  );
  return {
    command,
    words: command.words.slice(curlAt(command)?.first ?? command.words.length),
    other: others[0]?.words[0]?.text ?? beginningOf(rest),
    rest,
    notes: [...notes, ...(doubt === undefined ? [] : [changedNote('target', doubt, SAY_SHELL)])],
  };
}

const DEEPEST_SUBSTITUTION = 4;
/** Tells whether a text may run curl somewhere. */
export const RUNS_CURL = /(?:^|[\s;&|(`"'/])curl(?:\.exe)?(?::\S{0,100})?\s/;

/** Finds curl in `$(…)`, `<(…)` and backticks of the commands. @see C-verify-curl-within */
function searchWithin(commands: readonly ShellCommand[], depth: number): CurlCommand | undefined {
  if (depth >= DEEPEST_SUBSTITUTION) return undefined;
  for (const { literal } of commands.flatMap(({ words }) => words.flatMap(({ expansions }) => expansions))) {
    const inner = insideSubstitution(literal);
    if (inner === undefined || !RUNS_CURL.test(inner)) continue;
    const found = search(inner, 'bash', depth + 1);
    if ('command' in found) return found;
  }
  return undefined;
}

/** The commands of a substitution; undefined for any other expansion. */
function insideSubstitution(literal: string): string | undefined {
  if (literal.startsWith('`')) return literal.slice(1, -1).replaceAll(/\\([\\`$])/g, '$1');
  return /^[$<>]\((?!\()/.test(literal) ? literal.slice(2, -1) : undefined;
}

const SAY_SHELL = 'Copy the command for bash, or pass the request as HTTP.';

function isCurl(command: ShellCommand): boolean {
  return curlAt(command) !== undefined;
}

/** An image that runs curl: `curlimages/curl:8.5.0`. */
const IMAGE = /^(?:[^\s@]*\/)?curl(?::[\w.-]+)?(?:@sha256:[0-9a-f]+)?$/i;
/** Commands that run another one, which stands behind their own options. */
const RUNNERS =
  /^(?:.*\/)?(?:sudo|doas|time|env|nice|ionice|timeout|strace|stdbuf|xargs|watch|docker|podman|nerdctl|kubectl|oc|ssh|winpty|proxychains4?)$/i;

/** The place of the word that runs curl, and that of its first argument; undefined where the command runs another. */
function curlAt(command: ShellCommand): { readonly place: number; readonly first: number } | undefined {
  const start = firstWord(command);
  const texts = command.words.map(({ text }) => text);
  const [name = ''] = texts.slice(start);
  if (CURL.test(name)) return { place: start, first: start + 1 };
  const runner = texts.findIndex((text) => RUNNERS.test(text));
  if (runner < 0 || runner > start) return undefined;
  const place = texts.findIndex((text, index) => index > runner && (CURL.test(text) || IMAGE.test(text)));
  if (place < 0) return undefined;
  const isEntrypoint = texts[place - 1] === '--entrypoint';
  return { place, first: isEntrypoint ? afterImage(texts, place + 1) : place + 1 };
}

/** The place behind the image that follows the options of `docker run --entrypoint curl`. */
function afterImage(texts: readonly string[], start: number): number {
  const image = texts.findIndex((text, index) => index >= start && !text.startsWith('-'));
  return image < 0 ? start : image + 1;
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
    const length = lengthAt(NO_COMMAND, rest, position);
    if (length === 0) return /[^\s;&|()]*/.exec(rest.slice(position))?.[0] ?? '';
    position += length;
  }
  return '';
}
