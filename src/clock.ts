/** The one place that asks the machine for the time; everything else is handed it. */

/** Real time in milliseconds since 1970. @see A-one-clock */
export function getTime(): number {
  return Date.now();
}

/** Monotonic milliseconds, for durations alone. */
export function measureTime(): number {
  return performance.now();
}

/** Milliseconds that processors have worked for this process: what else the machine does is not in it. */
export function measureProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
