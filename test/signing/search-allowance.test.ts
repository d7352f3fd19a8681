import { describe, expect, it } from 'vitest';
import { Budget, CpuAllowance } from '../../src/signing/budget.ts';

const LIMITS = { milliseconds: 20, withinMilliseconds: 200 };

/** An allowance, and the wall's clock that it looks at. */
function allowanceAt(start: number) {
  const wall = { now: start };
  return { wall, allowance: new CpuAllowance(LIMITS, () => wall.now) };
}

describe('what all searches of a bank may take together [S12-searches-served]', () => {
  it('is used up by the searches of the last 200 ms, and comes back with each that is older', () => {
    const { wall, allowance } = allowanceAt(5000);
    expect(allowance.getLeft()).toBe(20);
    allowance.charge(8);
    wall.now += 150;
    allowance.charge(9);
    expect(allowance.getLeft()).toBe(3);
    wall.now += 49;
    expect(allowance.getLeft()).toBe(3);
    wall.now += 1;
    expect(allowance.getLeft()).toBe(11);
    wall.now += 150;
    expect(allowance.getLeft()).toBe(20);
  });

  it('is none and not less when a search took too long', () => {
    const { wall, allowance } = allowanceAt(0);
    allowance.charge(35);
    expect(allowance.getLeft()).toBe(0);
    wall.now += 200;
    expect(allowance.getLeft()).toBe(20);
  });

  it('holds in any 200 ms, not in those of a grid: no window has more', () => {
    const { wall, allowance } = allowanceAt(0);
    const spent: { at: number; milliseconds: number }[] = [];
    for (let step = 0; step < 400; step += 1) {
      wall.now += (step * 7) % 31;
      const milliseconds = Math.min((step * 5) % 13, allowance.getLeft());
      allowance.charge(milliseconds);
      spent.push({ at: wall.now, milliseconds });
    }
    for (const { at } of spent) {
      const inWindow = spent.filter((one) => one.at >= at && one.at < at + 200);
      expect(inWindow.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBeLessThanOrEqual(20);
    }
  });

  it('is charged with what a search took, once, and with nothing where none began', () => {
    const { allowance } = allowanceAt(0);
    let own = 0;
    const limits = { hashedBytes: 1000, milliseconds: 20, bytes: 100, allowance };
    const idle = new Budget(limits, () => own);
    own += 5;
    idle.close();
    expect(allowance.getLeft()).toBe(20);
    const budget = new Budget(limits, () => own);
    expect(budget.isAllowed(10)).toBe(true);
    own += 12;
    budget.close();
    budget.close();
    expect(allowance.getLeft()).toBe(8);
    expect(budget.isAllowed(10)).toBe(false);
  });
});

describe('a search that is measured in bytes hashed [S12-signature-search]', () => {
  const limits = { hashedBytes: 3 * 1024 * 1024, milliseconds: 20, bytes: 1024 * 1024 };
  /** How many candidates of this length are hashed before the budget is spent. */
  const hashed = (clock: () => number, bytes: number) => {
    const budget = new Budget(limits, clock);
    budget.isAllowed(bytes);
    let count = 0;
    while (!budget.isSpentAfter(bytes)) count += 1;
    return { count, ...budget.describeEnd() };
  };

  it('ends at the same candidate whether the machine is quick or slow, and says how far it came', () => {
    let own = 0;
    const slower = () => {
      own += 0.01;
      return own;
    };
    for (const [bytes, count, size] of [
      [400, 7864, '3.0 MiB'],
      [100 * 1024, 30, '2.9 MiB'],
    ] as const) {
      expect(hashed(() => 0, bytes)).toEqual({
        count,
        cause: 'not-searched',
        says: `The search for the cause was stopped after hashing ${size} of candidates.`,
      });
    }
    expect(hashed(slower, 400).count).toBe(7864);
  });

  it('has a ceiling of time, and says what it had hashed by then', () => {
    let own = 0;
    const slow = () => {
      own += 5;
      return own;
    };
    expect(hashed(slow, 30 * 1024).says).toBe(
      'The search for the cause was stopped after hashing 60 KiB of candidates.',
    );
  });

  it('says that nothing was sought where no candidate was hashed', () => {
    expect(new Budget({ ...limits, milliseconds: 0 }, () => 0).describeEnd()).toEqual({
      cause: 'not-searched',
      says: "The cause wasn't searched for.",
    });
  });
});
