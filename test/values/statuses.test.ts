import { describe, expect, it } from 'vitest';
import { isFinal, TRANSITIONS } from '../../src/bank/domain/payment.ts';
import { isFinalStatus } from '../../src/values/statuses.ts';

describe('a final status [C-watch, D4-transitions]', () => {
  it('is one that no step leads from, of payments and of a bulk', () => {
    const all = new Set(Object.entries(TRANSITIONS).flatMap(([from, to]) => [from, ...to] as const));
    expect(all.size).toBe(10);
    for (const status of all)
      expect([status, isFinalStatus(status)]).toEqual([status, isFinal(status as never)]);
    expect(isFinalStatus('PART')).toBe(true);
  });

  it('is none that has no name here', () => {
    for (const status of ['HELD', '', 'constructor']) expect(isFinalStatus(status)).toBe(false);
  });
});
