import type { InFlightWrites } from '../client/session.ts';
import { Fault } from '../errors.ts';
import type { Header } from '../message.ts';
import type { Environment } from '../settings/home.ts';
import type { Profile } from '../settings/profile.ts';

/** The options of every exchange with the bank, from flags of the commands that call it. @see C-no-person */
export interface ExchangeOptions {
  /** Additional headers of each request. @see C-header */
  readonly headers: readonly Header[];
  /** True if requests are built and signed, but not sent. */
  readonly sendsNothing: boolean;
  /** Shows each message when it is sent or received, redacted. */
  readonly tell?: (text: string) => void;
  readonly har?: {
    /** The absolute path. */
    readonly file: string;
    /** True if everything is written unredacted. */
    readonly whole: boolean;
    readonly creator: { readonly name: string; readonly version: string };
  };
}

/** An SCA that a command waits for, and that remains open if the command is interrupted. */
export interface PendingSca {
  /** The sentence without its full stop: `Payment … waits for its PSU`. */
  readonly text: string;
  /** The next step to find its outcome. */
  readonly hint: string;
  readonly paymentId?: string;
}

/** The terminal's functions while a command waits for a PSU. */
export interface TerminalIo {
  /** Opens a page in the user's browser; absent if the user wants none. */
  readonly openPage?: (url: string) => Promise<void>;
  /** Passes each typed line to `take`, until the returned function is called. */
  readonly onLine: (take: (line: string) => void) => () => void;
}

/** The functions that show the progress of long work on stderr. @see C-progress */
export interface ProgressIo {
  /** Shows the completed part of the work. */
  readonly tell: (text: string) => void;
  /** Draws a share from 0 to 1 for such a text; absent if stderr is no terminal. */
  readonly bar?: (share: number) => string;
  /** Shows the name and duration of the work until it ends. */
  readonly during: <T>(what: string, work: () => Promise<T>) => Promise<T>;
}

/** The functions with which a command writes to stderr and prompts the user. */
export interface CommandIo {
  /** Writes a line beside the result; silent with --quiet. */
  readonly notice: (text: string) => void;
  /** Writes a line even with --quiet. */
  readonly always: (text: string) => void;
  readonly progress: ProgressIo;
  /** Reports an error that doesn't end the command: a bug of the embedded bank, or state that couldn't be saved. */
  readonly reportUnexpected: (fault: unknown) => void;
  /** Records each write, so that the fault of an interruption can name it. */
  readonly writes: InFlightWrites;
  /** Sets the SCA that an interruption would leave open; undefined: only the writes are reported. */
  readonly setPendingSca: (pending: PendingSca | undefined) => void;
  /** Absent if the user can't be prompted. */
  readonly terminal?: TerminalIo;
  /** Asks for a secret without echo; returns undefined if the user can't be prompted. @see S8-passphrase */
  readonly askSecret: (message: string) => Promise<string | undefined>;
  /** Explains and asks for a line; without a user shows nothing and returns undefined. */
  readonly askLine: (about: string, question: string) => Promise<string | undefined>;
  /** Explains and asks for a yes; without a user shows nothing and returns false. */
  readonly confirm: (about: string, question: string) => Promise<boolean>;
}

/** The context of a command's work: its environment, IO and exchange options. */
export interface CommandContext {
  readonly surroundings: Environment;
  readonly io: CommandIo;
  /** Absent for commands that call no bank. */
  readonly exchange?: ExchangeOptions;
}

export interface Requirements {
  /** The feature that the command needs and a production bank lacks. */
  readonly onlySandbox?: string | undefined;
  /** True if the operator must be reachable: always so in the embedded bank, elsewhere at its own port. */
  readonly operator?: true;
  /** The data of a new or initialised world of the embedded bank. Default: demo data for a new one. @see D8-demo */
  readonly world?: 'initial' | 'demo';
  /** The timeout, if the command waits for a PSU in a browser. */
  readonly browser?: { readonly timeoutMs: number };
}

