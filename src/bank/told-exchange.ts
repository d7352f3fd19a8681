import type { FaultName } from '../wire/faults.ts';

/**
 * What may be told of an exchange to whoever reads a log: what is listed here and nothing else. Of the values that were
 * sent, ids of the bank's own making and an X-Request-ID that is a UUID; the hash of what was signed tells one request
 * from another.
 * @see S10-request-log
 */
export interface ToldExchange {
  /** The door that it came to. */
  readonly door: 'interface' | 'operator' | 'site';
  readonly method: string;
  /** Below the base path; `…` stands for each segment that is not ours. */
  readonly path: string;
  readonly operation?: string;
  /** Which world, where each TPP has its own: the beginning of a hash of its identity. @see S11-worlds */
  readonly world?: string;
  /** Absent where a fault dropped the connection. */
  readonly status?: number;
  /** What struck the call, by name. @see D11-fault-log */
  readonly faults?: readonly FaultName[];
  /** Of the refusal. */
  readonly codes?: readonly string[];
  /** Of the signature engine, errors before warnings; then why the TPP isn't let in. */
  readonly findings?: readonly string[];
  readonly requestId?: string;
  /** SHA-256 of the signing string, in hexadecimal; absent where a body could be tried out against it. */
  readonly signingString?: string;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly milliseconds: number;
}
