import type { Histogram, OperationCounts } from './requests.ts';

/** Prometheus' text format, version 0.0.4. @see C-metrics */
export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

export type Family = { readonly name: string; readonly help: string } & (
  | { readonly type: 'counter' | 'gauge'; readonly samples: readonly Sample[] }
  | {
      readonly type: 'histogram';
      readonly samples: readonly { readonly labels?: Labels; readonly histogram: Histogram }[];
    }
);

/** Formats metric families; leaves out those without a sample. */
export function formatFamilies(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map((family) => `${formatHead(family)}${formatLines(family).join('')}`)
    .join('');
}

function formatHead({ name, help, type }: Family): string {
  const escaped = help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return `# HELP ${name} ${escaped}\n# TYPE ${name} ${type}\n`;
}

function formatLines(family: Family): readonly string[] {
  const { name } = family;
  if (family.type !== 'histogram')
    return family.samples.map(({ labels, value }) => formatLine(name, labels, value));
  return family.samples.flatMap(({ labels, histogram }) => {
    const counts = histogram.cumulative();
    const bounds = [...histogram.bounds, Number.POSITIVE_INFINITY];
    return [
      ...bounds.map((bound, place) =>
        formatLine(`${name}_bucket`, { ...labels, le: formatNumber(bound) }, counts[place] ?? 0),
      ),
      formatLine(`${name}_sum`, labels, histogram.sum),
      formatLine(`${name}_count`, labels, counts.at(-1) ?? 0),
    ];
  });
}

function formatLine(name: string, labels: Labels = {}, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${formatNumber(value)}\n`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function formatNumber(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}

/** Lists the metrics of requests. */
export function requestFamilies(seen: readonly OperationCounts[]): readonly Family[] {
  const count = (value: (operation: OperationCounts) => number) =>
    seen.map((one) => ({ labels: { listener: one.listener, operation: one.operation }, value: value(one) }));
  return [
    {
      name: 'psd2_requests_total',
      help: 'Requests that the bank answered, by listener, operation and class of status.',
      type: 'counter',
      samples: seen.flatMap(({ listener, operation, statuses }) =>
        statuses.map(({ status, count: value }) => ({ labels: { listener, operation, status }, value })),
      ),
    },
    {
      name: 'psd2_request_duration_seconds',
      help: "Time that the bank's listener took for an answer.",
      type: 'histogram',
      samples: seen.map(({ listener, operation, seconds: histogram }) => ({
        labels: { listener, operation },
        histogram,
      })),
    },
    createCounter(
      'psd2_request_bytes_total',
      'Bytes of the bodies of requests.',
      count(({ bytesIn }) => bytesIn),
    ),
    createCounter(
      'psd2_response_bytes_total',
      'Bytes of the bodies of answers.',
      count(({ bytesOut }) => bytesOut),
    ),
  ];
}

function createCounter(name: string, help: string, samples: readonly Sample[]): Family {
  return { name, help, type: 'counter', samples };
}

export interface ServedNumbers {
  /** The number of open connections, by server. */
  readonly connections: Readonly<Record<string, number>>;
  /** Requests refused before the bank, by status. */
  readonly refused: ReadonlyMap<number, number>;
  /** The numbers of writes that shared a commit. */
  readonly flushes: Histogram;
  readonly lockWaits: number;
}

/** Lists the metrics of servers and store. */
export function listServedFamilies(numbers: ServedNumbers): readonly Family[] {
  const { connections, refused, flushes, lockWaits } = numbers;
  return [
    createCounter(
      'psd2_refused_requests_total',
      "Requests refused before they reached the bank: they weren't HTTP, too slow, too large, or without the operator's token.",
      [...refused].map(([status, value]) => ({ labels: { status: String(status) }, value })),
    ),
    {
      name: 'psd2_open_connections',
      help: 'Open TCP connections.',
      type: 'gauge',
      samples: Object.entries(connections).map(([listener, value]) => ({ labels: { listener }, value })),
    },
    {
      name: 'psd2_store_commit_writes',
      help: 'Writes that shared one commit of the store.',
      type: 'histogram',
      samples: [{ histogram: flushes }],
    },
    createCounter(
      'psd2_store_lock_waits_total',
      "Waits of about a millisecond for the store's lock, which another process held.",
      [{ value: lockWaits }],
    ),
  ];
}

/** The metrics of the process, in seconds and bytes. */
export interface ProcessNumbers {
  readonly startedAt: number;
  readonly processorSeconds: number;
  readonly residentBytes: number;
  readonly heapUsedBytes: number;
  /** The delay since the previous scrape. */
  readonly eventLoopDelay: { readonly mean: number; readonly p99: number; readonly max: number };
}

/** Lists the metrics of the process, with Node's usual names. */
export function processFamilies(numbers: ProcessNumbers): readonly Family[] {
  const { mean, p99, max } = numbers.eventLoopDelay;
  return [
    createSingle(
      'process_start_time_seconds',
      'When the process began, in seconds since 1970.',
      numbers.startedAt,
    ),
    createSingle('process_cpu_seconds_total', 'Processor time used.', numbers.processorSeconds, 'counter'),
    createSingle('process_resident_memory_bytes', 'Resident memory.', numbers.residentBytes),
    createSingle('nodejs_heap_size_used_bytes', 'Heap in use.', numbers.heapUsedBytes),
    createSingle('nodejs_eventloop_lag_mean_seconds', `Mean delay of the event loop ${SINCE}`, mean),
    createSingle('nodejs_eventloop_lag_p99_seconds', `99th percentile of that delay ${SINCE}`, p99),
    createSingle('nodejs_eventloop_lag_max_seconds', `Longest such delay ${SINCE}`, max),
  ];
}

const SINCE = 'since the last scrape.';

function createSingle(
  name: string,
  help: string,
  value: number,
  type: 'counter' | 'gauge' = 'gauge',
): Family {
  return { name, help, type, samples: [{ value }] };
}
