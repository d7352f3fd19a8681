import { stripVTControlCharacters } from 'node:util';
import type { Config } from '@oclif/core/config';
import { findNearest } from '../core/nearest.ts';
import { Fault } from '../errors.ts';
import { buildVariableName } from '../settings/setting-table.ts';
import { findProjectFile } from '../settings/settings-file.ts';

/**
 * The switches that are read before a command is found or parsed, so that errors are printed as JSON even for unknown
 * commands.
 * @see C-failure-json
 */
export const GLOBAL_SWITCHES: ReadonlySet<string> = new Set([
  '--json',
  '--quiet',
  '--no-input',
  '--no-color',
]);

/** Returns true if a switch is among the arguments before `--`. */
export function hasSwitch(argv: readonly string[], name: string): boolean {
  const end = argv.indexOf('--');
  const found = argv.indexOf(name);
  return found !== -1 && (end === -1 || found < end);
}

/** Returns true if a flag is on the command line itself, not in the environment. */
export function isGiven(argv: readonly string[], flag: string): boolean {
  return hasSwitch(argv, flag) || argv.some((word) => word.startsWith(`${flag}=`));
}

const SHORT_FLAGS: Readonly<Record<string, string>> = { j: '--json', q: '--quiet', p: '--profile' };
/** `-p` takes a value, so that it can only be the last letter of joined flags. */
const SHORT_WORD = /^-(?:[jq]+p?|p)$/;

/** Replaces the short global flags before `--`, single or joined as in `-jq`, by their names. @see C-short-flags */
export function expandShortFlags(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  return argv.flatMap((word, place) =>
    SHORT_WORD.test(word) && (end === -1 || place < end)
      ? [...word.slice(1)].map((letter) => SHORT_FLAGS[letter] ?? letter)
      : word,
  );
}

/** Moves global switches from before the command to behind it. */
export function moveCommandFirst(argv: readonly string[]): string[] {
  const first = argv.findIndex((argument) => !GLOBAL_SWITCHES.has(argument));
  if (first <= 0) return [...argv];
  const rest = argv.slice(first);
  const end = rest.indexOf('--');
  const place = end === -1 ? rest.length : end;
  return [...rest.slice(0, place), ...argv.slice(0, first), ...rest.slice(place)];
}

/**
 * Returns the switch that the project file's `output` stands for, unless the command line has one.
 * @throws Fault as `findProjectFile`
 * @see S10-project-file-keys
 */
export function readConfiguredSwitches(argv: readonly string[]): string[] {
  if (hasSwitch(argv, '--json') || hasSwitch(argv, '--quiet')) return [];
  const output = findProjectFile(process.cwd(), process.getuid?.())?.values.output;
  return output === 'json' || output === 'quiet' ? [`--${output}`] : [];
}

const ON = ['1', 'true', 'yes'];

/**
 * Returns the global switches that the environment sets: `PSD2_QUIET=1` is `--quiet`. They apply before a command is
 * found, so that the error for an unknown command has the requested form.
 * @see C-precedence
 */
export function readEnvironmentSwitches(env: Readonly<Record<string, string | undefined>>): string[] {
  return [...GLOBAL_SWITCHES].filter((name) => {
    const value = env[buildVariableName(name.replace(/^--/, ''))];
    return value !== undefined && ON.includes(value.toLowerCase());
  });
}

/** The pattern of a flag with typographic dashes. */
const MISTYPED = /^(?=-?[\u2010-\u2015\u2212])[-\u2010-\u2015\u2212]{1,2}(?=[a-z])/i;

/**
 * Returns a fault for a word that looks like a flag with typographic dashes, as in pasted scripts.
 * @see C-typographic-flag
 */
