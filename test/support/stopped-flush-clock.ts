import { onTestFinished, vi } from 'vitest';

/**
 * Stops the clock by which a flush, or a snapshot, ends after a few milliseconds: a busy machine may need them for one
 * insert.
 * @returns moves the clock on by milliseconds
 */
export function allInOneFlush(): (milliseconds: number) => void {
  let now = process.hrtime.bigint();
  const clock = vi.spyOn(process.hrtime, 'bigint').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  return (milliseconds) => {
    now += BigInt(milliseconds) * 1_000_000n;
  };
}
