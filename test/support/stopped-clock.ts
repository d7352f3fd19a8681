import { join } from 'node:path';
import { ROOT } from './sources.ts';

/** Wednesday 10:00 in Oslo: where the clock stands when what is shown must be the same on every day. */
export const START = Date.parse('2026-11-18T10:00:00+01:00');

/** Variables with which the machine's clock of a program stands. */
export function clockAt(milliseconds: number): Record<string, string> {
  const stopped = join(ROOT, 'test', 'support', 'stopped-clock.cjs');
  return { NODE_OPTIONS: `--require="${stopped}"`, PSD2_TEST_CLOCK_AT_MS: `${milliseconds}` };
}