export function detectMistypedFlag(words: readonly string[]): Fault | undefined {
  const word = words.find((one) => MISTYPED.test(one));
  if (word === undefined) return undefined;
  const name = word.replace(MISTYPED, '');
  const code = word.replace(/^-/, '').charCodeAt(0).toString(16);
  return new Fault(
    'USAGE',
    `${JSON.stringify(word)} begins with a typographic dash (U+${code}), so it isn't a flag.`,
    {
      hint: `Type hyphens: ${name.length === 1 ? '-' : '--'}${name}`,
    },
  );
}

/** Refuses values of ids and files that are mistyped flags. @throws Fault USAGE */
export function refuseMistyped(values: readonly unknown[]): void {
  const fault = detectMistypedFlag(values.filter((value) => typeof value === 'string'));
  if (fault !== undefined) throw fault;
}

interface DeclaredInput {
  readonly required?: boolean;
  readonly name?: string;
  readonly options?: readonly string[] | undefined;
}

/** The members of an oclif parser error; recognised by them, because minifying renames its classes. */
interface ParserError extends Error {
  readonly oclif: object;
  readonly flags?: readonly string[];
  readonly args?: readonly (string | DeclaredInput)[];
  readonly parse?: {
    readonly input?: {
      readonly flags: Record<string, DeclaredInput>;
      readonly args: Record<string, DeclaredInput>;
    };
    readonly output?: { readonly flags: Record<string, unknown>; readonly args: Record<string, unknown> };
  };
}

/**
 * Converts oclif's parser errors: lists every missing flag and argument, and suggests the nearest known flag. Returns
 * undefined for other errors.
 * @see C-missing-input, C-wrong-flag
 */
export function convertParserError(error: unknown): Fault | undefined {
  if (!isParserError(error)) return undefined;
  if (error.flags !== undefined) return createUnknownFlag(error, error.flags);
  if (error.args?.some((argument) => typeof argument === 'string')) return createUnexpectedArguments(error);
  const missing = listMissingInput(error);
  if (missing.length > 0) {
    const choices = missing.flatMap(({ name, options = [] }) =>
      options.length === 0 ? [] : `${name} is one of ${options.join(', ')}.\n`,
    );
    const names = missing.map(({ name }) => name);
    return createMissingInput(names, `${choices.join('')}${SEE_HELP}`);
  }
  return new Fault('USAGE', stripParserAdvice(error), { hint: SEE_HELP });
}

/** Creates the fault for missing required input, with all names at once; flags are written `--name`. */
export function createMissingInput(missing: readonly string[], hint = SEE_HELP): Fault {
  return new Fault('INPUT_MISSING', `Missing: ${missing.join(', ')}.`, {
    missing,
    hint,
  });
}

const SEE_HELP = 'Add --help to see all flags and an example.';

function createUnknownFlag(error: ParserError, typed: readonly string[]): Fault {
  const known = Object.keys(error.parse?.input?.flags ?? {});
  const meant = typed.flatMap((flag) => findMeantFlags(flag.replace(/^--?|=.*$/g, ''), known));
  const message = `Unknown flag: ${typed.join(', ')}.`;
  return new Fault('USAGE', message, {
    hint: meant.length > 0 ? `Did you mean ${meant.map((name) => `--${name}`).join(', ')}?` : SEE_HELP,
  });
}

/** Finds the flags that begin with the typed name or end with its words, else the nearest one. @see C-did-you-mean */
function findMeantFlags(typed: string, known: readonly string[]): readonly string[] {
  const parts = known.filter((name) => name.startsWith(typed) || name.endsWith(`-${typed}`));
  return typed.length > 1 && parts.length > 0 && parts.length <= MOST_SUGGESTED
    ? parts
    : [findNearest(typed, known) ?? []].flat();
}

function createUnexpectedArguments(error: ParserError): Fault {
  const words = error.args?.filter((argument) => typeof argument === 'string') ?? [];
  const { flags = {}, args = {} } = error.parse?.input ?? {};
  return createExtraArguments(words, { flags, args });
}

