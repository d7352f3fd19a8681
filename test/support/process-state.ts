const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection'];

/** What the files of a worker share of their process, as it is now. */
export function processState(): Record<string, unknown> {
  const heard = EVENTS.map((event) => [`listeners of ${event}`, process.listenerCount(event)]);
  const outputs = (['stdout', 'stderr'] as const).map((name) => [
    `listeners of ${name}`,
    process[name].listenerCount('error'),
  ]);
  return {
    ...Object.fromEntries([...heard, ...outputs]),
    umask: process.umask().toString(8),
    folder: process.cwd(),
    variables: { ...process.env },
    exitCode: process.exitCode,
    exit: process.exit,
    stdin: Object.getOwnPropertyDescriptor(process, 'stdin')?.get,
    console: globalThis.console,
    Date: globalThis.Date,
    now: globalThis.Date.now,
  };
}
