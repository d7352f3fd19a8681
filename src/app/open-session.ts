import { tppIdentityOf } from '../certificates/tpp-identity.ts';
import {
  openSession,
  type Session,
  type SessionMeans,
  type SessionSettings,
  type Ways,
} from '../client/session.ts';
import { clock, stopwatch } from '../clock.ts';
import type { DistantSigner, Signer, SignOptions } from '../signing/sign.ts';
import { type Masks, PERSONAL_MASKED } from '../traces/told.ts';
import type { ConnectionFiles } from '../transport/kept.ts';
import { signed } from '../transport/signed.ts';
import type { Transport } from '../transport/transport.ts';
import { type AskedOfAnswers, answersChecked } from './answers-checked.ts';
import { freshId } from './fresh-id.ts';
import { WOULD_SERVE_AT } from './loopback-origin.ts';
import { openLedgerAt } from './open-ledger.ts';
import type { Seeing } from './program.ts';
import { type SeenWay, seenWays } from './seeing.ts';

export interface SessionOptions extends Pick<SessionMeans, 'underWay' | 'onUnexpected' | 'hasOperator'> {
  /** The transport to the bank, unsigned: in this process or over HTTPS. */
  readonly way: Transport;
  /** The transport to the sandbox's operator, if it's a different one, and its address. */
  readonly operator?: {
    readonly way: Transport;
    readonly origin: string;
    readonly files?: ConnectionFiles;
  };
  readonly signer: Signer | DistantSigner;
  /** What is asked of the signatures of the bank's answers. Default: they aren't looked at. */
  readonly answers?: AskedOfAnswers;
  /** Options for signing. Default: the documented format. */
  readonly signing?: Omit<SignOptions, 'date'>;
  /** The SQLite file with the TPP's sessions, PSUs and unanswered writes. Created on first use. */
  readonly ledger: string;
  readonly settings?: Partial<SessionSettings>;
  /** The files another program needs for the same connection, shown with a request that isn't sent. */
  readonly files?: ConnectionFiles;
  /** Called while something takes long, with what it's waiting for. */
  readonly onProgress?: (text: string) => void;
  /** How to show the exchanges. */
  readonly seeing?: Seeing | undefined;
  /** How to mask the exchanges that a terminal is shown. Default: everything that isn't listed. */
  readonly masks?: Masks;
  /** Closes the connection of `way`. */
  readonly close?: () => Promise<void>;
}

/**
 * Opens a TPP's session at a bank, with this machine's clock and randomness. Its faults are about the interface:
 * `code`, `details.status` and `details.tppMessages` have the bank's answer.
 */
export function openTppSession(options: SessionOptions): Session {
  const { signer, signing, settings, seeing, operator, files, onProgress, answers, ...rest } = options;
  const { onUnexpected, close } = options;
  const { seen, bank, acts } = seenOf(options);
  const ledger = openLedgerAt(options.ledger, onUnexpected, onProgress);
  const bankWay =
    answers === undefined ? bank.way : answersChecked(bank.way, answers, { ledger, tell: seeing?.tell });
  const ways = (tpp: Transport, bare: Transport): Ways => ({
    tpp: signed(tpp, signer, { clock, ...signing }),
    operator: bare,
    // Without a port of its own the operator is reached as the bank is.
    tppAtOperator: signed(operator === undefined ? tpp : bare, signer, { clock, ...signing }),
  });
  return openSession({
    ...rest,
    ...ways(bankWay, acts.way),
    tppIdentity: tppIdentityOf(signer.certificate),
    ...(bank.instead === undefined ? {} : { instead: ways(bank.instead, acts.instead ?? bank.instead) }),
    certificate: signer.certificateHeader,
    ledger,
    settings: { basePath: '', acceptFix: 'amount-as-string', ...settings },
    ...{ clock, stopwatch, freshId },
    close: async () => {
      await close?.();
      seen?.finish();
    },
  });
}

/** The ways to the bank and its operator, each exchange shown as it was asked for. */
function seenOf({ way, settings, seeing, operator, files, onUnexpected, masks }: SessionOptions) {
  const seen =
    seeing && seenWays(seeing, { clock, stopwatch, onUnexpected, masks: masks ?? PERSONAL_MASKED });
  const bank: SeenWay = seen?.see(way, settings?.origin ?? WOULD_SERVE_AT, files) ?? { way };
  if (operator === undefined) return { seen, bank, acts: bank };
  const acts = seen?.see(operator.way, operator.origin, operator.files) ?? { way: operator.way };
  return { seen, bank, acts };
}
