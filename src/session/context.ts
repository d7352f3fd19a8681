import type { InFlightWrites } from '../client/session.ts';
import { Fault } from '../errors.ts';
import type { Header } from '../message.ts';
import type { Environment } from '../settings/home.ts';
import type { Profile } from '../settings/profile.ts';

/** Options for every exchange with the bank: flags of the commands that call it. @see C-no-person */
export interface ExchangeOptions {
  /** Headers of each request besides its own. @see C-header */
  readonly headers: readonly Header[];
  /** Builds and signs the request, and sends nothing. */
  readonly sendsNothing: boolean;
  /** Shows each message as it leaves and comes, redacted. */
  readonly tell?: (text: string) => void;
  readonly har?: {
    /** Absolute. */
    readonly file: string;
    /** Writes everything unredacted. */
    readonly whole: boolean;
    readonly creator: { readonly name: string; readonly version: string };
  };
}

/** Describes an SCA that a command waits for, and that remains open if the command is interrupted. */
export interface PendingSca {
  /** Without its full stop: `Payment … waits for its PSU`. */
  readonly text: string;
  /** Where to look. */
  readonly hint: string;
  readonly paymentId?: string;
}

/** Reads from the terminal while a command waits for a PSU. */
export interface TerminalIo {
  /** Opens a page in the user's browser; absent if the user wants none. */
  readonly openPage?: (url: string) => Promise<void>;
  /** Passes each typed line to `take`, until the function that it returns is called. */
  readonly onLine: (take: (line: string) => void) => () => void;
}

/** Shows on stderr how far long work is. @see C-progress */
export interface ProgressIo {
  /** Shows what is done and how far it is. */
  readonly tell: (text: string) => void;
  /** Draws a share, from 0 to 1, as a part of such a text; absent if stderr is no terminal. */
  readonly bar?: (share: number) => string;
  /** Shows what the work is, and for how long it has run, until it ends. */
  readonly during: <T>(what: string, work: () => Promise<T>) => Promise<T>;
}

/** Speaks to the user and asks the user. */
export interface CommandIo {
  /** Writes a line beside the result; silent with --quiet. */
  readonly notice: (text: string) => void;
  /** Writes a line that must be seen even with --quiet. */
  readonly always: (text: string) => void;
  readonly progress: ProgressIo;
  /** Reports an error that doesn't end the command: a bug of the embedded bank, or state that wasn't saved. */
  readonly reportUnexpected: (fault: unknown) => void;
  /** Records each write, so that an interrupted command can name it. */
  readonly writes: InFlightWrites;
  /** Sets what an interrupted command leaves open; undefined: the writes alone. */
  readonly setPendingSca: (pending: PendingSca | undefined) => void;
  /** Absent if no user can be asked. */
  readonly terminal?: TerminalIo;
  /** Asks for a secret, without echo; undefined if no user can be asked. @see S8-passphrase */
  readonly askSecret: (message: string) => Promise<string | undefined>;
  /** Explains and asks for a line; silent and undefined if no user can be asked. */
  readonly askLine: (about: string, question: string) => Promise<string | undefined>;
  /** Explains and asks for a yes; silent and false if no user can be asked. */
  readonly confirm: (about: string, question: string) => Promise<boolean>;
}

/** Gives a command's work its surroundings, the user and the options of its exchanges. */
export interface CommandContext {
  readonly surroundings: Environment;
  readonly io: CommandIo;
  /** Absent for commands that call no bank. */
  readonly exchange?: ExchangeOptions;
}

export interface Requirements {
  /** A feature that the command needs but a production bank lacks. */
  readonly onlySandbox?: string | undefined;
  /** True if the operator must be reachable: always in the embedded bank, elsewhere at its own port. */
  readonly operator?: true;
  /** Set if the command waits for a PSU in a browser, with the timeout. */
  readonly browser?: { readonly timeoutMs: number };
}

/** The controls of D11-operator-acts. */
export const OPERATOR: Requirements = { onlySandbox: 'operator', operator: true };

/**
 * @throws Fault USAGE
 * @see C-production-refused
 * @see D11-operator, D11-operator-elsewhere
 */
export function assertRequirements(profile: Profile, { onlySandbox, operator }: Requirements): void {
  const { name, bank } = profile;
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

/** Tells whether the operator can be reached. */
export function hasOperator(profile: Profile): boolean {
  return profile.bank === 'embedded' || profile.remote.operatorUrl !== undefined;
}

export interface Deletion {
  /** Tells whether the command line agrees already. */
  readonly yes: boolean;
  readonly verb: 'delete' | 'forget' | 'remove' | 'replace';
  /** Follows the verb and ends with a full stop. */
  readonly what: string;
}

/**
 * Asks before a command deletes data. Without a user to ask, the command line must agree.
 * @throws Fault INPUT_MISSING without `--yes` if no user can be asked; INTERRUPTED if the user says no
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

/** Returns a context that asks for each secret once, for a command that opens its bank twice. */
export function withSecretCache(context: CommandContext): CommandContext {
  const answers = new Map<string, Promise<string | undefined>>();
  const askSecret = (message: string) => {
    const answer = answers.get(message) ?? context.io.askSecret(message);
    answers.set(message, answer);
    return answer;
  };
  return { ...context, io: { ...context.io, askSecret } };
}

/** Says that another process writes to this file of a store. */
export function formatLockWait(file: string): string {
  return `Waiting for another process to finish writing to ${file}`;
}

/** Creates an io that shows nothing and asks no user. */
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
