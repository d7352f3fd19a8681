import type { Operation } from '../../client/operation.ts';
import type { Session } from '../../client/session.ts';
import { Fault, type FaultDetails } from '../../errors.ts';
import type { Place } from '../faults.ts';
import type { Remembered } from './id-store.ts';
import type { ApplyReport } from './report.ts';

/** The context of an apply. */
export interface ApplyContext {
  readonly session: Session;
  readonly tally: ApplyReport;
  /** True if nothing is sent that changes data. */
  readonly isPlan: boolean;
  /** Keeps the ids of what is made; absent at our own bank, which lists all. */
  readonly remembered: Remembered | undefined;
  /** Counts transactions that are done with. */
  readonly onTransactions: (count: number) => void;
}

/**
 * Sends a write; a plan sends none, and has no answer. A refusal says where the files ask for it.
 * @param body is sent as JSON
 */
export async function send<Resource>(
  { session, isPlan }: ApplyContext,
  operation: Operation<never, Resource>,
  reference: object,
  body: object | undefined,
  place: Place,
): Promise<Resource | undefined> {
  if (isPlan) return undefined;
  const bytes = body && { body: Buffer.from(JSON.stringify(body), 'utf8') };
  try {
    return (await session.ensure(operation, { ...reference, ...bytes } as never)).resource;
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const { code, message, details } = fault;
    throw new Fault(code, `${place.file}:${place.line}: ${message}`, { ...details, ...buildHint(fault) });
  }
}

const APPLIED_IN_PART =
  'The seed is applied in part. To finish it, change the file and run the same command again.';

/** Replaces what a refusal says of flags. */
function buildHint({ code, details: { hint, sent } }: Fault): Pick<FaultDetails, 'hint'> {
  if (code === 'BANK_REFUSED') return { hint: APPLIED_IN_PART };
  if (sent !== true) return {};
  return { hint: hint === undefined ? UNKNOWN : `${hint}\n${UNKNOWN}` };
}

/** @see C-seed-converges, C-seed-uncertain */
const UNKNOWN =
  "Run the same command again: it first looks at what the bank has, and says what to look for where it can't.";

/** How many requests are under way at once. */
const AT_ONCE = 4;

/**
 * Acts on each item, several at once. After the first fault none is begun, and those under way come to their end before it
 * is thrown.
 * @returns the results in the order of the items
 * @see C-seed-streams
 */
export async function mapEach<Item, Result>(
  items: Iterable<Item>,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const queue = [...items].entries();
  const results: Result[] = [];
  const faults: unknown[] = [];
  const worker = async () => {
    for (const [place, item] of queue) {
      if (faults.length > 0) return;
      try {
        results[place] = await act(item);
      } catch (fault) {
        faults.push(fault);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (faults.length > 0) throw faults[0];
  return results;
}