/** Creates the fault for words that a command doesn't take. Suggests the flags that have their names. */
export function createExtraArguments(
  words: readonly string[],
  { flags, args }: { readonly flags: object; readonly args: object },
): Fault {
  const mistyped = detectMistypedFlag(words);
  if (mistyped !== undefined) return mistyped;
  const named = words.filter((word) => Object.hasOwn(flags, word)).map((word) => `--${word}`);
  const taken = Object.keys(args).map((name) => name.toUpperCase());
  const takes = `The command takes ${taken.length === 0 ? 'no arguments' : `only ${taken.join(' ')}`}`;
  const message = `Unexpected argument${words.length > 1 ? 's' : ''}: ${words.join(', ')}.`;
  return new Fault('USAGE', message, {
    hint: named.length > 0 ? `Did you mean ${named.join(' ')}?` : `${takes}. ${SEE_HELP}`,
  });
}

/** The maximum number of suggestions; more would be no help. */
export const MOST_SUGGESTED = 8;

/** Lists required arguments and flags without a value. oclif's error names only the first missing kind. */
function listMissingInput(error: ParserError): { name: string; options?: readonly string[] }[] {
  const { input, output } = error.parse ?? {};
  if (input === undefined || output === undefined) return [];
  const without = (declared: Record<string, DeclaredInput>, given: Record<string, unknown>) =>
    Object.entries(declared).filter(([name, { required }]) => required && given[name] === undefined);
  return [
    ...without(input.args, output.args).map(([name, { options }]) => ({ name: name.toUpperCase(), options })),
    ...without(input.flags, output.flags).map(([name, { options }]) => ({ name: `--${name}`, options })),
  ];
}

/** Returns oclif's message without its advice, layout and colour. */
function stripParserAdvice(error: ParserError): string {
  const message = stripVTControlCharacters(error.message)
    .replace(/\nSee more help with --help$/, '')
    .replace(/^The following errors? occurred:\n\s*/, '')
    .replaceAll(/\s*\n\s*/g, '; ')
    .replaceAll(EMPTY_INTEGER, '$1 is empty')
    .replaceAll(NO_INTEGER, '$1 must be a whole number, not $2')
    .replaceAll(TOO_SMALL, '$1 must be $2 or more, not $3')
    .replaceAll(TOO_BIG, '$1 must be $2 or less, not $3')
    .replaceAll(EXCLUSIVE, "$2 and $1 can't be used together")
    .trim();
  return /[.?!]$/.test(message) ? message : `${message}.`;
}

const TOO_SMALL =
  /Parsing (--\S+); Expected an integer greater than or equal to (-?\d+) but received: ([^;]*[^;.])/g;
const TOO_BIG =
  /Parsing (--\S+); Expected an integer less than or equal to (-?\d+) but received: ([^;]*[^;.])/g;
const EXCLUSIVE = /(--[^\s=]+)=.*? cannot also be provided when using (--[^\s;.]+)/g;
/** The pattern of oclif's message about an empty integer flag. */
const EMPTY_INTEGER = /Parsing (--\S+); Expected an integer but received:\s*(?=;|$)/g;
const NO_INTEGER = /Parsing (--\S+); Expected an integer but received: ([^;]*[^;.])/g;

function isParserError(error: unknown): error is ParserError {
  return error instanceof Error && 'oclif' in error;
}

/** Returns true if the id is a topic. */
export function isTopic(id: string, config: Config): boolean {
  return config.commandIDs.some((known) => known.startsWith(`${id}:`));
}

/** Formats a command's id as it is typed. */
export function formatCommandId(id: string): string {
  return id.replaceAll(':', ' ');
}

/** Returns the last word of a command's or topic's name that is one word longer than `before`. */
export function getNextWord(name: string, before: string): string | undefined {
  const word = before === '' ? name : name.startsWith(`${before} `) && name.slice(before.length + 1);
  return word && !word.includes(' ') ? word : undefined;
}
