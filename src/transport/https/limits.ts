/** How long and how much a client listens to a bank. @see S10-client-limits */
export interface HttpsLimits {
  /** TCP and TLS. */
  readonly connectMilliseconds: number;
  /** From the request's first byte to the answer's last. */
  readonly answerMilliseconds: number;
  readonly headBytes: number;
  readonly bodyBytes: number;
}

export const HTTPS_LIMITS: HttpsLimits = {
  connectMilliseconds: 10_000,
  answerMilliseconds: 60_000,
  headBytes: 64 * 1024,
  bodyBytes: 32 * 1024 * 1024,
};
