import { resolve } from 'node:path';
import type { Command } from '@oclif/core/command';
import type { ArgInput, FlagInput } from '@oclif/core/interfaces';
import type { ExchangeOptions } from '../session/context.ts';
import { buildCurlOptions, createSignedRequestView } from '../signatures/signed-request.ts';
import { DryRunRequest } from '../transport/dry-run.ts';
import { buildCommandClass, type Declaration, type Parsed, Psd2Command } from './base-command.ts';
import {
  ANY_HEADER,
  type ExchangeFlags,
  exchangeFlags,
  type HeaderNames,
  parseHeaders,
} from './exchange-flags.ts';
import { globalFlags } from './flags.ts';
import { buildScaCommand, type ScaCommand } from './profile-hint.ts';
import { sanitizeLines } from './sanitize.ts';
import { writeNotice } from './streams.ts';

/** Defines a command that calls the bank. */
export function defineBankCommand<Flags extends FlagInput, Args extends ArgInput, Result>(
  declaration: Declaration<Flags, Args, Result>,
  run: (command: BankCommand, parsed: Parsed<Flags & typeof exchangeFlags, Args>) => Promise<Result>,
): Command.Class {
  return buildCommandClass(BankCommand, declaration, run);
}

/**
 * The base of a command that calls the bank. Adds the flags that show its requests and responses.
 * @see C-verbose, C-dry-run
 */
export abstract class BankCommand extends Psd2Command {
  static override baseFlags = { ...globalFlags, ...exchangeFlags };

  /** The names that --header may set; absent: those that the interface has as optional. */
  protected readonly headerNames: HeaderNames | undefined;

  #unsent: DryRunRequest | undefined;
  #showsCurl = false;

  protected override flagsParsed(flags: ExchangeFlags): void {
    const { verbose = false, curl = false, har, 'har-full': whole } = flags;
    this.#showsCurl = curl;
    const path = whole ?? har;
    this.exchange = {
      headers: parseHeaders(flags.header ?? [], this.headerNames),
      sendsNothing: curl || flags['dry-run'] === true,
      tell: verbose ? (text) => writeNotice(sanitizeLines(text)) : undefined,
      har: path === undefined ? undefined : this.harAt(path, whole !== undefined),
    };
  }

  /** The command with which the card of an open SCA suggests to approve it. */
  get scaCommand(): ScaCommand {
    return buildScaCommand(this.argv, process);
  }

  private harAt(path: string, whole: boolean): ExchangeOptions['har'] {
    const { name, version } = this.config;
    return { file: resolve(path), whole, creator: { name, version } };
  }

  /** Runs the work until it throws a `DryRunRequest`, whose request is then shown in place of a result. */
  protected override async execute<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof DryRunRequest)) throw thrown;
      this.#unsent = thrown;
      if (this.jsonEnabled()) this.logJson(thrown.request);
      return undefined as T;
    }
  }

  protected override async show(result: unknown): Promise<void> {
    if (this.#unsent === undefined) return super.show(result);
    const { request, files } = this.#unsent;
    return this.showBy(
      createSignedRequestView(this.#showsCurl ? 'curl' : 'http', buildCurlOptions(files)),
      request,
    );
  }
}

/** Defines the command that sends a user's own request, with any header. @see C-api */
export function defineRequestCommand<Flags extends FlagInput, Args extends ArgInput, Result>(
  declaration: Declaration<Flags, Args, Result>,
  run: (command: BankCommand, parsed: Parsed<Flags & typeof exchangeFlags, Args>) => Promise<Result>,
): Command.Class {
  return buildCommandClass(RequestCommand, declaration, run);
}

abstract class RequestCommand extends BankCommand {
  protected override readonly headerNames = ANY_HEADER;
}
