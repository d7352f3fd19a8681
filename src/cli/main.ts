import type { Config } from '@oclif/core/config';
import { getHelpFlagAdditions, loadHelpClass, normalizeArgv } from '@oclif/core/help';
import { Fault } from '../errors.ts';
import { configuredSwitches, environmentSwitches } from './configured-output.ts';
import { onInterrupt } from './end-signals.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { describeFailure, failureText } from './failure.ts';
import { harmlessJson } from './foreign-text.ts';
import { widthOfTerminal } from './layout.ts';
import { lookOf } from './look.ts';
import { nearest } from './nearest.ts';
import { colourWanted } from './paint.ts';
import { breakOffResult, surviveClosedPipes, writeHeard, writeNotice, writeResult } from './streams.ts';
import { commandFirst, GLOBAL_SWITCHES, hasSwitch } from './switches.ts';
import { interruption, nothingIsUnderWay } from './under-way.ts';

/**
 * Runs one command line and sets the exit code of the process. The only place from which errors leave the
 * program. @see cli.md Behaviour
 * @param loadConfig oclif's view of the program: bundled, or from the sources in development
 */
export async function main(argv: readonly string[], loadConfig: () => Promise<Config>): Promise<void> {
  process.umask(OURS_ALONE);
  surviveClosedPipes();
  nothingIsUnderWay();
  const line = argv.length === 0 ? [] : commandFirst([...environmentSwitches(process.env), ...argv]);
  if (hasSwitch(line, '--no-color')) promptWithoutColour(process.env);
  const leave = async (thrown: unknown): Promise<never> => process.exit(await report(thrown, line));
  onInterrupt(() => leave(interruption()));
  process.once('uncaughtException', leave);
  try {
    await dispatch(line, await loadConfig());
  } catch (error) {
    process.exitCode = isExit(error) ? error.oclif.exit : await report(error, line);
  }
}

/** Every file and folder that is made is ours alone. @see safety.md §8 */
const OURS_ALONE = 0o077;

/** The library that prompts chooses its colours itself when it is loaded, and knows the variables alone. */
function promptWithoutColour(env: NodeJS.ProcessEnv): void {
  delete env.FORCE_COLOR;
  env.NO_COLOR = '1';
}

/** What the project file adds to the line is added to `argv` itself: a failure is told in the same form. */
async function dispatch(argv: string[], config: Config): Promise<void> {
  const { additionalVersionFlags = [] } = config.pjson.oclif;
  if (['--version', ...additionalVersionFlags].includes(argv[0] ?? '')) return showVersion(argv, config);
  if (argv[0] === 'help') return showHelp(argv.slice(1), config);
  if (argv.length === 0 || asksForHelp(argv, config)) return showHelp(argv, config);
  const [id = '', ...rest] = normalizeArgv(config, argv);
  if (config.findCommand(id) !== undefined) {
    const switches = configuredSwitches(argv);
    argv.unshift(...switches);
    return config.runCommand(id, [...switches, ...rest]);
  }
  // A topic alone is answered with its commands; a script that wants JSON asked for a result.
  if (isTopic(id, config) && rest.length === 0) return showHelp(argv, config);
  throw unknownCommand(id, argv, config);
}

function showVersion(argv: readonly string[], config: Config): void {
  const { name, version, userAgent } = config;
  writeResult(hasSwitch(argv, '--json') ? harmlessJson({ name, version, userAgent }) : userAgent);
}

function asksForHelp(argv: readonly string[], config: Config): boolean {
  return getHelpFlagAdditions(config).some((flag) => hasSwitch(argv, flag));
}

async function showHelp(argv: readonly string[], config: Config): Promise<void> {
  const words = argv.filter((argument) => !argument.startsWith('-'));
  const [id = ''] = normalizeArgv(config, words);
  if (id !== '' && config.findCommand(id) === undefined && !isTopic(id, config)) {
    throw unknownCommand(id, words, config);
  }
  const Help = await loadHelpClass(config);
  const { isTTY, columns } = process.stdout;
  const wanted = colourWanted(isTTY === true, hasSwitch(argv, '--no-color'), process.env);
  const width = isTTY === true ? { maxWidth: widthOfTerminal(columns) - HELP_INDENT } : {};
  const help = new Help(config, { stripAnsi: !wanted, ...width });
  Object.assign(help, { CommandHelpClass: (await import('./command-help.ts')).OrderedHelp });
  await help.showHelp([...argv]);
}

/** oclif does not count by how much it indents a section of flags that stand above their texts. */
const HELP_INDENT = 2;

function isTopic(id: string, config: Config): boolean {
  return config.commandIDs.some((known) => known.startsWith(`${id}:`));
}

function unknownCommand(id: string, argv: readonly string[], config: Config): Fault {
  const seeHelp = `Every command:\n${config.bin} --help`;
  if (id.startsWith('-')) return new Fault('USAGE', noCommand(argv), { hint: seeHelp });
  const typed = id.split(':');
  if (isTopic(id, config)) {
    const commands = config.commandIDs.filter((known) => known.startsWith(`${id}:`)).map(spaced);
    return new Fault('USAGE', `${typed.join(' ')} is a topic; its commands are: ${commands.join(', ')}.`, {
      hint: seeHelp,
    });
  }
  const meant = nearestCommand(typed, config.getAllCommandIDs());
  return new Fault('USAGE', `There is no command ${JSON.stringify(typed.join(' '))}.`, {
    hint: meant === undefined ? seeHelp : `Did you mean:\n${config.bin} ${meant}`,
  });
}

function noCommand(argv: readonly string[]): string {
  const flags = argv.filter((argument) => !GLOBAL_SWITCHES.has(argument));
  return flags.length === 0 ? 'No command is given.' : `No command is given before ${flags[0]}.`;
}

/** The command nearest to the words typed, of which the last may be its arguments. */
function nearestCommand(typed: readonly string[], ids: readonly string[]): string | undefined {
  for (let length = typed.length; length > 0; length -= 1) {
    const ofLength = ids.map(spaced).filter((words) => words.split(' ').length === length);
    const meant = nearest(typed.slice(0, length).join(' '), ofLength);
    if (meant !== undefined) return meant;
  }
  return undefined;
}

function spaced(id: string): string {
  return id.replaceAll(':', ' ');
}

/** Tells what went wrong, on stdout with `--json`, else on stderr; answers the exit code. @see C-broken-off */
async function report(thrown: unknown, argv: readonly string[]): Promise<ExitCode> {
  const failure = describeFailure(thrown);
  if (failure.code === 'INTERNAL' && thrown instanceof Error) writeNotice(thrown.stack ?? thrown.message);
  // Within half a JSON value an error would be read as a part of it.
  const isBrokenOff = breakOffResult();
  if (hasSwitch(argv, '--json') && !isBrokenOff) {
    writeResult(harmlessJson({ error: failure }));
    return failure.exitCode;
  }
  const look = await lookOf(process.stderr, hasSwitch(argv, '--no-color'));
  const heard = await writeHeard(failureText(failure, look));
  return heard ? failure.exitCode : EXIT.done;
}

/** oclif's way to end with a code: an error that is none. */
function isExit(error: unknown): error is Error & { readonly oclif: { readonly exit: number } } {
  return error instanceof Error && 'code' in error && error.code === 'EEXIT';
}
