import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getTime, measureProcessorTime } from '../clock.ts';
import { type Handle, normalizeTarget } from '../message.ts';
import {
  CONTENT_TYPE,
  formatFamilies,
  listServedFamilies,
  type ProcessNumbers,
  processFamilies,
  requestFamilies,
} from '../metrics/exposition.ts';
import { Histogram, RequestCounters } from '../metrics/requests.ts';
import type { ServerRefusal } from '../server/refusals.ts';
import { OPERATIONS } from '../wire/operations.ts';
import { createFreshResponse } from './listeners.ts';

/** The path below the base path, behind the operator's gate. */
const PATH = '/operator/metrics';

/** The sampling interval of the event loop's delay. */
const RESOLUTION_MS = 20;

/** A flush has 256 writes at most. */
const COMMIT_WRITES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/**
 * The metrics of a served bank, for Prometheus: of a request only its operation, status and size.
 * @see C-metrics, S12-metrics
 */
export class Metrics {
  readonly #requests = new RequestCounters(OPERATIONS.map(({ name }) => name));
  readonly #refused = new Map<number, number>();
  readonly #flushes = new Histogram(COMMIT_WRITES);
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #startedAt = getTime() - process.uptime() * 1000;
  #lockWaits = 0;

  constructor() {
    this.#delay.enable();
  }

  readonly onMeasured: RequestCounters['answered'] = this.#requests.answered.bind(this.#requests);

  readonly onFlushed = (writes: number): void => this.#flushes.observe(writes);

  readonly onLockWait = (): void => {
    this.#lockWaits += 1;
  };

  readonly onRefused = ({ status }: Pick<ServerRefusal, 'status'>): void => {
    this.#refused.set(status, (this.#refused.get(status) ?? 0) + 1);
  };

  /** @param connections the numbers of open connections, by server */
  text(connections: Readonly<Record<string, number>>): string {
    return formatFamilies([
      ...requestFamilies(this.#requests.listCounts()),
      ...listServedFamilies({
        connections,
        refused: this.#refused,
        flushes: this.#flushes,
        lockWaits: this.#lockWaits,
      }),
      ...processFamilies(this.#ofProcess()),
    ]);
  }

  close(): void {
    this.#delay.disable();
  }

  #ofProcess(): ProcessNumbers {
    const { rss, heapUsed } = process.memoryUsage();
    const { mean, max } = this.#delay;
    const p99 = this.#delay.percentile(99);
    this.#delay.reset();
    return {
      startedAt: this.#startedAt / 1000,
      processorSeconds: measureProcessorTime() / 1000,
      residentBytes: rss,
      heapUsedBytes: heapUsed,
      eventLoopDelay: { mean: computeDelay(mean), p99: computeDelay(p99), max: computeDelay(max) },
    };
  }
}

/** Converts nanoseconds between two samples to seconds of delay; immediate scrapes have no sample between them. */
function computeDelay(nanoseconds: number): number {
  return Number.isNaN(nanoseconds) ? 0 : Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);
}

/**
 * Answers `GET {basePath}/operator/metrics`; passes every other request to the handler.
 * @param text returns the body of the response
 * @see C-metrics
 */
export function withMetrics(handle: Handle, basePath: string, text: () => string): Handle {
  const path = basePath + PATH;
  return async (request, peer) => {
    const asked = normalizeTarget(request.target).split('?', 1)[0];
    if (request.method !== 'GET' || asked !== path) return handle(request, peer);
    return createFreshResponse(200, CONTENT_TYPE, text(), getTime());
  };
}