/** The requirements of the operator's controls in D11-operator-acts. */
export const OPERATOR: Requirements = { onlySandbox: 'operator', operator: true };

/**
 * Checks the requirements against the profile.
 * @throws Fault USAGE
 * @see C-production-refused
 * @see D11-operator, D11-operator-elsewhere
 */
export function assertRequirements(profile: Profile, { onlySandbox, operator, world }: Requirements): void {
  const { name, bank } = profile;
  if (world === 'demo' && bank !== 'embedded') {
    throw new Fault('USAGE', `Profile ${name} points to a remote bank, which has no demo data.`, {
      hint: 'Use --profile offline. To generate transactions elsewhere: psd2 sandbox seed FILE',
    });
  }
  if (onlySandbox === undefined || bank === 'embedded') return;
  if (bank === 'production') {
    throw new Fault('USAGE', `Profile ${name} points to a production bank, which has no ${onlySandbox}.`, {
      hint: "Use --profile offline, or a sandbox's profile.",
    });
  }
  if (operator !== true || hasOperator(profile)) return;
  throw new Fault('USAGE', `Profile ${name} doesn't say where to reach its bank's ${onlySandbox}.`, {
    hint: 'Serve the bank with --operator, and set operatorUrl and operatorTokenFile in the profile.',
  });
}

/** Returns true if the operator can be reached. */
export function hasOperator(profile: Profile): boolean {
  return profile.bank === 'embedded' || profile.remote.operatorUrl !== undefined;
}

export interface Deletion {
  /** True if the command line confirms the deletion. */
  readonly yes: boolean;
  readonly verb: 'delete' | 'forget' | 'remove' | 'replace';
  /** The object of the sentence, with its full stop. */
  readonly what: string;
}

/**
 * Asks for a confirmation before a command deletes data. Without a user to prompt, requires `--yes`.
 * @throws Fault INPUT_MISSING without `--yes` if the user can't be prompted; INTERRUPTED if the user declines
 * @see C-deletion-consent
 */
export async function confirmDeletion(
  { io, exchange }: CommandContext,
  { yes, verb, what }: Deletion,
): Promise<void> {
  if (yes || exchange?.sendsNothing === true) return;
  if (io.terminal === undefined) {
    throw new Fault('INPUT_MISSING', `Missing: --yes. This would ${verb} ${what}`, {
      hint: 'Nothing was changed. To agree, add --yes.',
      missing: ['--yes'],
    });
  }
  const question = `${verb.charAt(0).toUpperCase()}${verb.slice(1)} it?`;
  if (await io.confirm(`This ${verb}s ${what}`, question)) return;
  throw new Fault('INTERRUPTED', 'Nothing was changed.');
}

/** Returns a context that asks for each secret only once, for a command that opens its bank twice. */
export function withSecretCache(context: CommandContext): CommandContext {
  const answers = new Map<string, Promise<string | undefined>>();
  const askSecret = (message: string) => {
    const answer = answers.get(message) ?? context.io.askSecret(message);
    answers.set(message, answer);
    return answer;
  };
  return { ...context, io: { ...context.io, askSecret } };
}

/** Formats the notice that another process is writing to this file of a store. */
export function formatLockWait(file: string): string {
  return `Waiting for another process to finish writing to ${file}`;
}

/** Creates an IO that shows nothing and prompts for nothing. */
export function createSilentIo(): CommandIo {
  const ignore = () => {};
  return {
    notice: ignore,
    always: ignore,
    progress: { tell: ignore, during: (_, work) => work() },
    reportUnexpected: ignore,
    writes: { leaves: ignore, answered: ignore, unsent: ignore },
    setPendingSca: ignore,
    askSecret: async () => undefined,
    askLine: async () => undefined,
    confirm: async () => false,
  };
}
