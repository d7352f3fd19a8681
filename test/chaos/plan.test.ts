import { describe, expect, it } from 'vitest';
import { Plan, type PlannedEvent } from '../../src/chaos/plan.ts';

const CALLS = 200;

/** What becomes of so many calls of each operation, asked for in this order. */
function met(seed: string, operations: readonly string[]): Record<string, (PlannedEvent | undefined)[]> {
  const plan = new Plan(seed);
  const all: Record<string, (PlannedEvent | undefined)[]> = {};
  for (const operation of operations) {
    all[operation] ??= [];
    all[operation].push(plan.before(operation), plan.ofMessage(operation));
  }
  return all;
}

const IN_TURN = Array.from({ length: CALLS }, () => ['create payment', 'read payment status']).flat();

describe('what strikes calls [C-serve-chaos-seed]', () => {
  it('follows from the seed and which call of its operation it is, in whatever order operations come', () => {
    expect(met('1', IN_TURN.toSorted())).toEqual(met('1', IN_TURN));
  });

  it('differs by seed, and how late an answer is too', () => {
    expect(met('2', IN_TURN)).not.toEqual(met('1', IN_TURN));
    const lateness = (seed: string) => {
      const plan = new Plan(seed);
      return Array.from({ length: 5 }, () => plan.drawLateness('create payment'));
    };
    expect(lateness('1')).toEqual(lateness('1'));
    expect(new Set([...lateness('1'), ...lateness('2')]).size).toBe(10);
  });

  it('leaves the call after one that was struck alone, so that who tries again gets through', () => {
    for (const seed of ['1', '2', '3']) {
      const plan = new Plan(seed);
      const struck = Array.from({ length: CALLS }, () => plan.ofMessage('create payment') !== undefined);
      expect(struck.filter((is, place) => is && struck[place + 1])).toEqual([]);
      expect(struck.filter(Boolean).length).toBeGreaterThan(CALLS / 5);
    }
  });

  it('is every trouble that a bank may make, and no session is over where none is asked for', () => {
    const plan = new Plan('1');
    const names = new Set<string | undefined>();
    for (let call = 0; call < CALLS; call += 1) {
      for (const operation of ['read payment status', 'list accounts', 'approve SCA'])
        names.add(plan.before(operation));
      names.add(plan.ofMessage('read payment status'));
      expect(plan.before('create payment')).toBeUndefined();
    }
    names.delete(undefined);
    expect([...names].sort()).toEqual([
      ...['held', 'late-answer', 'lost-answer', 'no-funds', 'run', 'sca-abandoned', 'session-over'],
      'too-many-requests',
    ]);
  });
});
