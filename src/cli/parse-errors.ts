import { stripVTControlCharacters } from 'node:util';
import { Fault } from '../errors.ts';
import { nearest } from '../nearest.ts';
import { mistypedFlag } from './mistyped-flag.ts';

interface Declared {
  readonly required?: boolean;
  readonly name?: string;
}

/** What an error of oclif's parser carries; told by its fields, because minifying renames its classes. */
interface ParserError extends Error {
  readonly oclif: object;
  readonly flags?: readonly string[];
  readonly args?: readonly (string | Declared)[];
  readonly parse?: {
    readonly input?: { readonly flags: Record<string, Declared>; readonly args: Record<string, Declared> };
    readonly output?: { readonly flags: Record<string, unknown>; readonly args: Record<string, unknown> };
  };
}

/**
 * What oclif says of a command line, in our words: every missing flag and argument is named at once, an
 * unknown flag comes with the nearest known one. Undefined when the error is not oclif's.
 * @see C-missing-input, C-wrong-flag
 */
export function faultOfParserError(error: unknown): Fault | undefined {
  if (!isParserError(error)) return undefined;
  if (error.flags !== undefined) return unknownFlag(error, error.flags);
  if (error.args?.some((argument) => typeof argument === 'string')) return unexpectedArguments(error);
  const missing = missingNames(error);
  if (missing.length > 0) return missingInput(missing);
  return new Fault('USAGE', plainMessage(error), { hint: SEE_HELP });
}

/** Input that is required and was not given, every name at once; flags are written `--name`. */
export function missingInput(missing: readonly string[]): Fault {
  return new Fault('INPUT_MISSING', `Missing: ${missing.join(', ')}.`, {
    missing,
    hint: SEE_HELP,
  });
}

const SEE_HELP = 'Add --help to see all flags and an example.';

function unknownFlag(error: ParserError, typed: readonly string[]): Fault {
  const known = Object.keys(error.parse?.input?.flags ?? {}).map((name) => `--${name}`);
  const meant = typed.flatMap((flag) => nearest(flag.split('=')[0] ?? flag, known) ?? []);
  const message = `Unknown flag: ${typed.join(', ')}.`;
  return new Fault('USAGE', message, {
    hint: meant.length > 0 ? `Did you mean ${meant.join(', ')}?` : SEE_HELP,
  });
}

function unexpectedArguments(error: ParserError): Fault {
  const words = error.args?.filter((argument) => typeof argument === 'string') ?? [];
  const mistyped = mistypedFlag(words);
  if (mistyped !== undefined) return mistyped;
  return new Fault('USAGE', `Unexpected argument: ${words.join(', ')}.`, { hint: SEE_HELP });
}

/** Required arguments and flags without a value. oclif stops at the first kind that is missing. */
function missingNames(error: ParserError): string[] {
  const { input, output } = error.parse ?? {};
  if (input === undefined || output === undefined) return [];
  const without = (declared: Record<string, Declared>, given: Record<string, unknown>) =>
    Object.keys(declared).filter((name) => declared[name]?.required && given[name] === undefined);
  return [
    ...without(input.args, output.args).map((name) => name.toUpperCase()),
    ...without(input.flags, output.flags).map((name) => `--${name}`),
  ];
}

/** oclif's sentence without its own advice, layout and colour. */
function plainMessage(error: ParserError): string {
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
/** What a script makes of a variable that is not set. */
const EMPTY_INTEGER = /Parsing (--\S+); Expected an integer but received:\s*(?=;|$)/g;
const NO_INTEGER = /Parsing (--\S+); Expected an integer but received: ([^;]*[^;.])/g;

function isParserError(error: unknown): error is ParserError {
  return error instanceof Error && 'oclif' in error;
}
