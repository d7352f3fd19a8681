import { Command } from '@oclif/core/command';
import type {
  ArgInput,
  Config,
  FlagInput,
  InferredArgs,
  InferredFlags,
  LoadOptions,
} from '@oclif/core/interfaces';
import { Fault } from '../errors.ts';
import type { CommandContext, CommandIo, ExchangeOptions } from '../session/context.ts';
import { createCommandIo, wrapNotice } from './command-io.ts';
import { hasSwitch, refuseMistyped } from './command-line.ts';
import type { ExitCode } from './exit-codes.ts';
import {
  type DeclaredInputs,
  type DeclaredValues,
  globalFlags,
  prepareDeclared,
  relaxPicked,
} from './flags.ts';
import { getTerminalWidth, wrap } from './layout.ts';
import { createLook, type OutputStyle } from './output-style.ts';
import type { Presentation } from './presentation.ts';
import { sanitizeJson } from './sanitize.ts';
import { writeBytes, writeNotice, writePieces, writeResult } from './streams.ts';
import { isInteractive, readCircumstances, readSurroundings } from './terminal.ts';

/** The template of the program's name in a command line of the help. */
const PROGRAM = '<%= config.bin %>';

/** The texts of a command's help. */
export interface Help {
  readonly summary: string;
  readonly description?: string;
  /** Command lines by description; the program's name is prepended, unless a line has it already. */
  readonly examples: Readonly<Record<string, string>>;
  readonly usage?: string;
  readonly aliases?: readonly string[];
  /** The values that completion offers. */
  readonly suggestions?: Suggestions;
}

/** Values with their summaries, by argument; unlike options, an argument takes others too. */
export type Suggestions = Readonly<Record<string, readonly (readonly [text: string, summary: string])[]>>;

/** A command's help, its arguments and flags, and how its result is shown. */
export interface Declaration<Flags extends FlagInput, Args extends ArgInput, Result> extends Help {
  readonly args?: Args;
  readonly flags?: Flags;
  /** The presentation of the result without `--json`. Default: the one that the command sets with `present`. */
  readonly presentation?: Presentation<Result>;
}

/** The arguments and flags of a command line, as oclif has parsed them. */
export interface Parsed<Flags extends FlagInput, Args extends ArgInput> {
  readonly args: InferredArgs<Args>;
  readonly flags: InferredFlags<Flags & typeof globalFlags>;
}

/**
 * Defines a command. `run` gets the parsed flags, calls the bank or this machine and returns the result. `--json`
 * prints that result; without it the presentation formats it.
 * @see C-json-result
 */
export function defineCommand<Flags extends FlagInput, Args extends ArgInput, Result>(
  declaration: Declaration<Flags, Args, Result>,
  run: (command: Psd2Command, parsed: Parsed<Flags, Args>) => Promise<Result>,
): Command.Class {
  return buildCommandClass(Psd2Command, declaration, run);
}

/** Builds the class of a command on its base. */
export function buildCommandClass<Base extends Psd2Command, Given, Result>(
  base: abstract new (...given: never[]) => Base,
  { examples, args = {}, flags = {}, presentation, ...texts }: Declaration<FlagInput, ArgInput, Result>,
  run: (command: Base, parsed: Given) => Promise<Result>,
): Command.Class {
  const Base = base as unknown as typeof Psd2Command;
  class DeclaredCommand extends Base {
    async run(): Promise<Result> {
      if (presentation !== undefined) this.present(presentation);
      return run(this as unknown as Base, (await this.parse(this.ctor)) as Given);
    }
  }
  const lines = Object.entries(examples).map(([description, command]) => ({
    description,
    command: command.includes(PROGRAM) ? command : `${PROGRAM} ${command}`,
  }));
  return Object.assign(DeclaredCommand, {
    ...texts,
    examples: lines,
    args,
    flags,
  }) as unknown as Command.Class;
}

/** The base of every command. */
export abstract class Psd2Command extends Command {
  static override enableJsonFlag = true;
  static override baseFlags = globalFlags;

  /** Runs with the config that `main.ts` passes; oclif's `run` would load a second one. */
  static override run<T extends Command>(
    this: new (
      argv: string[],
      config: Config,
    ) => T,
    argv: string[] = [],
    config?: LoadOptions,
  ): Promise<ReturnType<T['run']>> {
    const command: Command = new this(argv, config as Config);
    return (command as Psd2Command)._run();
  }

  /** The exchange options that commands calling the bank set from their flags. */
  protected exchange: ExchangeOptions | undefined;

  readonly #nextSteps: string[] = [];
  #presentation: Presentation<never> | undefined;
  #io: CommandIo | undefined;
  #isWritten = false;

  /** Sets the presentation of the result without `--json`; undefined: nothing is shown. */
  present<Result>(presentation: Presentation<Result> | undefined): void {
    this.#presentation = presentation;
  }

  /** Returns the process's environment and IO for the command's work. */
  get context(): CommandContext {
    return { surroundings: readSurroundings(process), io: this.io, exchange: this.exchange };
  }

