/** The only module that reads the machine's clock; all others receive the time as an argument. */

/** Returns the real time in milliseconds since 1970. @see A-one-clock */
export function getTime(): number {
  return Date.now();
}

/** Returns monotonic milliseconds, for durations only. */
export function measureTime(): number {
  return performance.now();
}

/** Returns the processor time of this process in milliseconds, which excludes the machine's other work. */
export function measureProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
