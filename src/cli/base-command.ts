import { Command } from '@oclif/core/command';
import { Fault } from '../errors.ts';
import type { CommandContext, CommandIo, ExchangeOptions } from '../session/context.ts';
import { createCommandIo, wrapNotice } from './command-io.ts';
import { hasSwitch, refuseMistyped } from './command-line.ts';
import type { ExitCode } from './exit-codes.ts';
import { globalFlags, prepareDeclared } from './flags.ts';
import { getTerminalWidth, wrap } from './layout.ts';
import { createLook, type OutputStyle } from './output-style.ts';
import type { Presentation } from './presentation.ts';
import { sanitizeJson } from './sanitize.ts';
import { writeBytes, writeNotice, writePieces, writeResult } from './streams.ts';
import { isInteractive, readCircumstances, readSurroundings } from './terminal.ts';

/** Stands for the program's name in a command line that help shows. */
const PROGRAM = '<%= config.bin %>';

/**
 * The base of every command. `run` parses, calls the bank or this machine and returns the result: what it
 * returns is what `--json` prints, and its presentation is what people read.
 * @see C-json-result
 */
export abstract class Psd2Command<Result> extends Command {
  static override enableJsonFlag = true;
  static override baseFlags = globalFlags;

  /** Declares examples: command lines behind the program's name, by their descriptions; one may name the program itself. */
  static listExamples(
    examples: Readonly<Record<string, string>>,
  ): { description: string; command: string }[] {
    return Object.entries(examples).map(([description, command]) => ({
      description,
      command: command.includes(PROGRAM) ? command : `${PROGRAM} ${command}`,
    }));
  }

  /** Set by commands that call the bank, from their flags. */
  protected exchange: ExchangeOptions | undefined;

  /** How people read the result. */
  protected abstract readonly presentation: Presentation<Result>;

  readonly #afterwards: string[] = [];
  #io: CommandIo | undefined;
  #isWritten = false;

  abstract override run(): Promise<Result>;

  /** Returns what the work behind a command gets of this process. */
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

  /** Tells whether the command can prompt. @see C-person, C-json-alone, C-json-result */
  get personIsThere(): boolean {
    return isInteractive(readCircumstances(this.jsonEnabled(), this.isSet('no-input')));
  }

  /** The default for --sca. @see C-sca-browser */
  protected get usualSca(): 'browser' | 'none' {
    return this.personIsThere ? 'browser' : 'none';
  }

  /** A line on stderr, for what is not the result; silent with `--quiet`. */
  notice(text: string): void {
    if (!this.isQuiet) writeNotice(wrapNotice(text));
  }

  /** Writes a progress note; silent with --json. @see C-json-alone */
  meanwhile(text: string): void {
    if (!this.jsonEnabled()) this.notice(text);
  }

  /** A line of the result while the command goes on; who reads JSON or ids waits for the end. */
  protected report(text: string): void {
    if (this.jsonEnabled() || this.isQuiet) return;
    const { isTTY, columns } = process.stdout;
    writeResult(isTTY === true ? wrap(text, getTerminalWidth(columns)).join('\n') : text);
  }

  /** Shows a result while the command goes on: one line of JSON, or on stderr, for what follows is no result. */
  protected async announce(result: Result): Promise<void> {
    if (this.jsonEnabled()) return writeResult(sanitizeJson(result, 0));
    this.notice(await this.presentation.text(result, await this.lookOfStderr()));
  }

  protected lookOfStderr(): Promise<OutputStyle> {
    return createLook(process.stderr, this.isSet('no-color'));
  }

  /** Writes the result itself, as it comes: of what `run` returns nothing is printed. @see C-written-as-it-comes */
  protected async write(pieces: AsyncIterable<string>): Promise<void> {
    this.#isWritten = true;
    await writePieces(pieces);
  }

  /** Adds a next step below the result, at a terminal only. @see C-next */
  afterwards(text: string): void {
    if (this.personIsThere) this.#afterwards.push(text);
  }

  next(commands: readonly string[]): void {
    this.afterwards(['Next:', ...commands.map((command) => `  ${this.config.bin} ${command}`)].join('\n'));
  }

  /** Ends with this code although the result is printed: a check that found faults. @see C-json-result, C-next */
  endWith(code: ExitCode): void {
    process.exitCode = code;
  }

  override jsonEnabled(): boolean {
    return hasSwitch(this.argv, '--json');
  }

  protected override async _run<T>(): Promise<T> {
    const result = await this.worked(() => super._run<T>());
    if (!this.jsonEnabled() && !this.#isWritten) await this.show(result as unknown as Result);
    await this.showAfterwards();
    return result;
  }

  private async showAfterwards(): Promise<void> {
    if (this.#afterwards.length === 0) return;
    const { withProfileFlag } = await import('./profile-hint.ts');
    for (const text of this.#afterwards) this.notice(withProfileFlag(text, this.argv, process));
  }

  /** The command's work, for who ends it in another way. */
  protected worked<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  protected override logJson(json: unknown): void {
    if (!this.#isWritten) writeResult(sanitizeJson(json));
  }

  /** Errors leave the program in one place, main.ts. */
  protected override async catch(error: Error): Promise<never> {
    throw error;
  }

  protected override parse: Command['parse'] = async (options, argv) => {
    const parsed = await super.parse(
      prepareDeclared(options ?? (this.ctor as NonNullable<typeof options>)),
      argv,
    );
    refuseEmpty(parsed.args, this.ctor.args);
    refuseMistyped(Object.values(parsed.args).flat());
    this.flagsParsed(parsed.flags);
    return parsed;
  };

  /** Called with the parsed flags of the base class. */
  protected flagsParsed(_flags: object): void {}

  protected show(result: Result): Promise<void> {
    return this.showBy(this.presentation, result);
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

  protected lookOfResult(): Promise<OutputStyle> {
    return createLook(process.stdout, this.isSet('no-color'));
  }

  private isSet(flag: 'quiet' | 'no-input' | 'no-color'): boolean {
    return hasSwitch(this.argv, `--${flag}`);
  }
}

/** Refuses empty values, which unset variables of scripts become. */
function refuseEmpty(args: Readonly<Record<string, unknown>>, declared: Command.Class['args']): void {
  const empty = Object.entries(args).find(([, value]) => [value].flat().includes(''));
  if (empty === undefined) return;
  const [name] = empty;
  const { description } = declared[name] ?? {};
  throw new Fault('USAGE', `${name.toUpperCase()} is empty.`, {
    hint: description && `${name.toUpperCase()}: ${description}`,
  });
}
