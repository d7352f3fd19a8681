import { afterAll, expect } from 'vitest';

const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection'];

/** A file of tests leaves the process as it found it: the files of a worker share it. */
const before = processNow();

afterAll(() => {
  expect(processNow(), 'the process, after this file of tests').toEqual(before);
});

function processNow(): Record<string, unknown> {
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
    Date: globalThis.Date,
    now: globalThis.Date.now,
  };
}
