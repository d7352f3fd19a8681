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
  /** The transport to the bank, without signing: in-process or over HTTPS. */
  readonly way: Transport;
  /** The port of the sandbox's operator, if it is a separate one. */
  readonly operator?: Endpoint;
  readonly signer: Signer | DistantSigner;
  /** The policy for response signatures. Default: unchecked. */
  readonly answers?: ResponsePolicy;
  /** The options for signing. Default: the documented format. */
  readonly signing?: Omit<SignOptions, 'date'>;
  /** The path of the SQLite file with the TPP's sessions, PSUs and unanswered writes. Created on first use. */
  readonly ledger: string;
  readonly settings?: Partial<SessionSettings>;
  /** The files that another program needs for the same connection, shown with an unsent request. */
  readonly files?: ConnectionFiles;
  /** Receives the name of a slow operation while it runs. */
  readonly onProgress?: (text: string) => void;
  /** The options for showing exchanges. */
  readonly exchange?: Partial<ExchangeOptions>;
  /** The masks of exchanges at a terminal. Default: masks all values that aren't listed. */
  readonly masks?: Masks;
  /** Closes the connection of `way`. */
  readonly close?: () => Promise<void>;
}

/**
 * Opens a TPP's session at a bank, with this machine's clock and randomness. Its faults describe the interface: `code`,
 * `details.status` and `details.tppMessages` contain the bank's response.
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
