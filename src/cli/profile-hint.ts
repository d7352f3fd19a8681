import { quoteForShell } from '../own-file.ts';
import { readVariable } from '../settings/home.ts';
import { findProfileInUse, openSettings } from '../settings/precedence.ts';
import { quoteId } from './shell-quote.ts';
import { readSurroundings } from './terminal.ts';

/** The pattern of a line that is a command, not a sentence. */
const COMMAND = /^(\s*)psd2 (.*[^.])$/;

/** The commands that need no `--profile`: those of no profile or about profiles, and help. */
const OF_NO_PROFILE =
  /^(?:explain|completion|autocomplete|cert (?:check|lint)|profile (?:add|list|remove|use))\b|--help\b/;

/**
 * Adds `--profile` to suggested commands if the user passed it, so that they apply to the same bank.
 * @see C-error-text, C-next
 */
export function withProfileFlag(text: string, argv: readonly string[], process: NodeJS.Process): string {
  const name = readProfileFlag(argv) ?? readVariable(process.env, 'PSD2_PROFILE');
  if (name === undefined || isInUse(name, process)) return text;
  const flag = `--profile ${quoteForShell(name)}`;
  const lines = text.split('\n').map((line) => {
    const [, indent = '', command = ''] = COMMAND.exec(line) ?? [];
    if (command === '' || command.includes('--profile ') || OF_NO_PROFILE.test(command)) return line;
    const [own = '', ...rest] = command.split(/(?= -- )/);
    return `${indent}psd2 ${own} ${flag}${rest.join('')}`;
  });
  return lines.join('\n');
}

/** Reads `--profile` from the arguments, which may be unparsed. */
export function readProfileFlag(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const own = end === -1 ? argv : argv.slice(0, end);
  const at = own.findLastIndex((word) => word === '--profile' || word.startsWith(JOINED));
  const word = own[at];
  return word === '--profile' ? own[at + 1] : word?.slice(JOINED.length);
}

const JOINED = '--profile=';

function isInUse(name: string, process: NodeJS.Process): boolean {
  try {
    return findProfileInUse(readSurroundings(process)) === name;
  } catch {
    // Unreadable settings are reported elsewhere, and choose no profile.
    return false;
  }
}

/**
 * Builds the command that plays the PSU of an SCA. Undefined at a bank whose site serves the link: the embedded bank
 * serves none between commands. `hasPsu` is false if the bank may not know the PSU yet.
 * @see C-sca-command
 */
export type ScaCommand = ((id: string, hasPsu?: boolean) => string) | undefined;

/**
 * Builds a function that returns the command with which the embedded bank's operator plays a PSU, because its site
 * doesn't run between commands. Undefined at other banks, whose links work.
 * @see C-sca-command
 */
export function buildScaCommand(argv: readonly string[], process: NodeJS.Process): ScaCommand {
  return isEmbedded(argv, process)
    ? (id, hasPsu = true) =>
        withProfileFlag(`psd2 sca approve ${quoteId(id)}${hasPsu ? '' : ' --as NUMBER'}`, argv, process)
    : undefined;
}

function isEmbedded(argv: readonly string[], process: NodeJS.Process): boolean {
  try {
    const profile = readProfileFlag(argv);
    return openSettings(readSurroundings(process), { profile }).profile.bank === 'embedded';
  } catch {
    // Unreadable settings are reported elsewhere.
    return false;
  }
}
