import type { UnderWay } from '../client/session.ts';
import type { Header } from '../message.ts';
import type { Surroundings } from '../settings/home.ts';

/** What a person asked to see of the exchanges with the bank. @see C-no-person */
export interface Seeing {
  /** Told of each message as it leaves and comes, struck out. */
  readonly tell?: (text: string) => void;
  readonly har?: {
    /** Absolute. */
    readonly file: string;
    /** Whether everything is written as it was. */
    readonly whole: boolean;
    readonly creator: { readonly name: string; readonly version: string };
  };
  /** Whether the request is only built and signed. */
  readonly sendsNothing: boolean;
}

/** What stands while a PSU is waited for, and stays when nobody waits any more. */
export interface Standing {
  /** Without its full stop: `Payment … waits for its PSU`. */
  readonly text: string;
  /** Where to look. */
  readonly hint: string;
  readonly paymentId?: string;
}

/** What the person at the terminal can do while a PSU is waited for. */
export interface AtTerminal {
  /** Opens a page in their browser; absent where they want none. */
  readonly openPage?: (url: string) => Promise<void>;
  /** Hands over each line that they type, until what it returns is called. */
  readonly onLine: (take: (line: string) => void) => () => void;
}

/** What the program behind the commands is given of the process that runs it. */
export interface Program {
  readonly surroundings: Surroundings;
  /** Told of every fault that is a bug of the embedded bank's, and of what could not be kept. */
  readonly onUnexpected: (fault: unknown) => void;
  /** Told what a person should know beside the result. */
  readonly notice: (text: string) => void;
  /** Told what must be seen where everything else is silent too. */
  readonly always: (text: string) => void;
  /** Told, while something takes long, what is done and how far it is. */
  readonly onProgress: (text: string) => void;
  /** Draws how much of it is done, from 0 to 1, as a part of such a text; absent where no terminal shows it. */
  readonly progressBar?: (share: number) => string;
  /** Does what may take long, and says meanwhile what it is and for how long it has gone on. */
  readonly during: <T>(what: string, work: () => Promise<T>) => Promise<T>;
  /** Told of each write that leaves, and of its answer. */
  readonly underWay: UnderWay;
  /** Told what an interruption leaves, from now on; undefined: what was written alone. */
  readonly waits: (standing: Standing | undefined) => void;
  /** Absent where nobody is there. */
  readonly atTerminal?: AtTerminal;
  /** Headers that each request has besides its own. @see C-header */
  readonly headers?: readonly Header[];
  /** What is shown of each exchange with the bank; absent: nothing. */
  readonly seeing?: Seeing;
  /** Asks the person for a secret, without echo; undefined when nobody is there. @see S8-passphrase */
  readonly askSecret: (message: string) => Promise<string | undefined>;
  /** Says what it is about and asks the person for a line; undefined, and nothing said, when nobody is there. */
  readonly ask: (about: string, question: string) => Promise<string | undefined>;
  /** The same, for a yes; false when nobody is there. */
  readonly agrees: (about: string, question: string) => Promise<boolean>;
}
