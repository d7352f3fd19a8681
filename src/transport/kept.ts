import type { Header } from '../message.ts';

/** A request as it would have left, signed. @see C-sign-json */
export interface UnsentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly bodyBase64: string;
  /** Empty for one that isn't signed. */
  readonly signingString: string;
}

/** What its connection needs beside it, as files that other programs are given too. */
export interface ConnectionFiles {
  /** The CA of the bank's TLS certificate. */
  readonly caFile?: string;
  readonly certFile?: string;
  /** Absent: PEM. */
  readonly certType?: 'DER' | 'P12';
  readonly keyFile?: string;
  /** Holds the operator's token. */
  readonly tokenFile?: string;
}

/**
 * Thrown by a way that sends nothing, in place of an answer: it ends the work at the request that was asked for. It is
 * no fault, and nobody's to catch but the command's. @see C-dry-run
 */
export class RequestKept extends Error {
  override readonly name = 'RequestKept';
  readonly request: UnsentRequest;
  readonly files: ConnectionFiles;

  constructor(request: UnsentRequest, files: ConnectionFiles = {}) {
    super('The request was prepared but not sent.');
    this.request = request;
    this.files = files;
  }
}
