import { Fault } from '../errors.ts';
import type { Header } from '../message.ts';
import type { Writes } from './call.ts';
import type { Ledger } from './ledger/ledger.ts';

/** Who must know, when the work is interrupted, what was sent. @see S10-write-ledger */
export interface UnderWay {
  /** @param atOperator whether it goes to the operator's port */
  readonly leaves: (operation: string, requestId: string, atOperator: boolean) => void;
  readonly answered: (requestId: string, status: number) => void;
  /** Nothing of it left. */
  readonly unsent: (requestId: string) => void;
}

interface WritesMeans {
  readonly ledger: Ledger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly underWay?: UnderWay | undefined;
  readonly onUnexpected: (fault: unknown) => void;
  readonly certificate: string;
  readonly settings: { readonly origin?: string | undefined };
}

/** Kept of a write, because a bank knows a repeat by who signs it; a repeat has that of its own time. @see D13-repeat */
export const CERTIFICATE = 'TPP-Signature-Certificate';

/**
 * A close that fails does not take the answer away: the entry stays open, which is safe, and somebody is told.
 */
export function writesOf(
  { ledger, clock, underWay, onUnexpected, certificate, settings: { origin = '' } }: WritesMeans,
  { atOperator = false } = {},
): Writes {
  const closing = (requestId: string, closed: Promise<void>) =>
    closed.catch((error) =>
      onUnexpected(error instanceof Fault ? unclosedFault(requestId, ledger.file, error) : error),
    );
  const begunAt = new Map<string, number>();
  return {
    begin: async (write) => {
      const at = clock();
      begunAt.set(write.requestId, at);
      const headers: readonly Header[] = [...write.headers, [CERTIFICATE, certificate]];
      await unsent(ledger.begin({ ...write, headers, at, origin }));
      underWay?.leaves(write.operation, write.requestId, atOperator);
    },
    close: (requestId, status) => {
      underWay?.answered(requestId, status);
      return closing(requestId, ledger.close(requestId, status));
    },
    drop: (requestId) => {
      underWay?.unsent(requestId);
      return closing(requestId, ledger.drop(requestId, begunAt.get(requestId) ?? clock()));
    },
  };
}

/** What must be written down before a request leaves: where that fails, a person must not think that it left. */
export async function unsent<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Fault(error.code, `${error.message} The request wasn't sent.`, {
      ...error.details,
      cause: error,
    });
  }
}

function unclosedFault(requestId: string, file: string, cause: Fault): Fault {
  const text = `Request ${requestId} was answered, but is still listed as pending in ${file}.`;
  return new Fault(cause.code, `${text} ${cause.message}`, { cause });
}
