import { afterAll } from 'vitest';

/** The listeners that the outputs have now; calling it takes away those that were added since. */
export function outputListeners(): () => void {
  const outputs = [process.stdout, process.stderr].map((stream) => ({
    stream,
    before: stream.listeners('error'),
  }));
  return () => {
    for (const { stream, before } of outputs) {
      for (const listener of stream.listeners('error') as (() => void)[]) {
        if (!before.includes(listener)) stream.removeListener('error', listener);
      }
    }
  };
}

/** The listeners that the process has now, to whatever; calling it takes away those that were added since. */
function processListeners(): () => void {
  const before = new Set(process.eventNames().flatMap((name) => process.rawListeners(name as 'exit')));
  return () => {
    for (const name of process.eventNames()) {
      for (const listener of process.rawListeners(name as 'exit')) {
        if (!before.has(listener)) process.removeListener(name, listener as () => void);
      }
    }
  };
}

/**
 * Libraries that listen to the outputs or to signals when they are loaded no longer do when the file of tests ends: the
 * process is left as it was found.
 */
export function forgetListeners(): void {
  const [outputs, signals] = [outputListeners(), processListeners()];
  afterAll(() => {
    outputs();
    signals();
  });
}
