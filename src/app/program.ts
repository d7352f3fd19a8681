import type { UnderWay } from '../client/session.ts';
import type { Surroundings } from '../settings/surroundings.ts';

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
  /** Told of each write that leaves, and of its answer. */
  readonly underWay: UnderWay;
  /** Asks the person for a secret, without echo; undefined when nobody is there. @see safety.md §8 */
  readonly askSecret: (message: string) => Promise<string | undefined>;
  /** Says what it is about and asks the person for a line; undefined, and nothing said, when nobody is there. */
  readonly ask: (about: string, question: string) => Promise<string | undefined>;
}
