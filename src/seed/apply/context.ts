import type { Operation } from '../../client/operation.ts';
import type { Session } from '../../client/session.ts';
import { Fault, type FaultDetails } from '../../errors.ts';
import type { Place } from '../faults.ts';
import type { RememberedIds } from './id-store.ts';
import type { ApplyReport } from './report.ts';

/** The context of an apply. */
export interface ApplyContext {
  readonly session: Session;
  readonly tally: ApplyReport;
  /** True if no request changes data. */
  readonly isPlan: boolean;
  /** Stores the ids of created objects; absent at this program's bank, which lists all. */
  readonly remembered: RememberedIds | undefined;
  /** Called with the number of transactions that are done. */
  readonly onTransactions: (count: number) => void;
}

/**
 * Sends a write; a plan sends none and gets no response. Adds the place in the files to a refusal.
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

/** Replaces the hint of a refusal, which may name flags. */
function buildHint({ code, details: { hint, sent } }: Fault): Pick<FaultDetails, 'hint'> {
  if (code === 'BANK_REFUSED') return { hint: APPLIED_IN_PART };
  if (sent !== true) return {};
  return { hint: hint === undefined ? UNKNOWN : `${hint}\n${UNKNOWN}` };
}

/** @see C-seed-converges, C-seed-uncertain */
const UNKNOWN =
  "Run the same command again: it first looks at what the bank has, and says what to look for where it can't.";

/** The number of concurrent requests. */
const AT_ONCE = 4;

/**
 * Calls `act` for each item, several at once. After the first fault it begins no other call, and throws once the
 * pending ones have settled.
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
