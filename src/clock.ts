/** The one place that asks the machine for the time; everything else is handed it. */

/** Real time in milliseconds since 1970. */
export function clock(): number {
  return Date.now();
}

/** Monotonic milliseconds, for durations alone. */
export function stopwatch(): number {
  return performance.now();
}
