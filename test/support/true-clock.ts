/**
 * The machine's own time in milliseconds since 1970, also where machine-clock.cjs moves Date. What openssl or a TLS
 * handshake judges is made by it: both look at the machine's clock and at nothing else.
 */
export function trueTime(): number {
  return Math.floor(performance.timeOrigin + performance.now());
}

/** When this worker began, by the same clock: keys made for it serve all its tests. */
export const WORKER_BEGAN_AT = trueTime();