  private get io(): CommandIo {
    this.#io ??= createCommandIo({
      isQuiet: this.isQuiet,
      isJson: this.jsonEnabled(),
      hasUser: this.personIsThere,
    });
    return this.#io;
  }

  /** Returns true if the command can prompt. @see C-person, C-json-alone, C-json-result */
  get personIsThere(): boolean {
    return isInteractive(readCircumstances(this.jsonEnabled(), this.isSet('no-input')));
  }

  /** The default for --sca. @see C-sca-browser */
  get usualSca(): 'browser' | 'none' {
    return this.personIsThere ? 'browser' : 'none';
  }

  /** Writes a line beside the result to stderr; silent with `--quiet`. */
  readonly notice = (text: string): void => {
    if (!this.isQuiet) writeNotice(wrapNotice(text));
  };

  /** Writes a progress note; silent with --json. @see C-json-alone */
  reportProgress(text: string): void {
    if (!this.jsonEnabled()) this.notice(text);
  }

  /**
   * Writes a line of the result while the command runs; silent with `--json` and `--quiet`, which print the result at
   * the end.
   */
  report(text: string): void {
    if (this.jsonEnabled() || this.isQuiet) return;
    const { isTTY, columns } = process.stdout;
    writeResult(isTTY === true ? wrap(text, getTerminalWidth(columns)).join('\n') : text);
  }

  /** Shows a result while the command runs: as one line of JSON, or on stderr, because more output follows. */
  async announce<Result>(result: Result, { text }: Presentation<Result>): Promise<void> {
    if (this.jsonEnabled()) return writeResult(sanitizeJson(result, 0));
    this.notice(await text(result, await this.lookOfStderr()));
  }

  lookOfStderr(): Promise<OutputStyle> {
    return createLook(process.stderr, this.isSet('no-color'));
  }

  /** Writes the result in pieces as they arrive; `run` then returns undefined. @see C-written-as-it-comes */
  async write(pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
    this.#isWritten = true;
    await writePieces(pieces);
  }

  /** Adds a next step below the result, at a terminal only. @see C-next */
  addNextStep(text: string): void {
    if (this.personIsThere) this.#nextSteps.push(text);
  }

  next(commands: readonly string[]): void {
    if (commands.length === 0) return;
    this.addNextStep(['Next:', ...commands.map((command) => `  ${this.config.bin} ${command}`)].join('\n'));
  }

  /**
   * Sets the exit code of a command that still prints its result, such as a check with findings.
   * @see C-json-result, C-next
   */
  endWith(code: ExitCode): void {
    process.exitCode = code;
  }

  override jsonEnabled(): boolean {
    return hasSwitch(this.argv, '--json');
  }

  protected override async _run<T>(): Promise<T> {
    const result = await this.execute(() => super._run<T>());
    if (!this.jsonEnabled() && !this.#isWritten) await this.show(result);
    await this.showAfterwards();
    return result;
  }

  private async showAfterwards(): Promise<void> {
    if (this.#nextSteps.length === 0) return;
    const { withProfileFlag } = await import('./profile-hint.ts');
    for (const text of this.#nextSteps) this.notice(withProfileFlag(text, this.argv, process));
  }

  /** Runs the command's work; subclasses override it to end the command differently. */
  protected execute<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  protected override logJson(json: unknown): void {
    if (!this.#isWritten) writeResult(sanitizeJson(json));
  }

  /** Rethrows: only main.ts reports errors. */
  protected override async catch(error: Error): Promise<never> {
    throw error;
  }

  protected override parse: Command['parse'] = async (options, argv) => {
    const declared = prepareDeclared(options ?? (this.ctor as NonNullable<typeof options>));
    const isAsked = this.personIsThere;
    const parsed = await super.parse(isAsked ? relaxPicked(declared) : declared, argv);
    refuseEmpty(parsed.args, this.ctor.args);
    refuseMistyped(Object.values(parsed.args).flat());
    this.flagsParsed(parsed.flags);
    if (isAsked && hasUnpicked(declared, parsed)) {
      const { pickMissing } = await import('../session/pickers.ts');
      const { context, usualSca, isQuiet } = this;
      const picksDefaults = process.stdout.isTTY === true && !isQuiet;
      await pickMissing(declared, { ...parsed, context, usualSca, picksDefaults });
    }
    return parsed;
  };

  /** Receives the parsed flags of the base class. */
  protected flagsParsed(_flags: object): void {}

  protected async show(result: unknown): Promise<void> {
    if (this.#presentation !== undefined) await this.showBy(this.#presentation, result as never);
  }

  protected async showBy<Shown>(presentation: Presentation<Shown>, result: Shown): Promise<void> {
    const { text, quiet, bytes } = presentation;
    if (quiet !== undefined && this.isSet('quiet')) {
      const lines = quiet(result);
      if (lines.length > 0) writeResult(lines.join('\n'));
    } else if (bytes !== undefined && process.stdout.isTTY !== true) {
      writeBytes(bytes(result));
    } else {
      writeResult(await text(result, await this.lookOfResult()));
    }
  }

  get isQuiet(): boolean {
    return this.isSet('quiet');
  }

  lookOfResult(): Promise<OutputStyle> {
    return createLook(process.stdout, this.isSet('no-color'));
  }

  private isSet(flag: 'quiet' | 'no-input' | 'no-color'): boolean {
    return hasSwitch(this.argv, `--${flag}`);
  }
}

/** Returns true if a value is missing that a person can pick. @see C-picked */
function hasUnpicked(declared: DeclaredInputs, parsed: DeclaredValues): boolean {
  return (['args', 'flags'] as const).some((part) =>
    Object.entries(declared[part] ?? {}).some(
      ([name, input]) => 'picked' in input && parsed[part][name] === undefined,
    ),
  );
}

/** Refuses empty values, which result from unset variables in scripts. */
function refuseEmpty(args: Readonly<Record<string, unknown>>, declared: Command.Class['args']): void {
  const empty = Object.entries(args).find(([, value]) => [value].flat().includes(''));
  if (empty === undefined) return;
  const [name] = empty;
  const { description } = declared[name] ?? {};
  throw new Fault('USAGE', `${name.toUpperCase()} is empty.`, {
    hint: description && `${name.toUpperCase()}: ${description}`,
  });
}
