import { onTestFinished, vi } from 'vitest';

/** A flush, or a snapshot, ends after a few milliseconds, which a busy machine may need for one insert. */
export function allInOneFlush(): void {
  const clock = vi.spyOn(process.hrtime, 'bigint').mockReturnValue(process.hrtime.bigint());
  onTestFinished(() => clock.mockRestore());
}
