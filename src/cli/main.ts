import type { Config } from '@oclif/core/config';
import { getHelpFlagAdditions, normalizeArgv } from '@oclif/core/help';
import {
  expandShortFlags,
  GLOBAL_SWITCHES,
  hasSwitch,
  isTopic,
  moveCommandFirst,
  readConfiguredSwitches,
  readEnvironmentSwitches,
} from './command-line.ts';
import { COMPLETE } from './completion.ts';
import { handleInterrupt } from './end-signals.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { describeFailure, type Failure, formatFailure } from './failure.ts';
import { createInterruption, resetInFlightWrites } from './in-flight-writes.ts';
import { createLook } from './output-style.ts';
import { sanitizeJson } from './sanitize.ts';
import { endPartialResult, exitOnClosedPipe, writeHeard, writeNotice, writeResult } from './streams.ts';

/**
 * Runs one command line and sets the exit code of the process. Errors leave the program only here.
 * @param loadConfig loads oclif's config, of the bundle, or of the sources in development
 * @see C-unknown-command
 */
export async function runMain(argv: readonly string[], loadConfig: () => Promise<Config>): Promise<void> {
  process.umask(OURS_ALONE);
  exitOnClosedPipe();
  resetInFlightWrites();
  const line = moveCommandFirst([...readEnvironmentSwitches(process.env), ...expandShortFlags(argv)]);
  if (hasSwitch(line, '--no-color')) promptWithoutColour(process.env);
  const leave = async (thrown: unknown): Promise<never> => process.exit(await report(thrown, line));
  handleInterrupt(() => leave(createInterruption()));
  process.once('uncaughtException', leave);
  try {
    if (argv[0] === COMPLETE) return await complete(argv.slice(1), await loadConfig());
    await dispatch(line, await loadConfig());
  } catch (error) {
    process.exitCode = isExit(error) ? error.oclif.exit : await report(error, line);
  }
}

/** The umask for new files and folders: only their owner has access. @see S8-files-folders */
const OURS_ALONE = 0o077;

/** Disables the colours of the prompt library, which reads only environment variables, when it is loaded. */
function promptWithoutColour(env: NodeJS.ProcessEnv): void {
  delete env.FORCE_COLOR;
  env.NO_COLOR = '1';
}

/**
 * Runs the command. Adds settings of the project file to `argv`, so that failures have the same form.
 * @see C-version-help
 */
async function dispatch(argv: string[], config: Config): Promise<void> {
  const { additionalVersionFlags = [] } = config.pjson.oclif;
  if (['version', '--version', ...additionalVersionFlags].includes(argv[0] ?? ''))
    return showVersion(argv, config);
  if (argv[0] === 'help') return help(argv.slice(1), config);
  if (isHelpRequest(argv, config)) return help(argv, config);
  if (argv.every((argument) => GLOBAL_SWITCHES.has(argument))) return showStartPage(argv, config);
  const [id = '', ...rest] = normalizeArgv(config, argv);
  if (config.findCommand(id) !== undefined) {
    const switches = readConfiguredSwitches(argv);
    argv.unshift(...switches);
    return config.runCommand(id, [...switches, ...rest]);
  }
  // A topic without further words shows its commands; with `--json`, scripts need a result.
  if (isTopic(id, config) && rest.length === 0) return help(argv, config);
  const { createUnknownCommand } = await import('./unknown-command.ts');
  throw createUnknownCommand(id, argv, config);
}

/** Shows the help; its module is loaded only here. */
async function help(argv: readonly string[], config: Config): Promise<void> {
  const { showHelp } = await import('./help/show-help.ts');
  return showHelp(argv, config);
}

async function complete(request: readonly string[], config: Config): Promise<void> {
  const { printCompletions } = await import('../completion/complete.ts');
  return printCompletions(request, config);
}

async function showStartPage(argv: readonly string[], config: Config): Promise<void> {
  const { showAlone } = await import('./help/start-page.ts');
  return showAlone(argv, config);
}

function showVersion(argv: readonly string[], config: Config): void {
  const { name, version, userAgent } = config;
  writeResult(
    hasSwitch(argv, '--json') ? sanitizeJson({ name, version, userAgent }) : `${config.bin} ${version}`,
  );
}

function isHelpRequest(argv: readonly string[], config: Config): boolean {
  return getHelpFlagAdditions(config).some((flag) => hasSwitch(argv, flag));
}

/** Reports an error, on stdout with `--json`, else on stderr, and returns the exit code. @see C-broken-off */
async function report(thrown: unknown, argv: readonly string[]): Promise<ExitCode> {
  const failure = await addProfileToFailure(describeFailure(thrown), argv);
  if (failure.code === 'INTERNAL' && thrown instanceof Error) writeNotice(thrown.stack ?? thrown.message);
  // After half a JSON value an error on stdout would be parsed as its continuation.
  const isBrokenOff = endPartialResult();
  if (hasSwitch(argv, '--json') && !isBrokenOff) {
    writeResult(sanitizeJson({ error: failure }));
    return failure.exitCode;
  }
  const look = await createLook(process.stderr, hasSwitch(argv, '--no-color'));
  const heard = await writeHeard(formatFailure(failure, look, await buildFailureScaCommand(failure, argv)));
  return heard ? failure.exitCode : EXIT.done;
}

async function addProfileToFailure(failure: Failure, argv: readonly string[]): Promise<Failure> {
  if (failure.hint?.includes('psd2 ') !== true) return failure;
  const { withProfileFlag } = await import('./profile-hint.ts');
  return { ...failure, hint: withProfileFlag(failure.hint, argv, process) };
}

/** Builds the command that authorises in place of a link at which nothing listens. */
async function buildFailureScaCommand({ scaRedirect = '' }: Failure, argv: readonly string[]) {
  const { parseAuthorisationLink } = await import('../sca/link.ts');
  const id = parseAuthorisationLink(scaRedirect);
  if (id === undefined) return undefined;
  const { buildScaCommand } = await import('./profile-hint.ts');
  return buildScaCommand(argv, process)?.(id, false);
}

/** Returns true if the error is oclif's signal to exit with a code. */
function isExit(error: unknown): error is Error & { readonly oclif: { readonly exit: number } } {
  return error instanceof Error && 'code' in error && error.code === 'EEXIT';
}
