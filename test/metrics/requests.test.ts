import { describe, expect, it } from 'vitest';
import { OTHER, RequestCounters } from '../../src/metrics/requests.ts';

describe('the counters of requests [C-metrics, S12-metrics]', () => {
  it('have one series for whatever is no operation, however many are made up', () => {
    const counters = new RequestCounters(['read payment']);
    counters.answered('interface', 'read payment', 200, 0, 7, 1);
    for (let made = 0; made < 1000; made += 1)
      counters.answered('interface', `made up ${made}`, 404, 1, 2, 1);
    counters.answered('interface', undefined, 405, 0, 0, 1);
    expect(counters.listCounts()).toMatchObject([
      { operation: OTHER, bytesIn: 1000, bytesOut: 2000, statuses: [{ status: '4xx', count: 1001 }] },
      { operation: 'read payment', bytesIn: 0, bytesOut: 7, statuses: [{ status: '2xx', count: 1 }] },
    ]);
  });

  it('tell listeners apart, and classes of status, a dropped connection among them', () => {
    const counters = new RequestCounters(['show clock']);
    for (const status of [200, 299, 303, 404, 500, undefined])
      counters.answered('operator', 'show clock', status, 0, 0, 2);
    counters.answered('interface', 'show clock', 204, 0, 0, 2000);
    const [atInterface, atOperator] = counters.listCounts();
    expect([atInterface?.listener, atInterface?.seconds.sum]).toEqual(['interface', 2]);
    expect(atOperator?.statuses).toEqual([
      { status: 'dropped', count: 1 },
      { status: '2xx', count: 2 },
      { status: '3xx', count: 1 },
      { status: '4xx', count: 1 },
      { status: '5xx', count: 1 },
    ]);
    expect(atOperator?.seconds.cumulative().at(-1)).toBe(6);
  });
});
