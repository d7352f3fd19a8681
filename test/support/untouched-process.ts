import { afterAll, expect } from 'vitest';
import { processState } from './process-state.ts';

/** A file of tests leaves the process as it found it: the files of a worker share it. */
const before = processState();

afterAll(() => {
  expect(processState(), 'the process, after this file of tests').toEqual(before);
});
