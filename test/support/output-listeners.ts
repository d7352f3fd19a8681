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

/**
 * Libraries that listen to the outputs when they are loaded no longer do when the file of tests ends: the process is
 * left as it was found.
 */
export function forgetListeners(): void {
  afterAll(outputListeners());
}
