import type { PsuChoice } from '../app.ts';
import type { CallOptions } from '../embedded.ts';

/** A new TPP-Session-ID where that is asked for, and what it ends. @see safety.md §10; interface.md Authentication 7 */
export function sessionOptions({ newSession }: PsuChoice, notice: (text: string) => void): CallOptions {
  return {
    newSession,
    onSessionEnded: (tppSessionId) =>
      notice(
        `TPP-Session-ID ${tppSessionId} is given up; it ends once the PSU authorises under the new one.`,
      ),
  };
}
