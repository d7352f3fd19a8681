/** Measures microseconds of the processor so far, and bytes of memory; of the heap what is in use, where it can be collected. */
export function measureUsage() {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return { processor: user + system, rss, heapUsed };
}
