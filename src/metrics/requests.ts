import { Histogram } from './exposition.ts';

/** What a client was answered, as far as a number of it is kept; `dropped`: a fault of the bank left it without one. */
export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'dropped';

const CLASSES: readonly StatusClass[] = ['dropped', '1xx', '2xx', '3xx', '4xx', '5xx'];

/** The operation of a path that is none, so that nobody makes up a series. @see S12-metrics */
export const OTHER = 'other';

/** Seconds; most answers of the bank take one to ten milliseconds. */
const DURATIONS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** One operation at one door. */
class OfOperation {
  readonly counts = new Float64Array(CLASSES.length);
  readonly seconds = new Histogram(DURATIONS);
  bytesIn = 0;
  bytesOut = 0;
}

export interface OperationSeen {
  readonly door: string;
  readonly operation: string;
  /** Only those that there were. */
  readonly statuses: readonly { readonly status: StatusClass; readonly count: number }[];
  readonly seconds: Histogram;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** Counts answers by operation, class of status and door. @see C-metrics */
export class RequestCounters {
  readonly #known: ReadonlySet<string>;
  readonly #doors = new Map<string, Map<string, OfOperation>>();

  /** @param operations that there are; every other is OTHER */
  constructor(operations: Iterable<string>) {
    this.#known = new Set(operations);
  }

  /**
   * @param operation undefined where path and method have none
   * @param status undefined where the connection was dropped
   */
  answered(
    door: string,
    operation: string | undefined,
    status: number | undefined,
    bytesIn: number,
    bytesOut: number,
    milliseconds: number,
  ): void {
    const of = this.#of(door, operation !== undefined && this.#known.has(operation) ? operation : OTHER);
    const place = status === undefined ? 0 : Math.trunc(status / 100);
    of.counts[place] = (of.counts[place] as number) + 1;
    of.bytesIn += bytesIn;
    of.bytesOut += bytesOut;
    of.seconds.observe(milliseconds / 1000);
  }

  /** Ordered by door and operation. */
  seen(): readonly OperationSeen[] {
    return [...this.#doors]
      .flatMap(([door, operations]) => [...operations].map(([operation, of]) => seenOf(door, operation, of)))
      .sort((a, b) => compare(a.door, b.door) || compare(a.operation, b.operation));
  }

  #of(door: string, operation: string): OfOperation {
    let operations = this.#doors.get(door);
    if (operations === undefined) {
      operations = new Map();
      this.#doors.set(door, operations);
    }
    let of = operations.get(operation);
    if (of === undefined) {
      of = new OfOperation();
      operations.set(operation, of);
    }
    return of;
  }
}

function seenOf(
  door: string,
  operation: string,
  { counts, seconds, bytesIn, bytesOut }: OfOperation,
): OperationSeen {
  const statuses = CLASSES.map((status, place) => ({ status, count: counts[place] as number }));
  return {
    ...{ door, operation, seconds, bytesIn, bytesOut },
    statuses: statuses.filter(({ count }) => count > 0),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
