import { RENEWED_FOR_MS } from '../../values/renewal.ts';
import type { PsuContext } from './authorisation.ts';

/** What a finalised SCA makes of a TPP, PSU and TPP-Session-ID. @see D6-session */
export interface Session {
  readonly context: PsuContext;
  /** agreementId, in the corporate context. */
  readonly agreement?: string;
  /** Milliseconds since 1970 of the bank's clock. */
  readonly finalisedAt: number;
  /** Another TPP-Session-ID had its SCA since: for good. */
  readonly dead: boolean;
}

/** @see I-authentication-10, I-limits-session */
export const SESSION_MILLISECONDS = 60 * 60 * 1000;

/** Whether no new SCA is needed. A clock that was set back makes no age negative (S6-going-back). */
export function isFresh(session: Session | undefined, now: number): boolean {
  return session !== undefined && !session.dead && now - session.finalisedAt <= SESSION_MILLISECONDS;
}

/** Whether the last SCA of a PSU is too long ago for any account information. @see D6-180-days */
export function isRenewalDue(lastSca: number | undefined, now: number): boolean {
  return lastSca === undefined || now - lastSca > RENEWED_FOR_MS;
}
