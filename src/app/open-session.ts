import {
  openSession,
  type Session,
  type SessionMeans,
  type SessionSettings,
  type Ways,
} from '../client/session.ts';
import { clock, stopwatch } from '../clock.ts';
import type { Signer, SignOptions } from '../signing/sign.ts';
import { signed } from '../transport/signed.ts';
import type { Transport } from '../transport/transport.ts';
import { freshId } from './fresh-id.ts';
import { WOULD_SERVE_AT } from './loopback-origin.ts';
import { openLedgerAt } from './open-ledger.ts';
import type { Seeing } from './program.ts';
import { seenWay } from './seeing.ts';

export interface SessionOptions extends Pick<SessionMeans, 'underWay' | 'onUnexpected'> {
  /** The way to the bank, unsigned: in this process or over HTTPS. */
  readonly way: Transport;
  readonly signer: Signer;
  /** How requests are signed where that is left open; the documented way unless given. */
  readonly signing?: Omit<SignOptions, 'date'>;
  /** The SQLite file of what the TPP keeps: sessions, PSUs, writes whose answer is not known. Made at first use. */
  readonly ledger: string;
  readonly settings?: Partial<SessionSettings>;
  /** How the exchanges are shown, and where they go; the loopback address unless given. */
  readonly seeing?: Seeing | undefined;
  readonly origin?: string;
  /** Closes what `way` leads over. */
  readonly close?: () => Promise<void>;
}

/**
 * A TPP's session at a bank, by the clock and the randomness of this machine. Its faults speak of the interface:
 * `code`, `details.status` and `details.tppMessages` tell what the bank said.
 */
export function openTppSession(options: SessionOptions): Session {
  const {
    signer,
    signing,
    settings,
    close = async () => {},
    seeing,
    origin = WOULD_SERVE_AT,
    ...rest
  } = options;
  const { onUnexpected } = options;
  const seen = seeing && seenWay(options.way, seeing, { origin, clock, stopwatch, onUnexpected });
  const ways = (way: Transport): Ways => ({ tpp: signed(way, signer, { clock, ...signing }), operator: way });
  return openSession({
    ...rest,
    ...ways(seen?.way ?? options.way),
    ...(seen?.instead === undefined ? {} : { instead: ways(seen.instead) }),
    ledger: openLedgerAt(options.ledger, options.onUnexpected),
    settings: { basePath: '', acceptFix: 'amount-as-string', ...settings },
    ...{ clock, stopwatch, freshId },
    close: async () => {
      await close();
      seen?.finish();
    },
  });
}
