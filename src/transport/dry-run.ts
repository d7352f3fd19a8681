import type { Header } from '../message.ts';

/** A signed request that was not sent. @see C-sign-json */
export interface UnsentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly bodyBase64: string;
  /** Empty for an unsigned request. */
  readonly signingString: string;
}

/** Files that other programs need for the connection. */
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
 * Thrown instead of a response by a transport that sends nothing: it ends the work at the requested request. It is not
 * a fault; only the command catches it. @see C-dry-run
 */
export class DryRunRequest extends Error {
  override readonly name = 'DryRunRequest';
  readonly request: UnsentRequest;
  readonly files: ConnectionFiles;

  constructor(request: UnsentRequest, files: ConnectionFiles = {}) {
    super('The request was prepared but not sent.');
    this.request = request;
    this.files = files;
  }
}
