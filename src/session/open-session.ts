import { getTppIdentity } from '../certificates/certificate.ts';
import { openSession, type Session, type SessionMeans, type SessionSettings } from '../client/session.ts';
import { getTime, measureTime } from '../clock.ts';
import { DEFAULT_BANK_ORIGIN } from '../core/loopback.ts';
import { dropUndefined } from '../core/members.ts';
import { freshId } from '../core/uuid.ts';
import type { DistantSigner, Signer, SignOptions } from '../signing/sign.ts';
import { type Masks, PERSONAL_MASKED } from '../traces/format.ts';
import type { ConnectionFiles } from '../transport/dry-run.ts';
import type { Transport } from '../transport/transport.ts';
import type { ExchangeOptions } from './context.ts';
import { openLedgerFile } from './ledger.ts';
import { createSend, type Endpoint, type ResponsePolicy, verifyResponses } from './middleware.ts';
import { createTrace } from './trace.ts';

export interface SessionOptions
  extends Pick<SessionMeans, 'underWay' | 'onUnexpected' | 'hasOperator' | 'middleware'> {
  /** The transport to the bank, unsigned: in this process or over HTTPS. */
  readonly way: Transport;
  /** The port of the sandbox's operator, if it's a different one. */
  readonly operator?: Endpoint;
  readonly signer: Signer | DistantSigner;
  /** Policy for response signatures. Default: unchecked. */
  readonly answers?: ResponsePolicy;
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
  readonly exchange?: Partial<ExchangeOptions>;
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
  const { way, files, operator, signer, signing, settings, exchange = {}, answers, onUnexpected } = options;
  const { underWay, hasOperator, middleware, masks = PERSONAL_MASKED } = options;
  const ledger = openLedgerFile(options.ledger, onUnexpected, options.onProgress);
  const trace = createTrace(exchange, masks, onUnexpected);
  const { sendsNothing, tell } = exchange;
  const send = createSend({
    ...{ signer, signing, operator, sendsNothing, trace: trace.handler },
    bank: { way, files, origin: settings?.origin ?? DEFAULT_BANK_ORIGIN },
    responses: answers && verifyResponses(answers, ledger, tell),
  });
  return openSession({
    ...{
      send,
      sendsNothing,
      underWay,
      hasOperator,
      middleware,
      onUnexpected,
      ledger,
      clock: getTime,
      stopwatch: measureTime,
      freshId,
    },
    tppIdentity: getTppIdentity(signer.certificate),
    certificate: signer.certificateHeader,
    settings: { basePath: '', acceptFix: 'amount-as-string', ...dropUndefined(settings) },
    close: async () => {
      await options.close?.();
      trace.finish();
    },
  });
}
