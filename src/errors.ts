/**
 * The closed list of faults that leave the program. A user's fault carries a next step; everything else is
 * ours and keeps its stack. Exit codes are mapped in one place, cli/exit-codes.ts (C-exit-codes).
 */
export type FaultCode =
  /** A command line that can't be understood: unknown command or flag, a flag value out of its list. */
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
  /** A store whose file is damaged, or not the one that it was (S1-store-damaged, S3-failed-connection). */
  | 'STORE_DAMAGED'
  /** A store that stayed locked for 10 s, or a full disk (S1-store-busy). */
  | 'STORE_BUSY'
  /** The bank answered 4xx but not 401. */
  | 'BANK_REFUSED'
  /** The bank answered 401: SCA or consent is missing. */
  | 'SCA_NEEDED'
  /** The PSU declined. */
  | 'SCA_DECLINED'
  /** An SCA that was to be approved ended in another way. */
  | 'SCA_FAILED'
  /** The PSU has not come back from the bank's page in time. */
  | 'SCA_TIMEOUT'
  /** A payment that was watched is not final in time. */
  | 'WATCH_TIMEOUT'
  /** The bank answered 5xx. */
  | 'BANK_FAILED'
  /** No answer: network or TLS. */
  | 'NETWORK'
  /** An answer that is not what the interface says. */
  | 'ANSWER_INVALID'
  /** An answer whose signature fails, is missing, or is another bank's (D10-response-check). */
  | 'ANSWER_UNTRUSTED'
  | 'INTERRUPTED';

export interface FaultDetails {
  /** The next step: one sentence or command. */
  readonly hint?: string;
  /** Names of everything that is missing (flags as `--name`). */
  readonly missing?: readonly string[];
  readonly status?: number;
  readonly requestId?: string;
  readonly scaRedirect?: string;
  /** The payment that was made before the fault, or that an SCA is of. @see C-failed-payment */
  readonly paymentId?: string;
  /** With SCA_NEEDED: the psu-id that the bank doesn't know and that has been removed. */
  readonly forgottenPsuId?: string;
  /** By how much this machine's clock is behind the bank's Date, where the bank may have refused for it. */
  readonly clockBehindSeconds?: number;
  /** The bank's messages as they came. */
  readonly tppMessages?: readonly unknown[];
  /**
   * With NETWORK: false if nothing was sent; true if the request may have arrived, so that the outcome is unknown.
   */
  readonly sent?: boolean;
  /** The part of the connection that failed, if known. */
  readonly failing?: 'connection' | 'tls' | 'client-certificate';
  readonly cause?: unknown;
}

/** A fault that is not a bug of ours: says what happened, where, and what to do. */
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
