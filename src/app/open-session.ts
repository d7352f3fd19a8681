import { openSession, type Session, type SessionMeans, type SessionSettings } from '../client/session.ts';
import { clock, stopwatch } from '../clock.ts';
import type { DistantSigner } from '../signing/distant-signer.ts';
import type { Signer, SignOptions } from '../signing/sign.ts';
import { signed } from '../transport/signed.ts';
import type { Transport } from '../transport/transport.ts';
import { freshId } from './fresh-id.ts';
import { openLedgerAt } from './open-ledger.ts';

export interface SessionOptions extends Pick<SessionMeans, 'underWay' | 'onUnexpected'> {
  /** The way to the bank, unsigned: in this process or over HTTPS. */
  readonly way: Transport;
  /** The way of the sandbox's operator, where it is another. */
  readonly operator?: Transport | undefined;
  readonly signer: Signer | DistantSigner;
  /** How requests are signed where that is left open; the documented way unless given. */
  readonly signing?: Omit<SignOptions, 'date'>;
  /** The SQLite file of what the TPP keeps: sessions, PSUs, writes whose answer is not known. Made at first use. */
  readonly ledger: string;
  readonly settings?: Partial<SessionSettings>;
  /** Closes what `way` leads over. */
  readonly close?: () => Promise<void>;
}

/**
 * A TPP's session at a bank, by the clock and the randomness of this machine. Its faults speak of the interface:
 * `code`, `details.status` and `details.tppMessages` tell what the bank said.
 */
export function openTppSession(options: SessionOptions): Session {
  const { way, operator = way, signer, signing, settings, close = async () => {}, ...rest } = options;
  return openSession({
    ...rest,
    tpp: signed(way, signer, { clock, ...signing }),
    operator,
    ledger: openLedgerAt(options.ledger, options.onUnexpected),
    settings: { basePath: '', acceptFix: 'amount-as-string', ...settings },
    ...{ clock, stopwatch, freshId, close },
  });
}
