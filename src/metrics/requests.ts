/** The class of a response in metrics; `dropped`: a fault of the bank left the client without one. */
export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'dropped';

const CLASSES: readonly StatusClass[] = ['dropped', '1xx', '2xx', '3xx', '4xx', '5xx'];

/** The operation of an unknown path, so that clients can't create series. @see S12-metrics */
export const OTHER = 'other';

/** Seconds; most responses of the bank take one to ten milliseconds. */
const DURATIONS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts of values by upper bound, in fixed steps; counting a value allocates nothing. */
export class Histogram {
  readonly bounds: readonly number[];
  /** The count per bucket; the last counts values above all bounds. */
  readonly #counts: Float64Array;
  #sum = 0;

  /** @param bounds rising */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    let step = 0;
    while (step < this.bounds.length && value > (this.bounds[step] as number)) step += 1;
    this.#counts[step] = (this.#counts[step] as number) + 1;
    this.#sum += value;
  }

  get sum(): number {
    return this.#sum;
  }

  /** Returns the count of values up to each bound; the last is the total. */
  cumulative(): readonly number[] {
    let total = 0;
    return Array.from(this.#counts, (count) => {
      total += count;
      return total;
    });
  }
}

/** The counts of one operation at one server. */
class OperationMetrics {
  readonly listener: string;
  readonly operation: string;
  readonly counts = new Float64Array(CLASSES.length);
  readonly seconds = new Histogram(DURATIONS);
  bytesIn = 0;
  bytesOut = 0;

  constructor(listener: string, operation: string) {
    this.listener = listener;
    this.operation = operation;
  }

  /** The statuses with a count above 0. */
  get statuses(): readonly { readonly status: StatusClass; readonly count: number }[] {
    const statuses = CLASSES.map((status, place) => ({ status, count: this.counts[place] as number }));
    return statuses.filter(({ count }) => count > 0);
  }
}

export type OperationCounts = Omit<OperationMetrics, 'counts'>;

/** Counts responses by operation, class of status and server. @see C-metrics */
export class RequestCounters {
  readonly #known: ReadonlySet<string>;
  readonly #operations = new Map<string, OperationMetrics>();

  /** @param operations that there are; every other is OTHER */
  constructor(operations: Iterable<string>) {
    this.#known = new Set(operations);
  }

  /**
   * @param operation undefined if path and method have none
   * @param status undefined if the connection was dropped
   */
  answered(
    listener: string,
    operation: string | undefined,
    status: number | undefined,
    bytesIn: number,
    bytesOut: number,
    milliseconds: number,
  ): void {
    const of = this.#of(listener, operation !== undefined && this.#known.has(operation) ? operation : OTHER);
    const place = status === undefined ? 0 : Math.trunc(status / 100);
    of.counts[place] = (of.counts[place] as number) + 1;
    of.bytesIn += bytesIn;
    of.bytesOut += bytesOut;
    of.seconds.observe(milliseconds / 1000);
  }

  /** Lists the counts, ordered by server and operation. */
  listCounts(): readonly OperationCounts[] {
    return [...this.#operations.values()].sort(
      (a, b) => compare(a.listener, b.listener) || compare(a.operation, b.operation),
    );
  }

  #of(listener: string, operation: string): OperationMetrics {
    const key = `${listener} ${operation}`;
    const known = this.#operations.get(key);
    if (known !== undefined) return known;
    const made = new OperationMetrics(listener, operation);
    this.#operations.set(key, made);
    return made;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
