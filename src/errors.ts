/**
 * The closed list of faults that leave the program. A fault of the user's has a next step; all other errors are bugs
 * and retain their stack. cli/exit-codes.ts maps faults to exit codes (C-exit-codes).
 */
export type FaultCode =
  /** An invalid command line: unknown command or flag, a flag value out of its list. */
  | 'USAGE'
  /** Local input that breaks a rule before anything is sent. */
  | 'INPUT_INVALID'
  /** Required input is missing and the command isn't interactive. */
  | 'INPUT_MISSING'
  /** A file of the user's that can't be read or parsed. */
  | 'FILE_UNREADABLE'
  /** A key or folder that others can read (S8-key-fstat). */
  | 'PERMISSIONS'
  /**
   * A store or settings folder that can't be used: another version, network file system (S3-network-file-system,
   * S7-newer-refused).
   */
  | 'STORE_UNUSABLE'
  /** A store whose file is damaged or was replaced (S1-store-damaged, S3-failed-connection). */
  | 'STORE_DAMAGED'
  /** A store that stayed locked for 10 s, or a full disk (S1-store-busy). */
  | 'STORE_BUSY'
  /** The bank responded with 4xx, except 401. */
  | 'BANK_REFUSED'
  /** The bank responded with 401: SCA or consent is missing. */
  | 'SCA_NEEDED'
  /** The PSU declined. */
  | 'SCA_DECLINED'
  /** An SCA that was to be approved ended differently. */
  | 'SCA_FAILED'
  /** The PSU did not return from the bank's page within the timeout. */
  | 'SCA_TIMEOUT'
  /** A watched payment has no final status within the timeout. */
  | 'WATCH_TIMEOUT'
  /** The bank responded with 5xx. */
  | 'BANK_FAILED'
  /** No response: network or TLS. */
  | 'NETWORK'
  /** A response that violates the interface. */
  | 'ANSWER_INVALID'
  /** A response whose signature is invalid, missing, or another bank's (D10-response-check). */
  | 'ANSWER_UNTRUSTED'
  | 'INTERRUPTED';

export interface FaultDetails {
  /** The next step: one sentence or command. */
  readonly hint?: string;
  /** The names of all missing values (flags as `--name`). */
  readonly missing?: readonly string[];
  readonly status?: number;
  readonly requestId?: string;
  readonly scaRedirect?: string;
  /** The payment that was created before the fault, or that an SCA is for. @see C-failed-payment */
  readonly paymentId?: string;
  /** With SCA_NEEDED: the psu-id that the bank doesn't know and that has been removed. */
  readonly forgottenPsuId?: string;
  /** The delay of this machine's clock behind the bank's Date, if it may have caused the refusal. */
  readonly clockBehindSeconds?: number;
  /** The bank's messages, unchanged. */
  readonly tppMessages?: readonly unknown[];
  /**
   * With NETWORK: false if nothing was sent; true if the request may have arrived, so that the outcome is unknown.
   */
  readonly sent?: boolean;
  /** The part of the connection that failed, if known. */
  readonly failing?: 'connection' | 'tls' | 'client-certificate';
  readonly cause?: unknown;
}

/** A fault that isn't a bug of psd2. Its message says what happened, where, and what to do. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;
  readonly details: FaultDetails;

  constructor(code: FaultCode, message: string, details: FaultDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}
