import type { Family, Histogram } from './exposition.ts';
import type { OperationSeen } from './requests.ts';

/** Of the bank's door. */
export function requestFamilies(seen: readonly OperationSeen[]): readonly Family[] {
  return [
    {
      name: 'psd2_requests_total',
      help: 'Requests that the bank answered, by door, operation and class of status.',
      type: 'counter',
      samples: seen.flatMap(({ door, operation, statuses }) =>
        statuses.map(({ status, count }) => ({ labels: { door, operation, status }, value: count })),
      ),
    },
    {
      name: 'psd2_request_duration_seconds',
      help: "Time that the bank's door took for an answer.",
      type: 'histogram',
      samples: seen.map(({ door, operation, seconds }) => ({
        labels: { door, operation },
        histogram: seconds,
      })),
    },
    {
      name: 'psd2_request_bytes_total',
      help: 'Bytes of the bodies of requests.',
      type: 'counter',
      samples: seen.map(({ door, operation, bytesIn }) => ({ labels: { door, operation }, value: bytesIn })),
    },
    {
      name: 'psd2_response_bytes_total',
      help: 'Bytes of the bodies of answers.',
      type: 'counter',
      samples: seen.map(({ door, operation, bytesOut }) => ({
        labels: { door, operation },
        value: bytesOut,
      })),
    },
  ];
}

export interface ServedNumbers {
  /** Open ones, by door. */
  readonly connections: Readonly<Record<string, number>>;
  /** What was no request for the bank, by status. */
  readonly refused: ReadonlyMap<number, number>;
  /** Writes that shared a commit. */
  readonly flushes: Histogram;
  readonly lockWaits: number;
}

/** Of the servers and the store. */
export function servedFamilies({
  connections,
  refused,
  flushes,
  lockWaits,
}: ServedNumbers): readonly Family[] {
  return [
    {
      name: 'psd2_refused_requests_total',
      help: "Requests refused before they reached the bank: they weren't HTTP, too slow, too large, or without the operator's token.",
      type: 'counter',
      samples: [...refused].map(([status, value]) => ({ labels: { status: String(status) }, value })),
    },
    {
      name: 'psd2_open_connections',
      help: 'Open TCP connections.',
      type: 'gauge',
      samples: Object.entries(connections).map(([door, value]) => ({ labels: { door }, value })),
    },
    {
      name: 'psd2_store_commit_writes',
      help: 'Writes that shared one commit of the store.',
      type: 'histogram',
      samples: [{ histogram: flushes }],
    },
    {
      name: 'psd2_store_lock_waits_total',
      help: "Waits of about a millisecond for the store's lock, which another process held.",
      type: 'counter',
      samples: [{ value: lockWaits }],
    },
  ];
}

/** Seconds and bytes. */
export interface ProcessNumbers {
  readonly startedAt: number;
  readonly processorSeconds: number;
  readonly residentBytes: number;
  readonly heapUsedBytes: number;
  /** Since they were last asked for. */
  readonly eventLoopDelay: { readonly mean: number; readonly p99: number; readonly max: number };
}

/** Of the process, by the names that programs on Node have. */
export function processFamilies(numbers: ProcessNumbers): readonly Family[] {
  const { mean, p99, max } = numbers.eventLoopDelay;
  return [
    one('process_start_time_seconds', 'When the process began, in seconds since 1970.', numbers.startedAt),
    one('process_cpu_seconds_total', 'Processor time used.', numbers.processorSeconds, 'counter'),
    one('process_resident_memory_bytes', 'Resident memory.', numbers.residentBytes),
    one('nodejs_heap_size_used_bytes', 'Heap in use.', numbers.heapUsedBytes),
    one('nodejs_eventloop_lag_mean_seconds', `Mean delay of the event loop ${SINCE}`, mean),
    one('nodejs_eventloop_lag_p99_seconds', `99th percentile of that delay ${SINCE}`, p99),
    one('nodejs_eventloop_lag_max_seconds', `Longest such delay ${SINCE}`, max),
  ];
}

const SINCE = 'since the last scrape.';

function one(name: string, help: string, value: number, type: 'counter' | 'gauge' = 'gauge'): Family {
  return { name, help, type, samples: [{ value }] };
}
