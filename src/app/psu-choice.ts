import type { CallOptions } from '../client/session.ts';
import type { GivenFlags } from '../settings/precedence.ts';

/** Whom a command acts for, and the settings that its flags give. */
export interface PsuChoice {
  /** customerNumber. */
  readonly as: string | undefined;
  readonly context: 'PRIVATE' | 'CORPORATE' | undefined;
  /** Begins a new TPP-Session-ID. */
  readonly newSession: boolean;
  readonly settings: GivenFlags;
}

/** A new TPP-Session-ID where that is asked for, and what it ends. @see S10-new-session, I-authentication-7 */
export function sessionOptions({ newSession }: PsuChoice, notice: (text: string) => void): CallOptions {
  return {
    newSession,
    onSessionEnded: (tppSessionId) =>
      notice(
        `TPP-Session-ID ${tppSessionId} is no longer used. It ends when the PSU authorises under the new one.`,
      ),
  };
}
