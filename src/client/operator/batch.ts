import type { BatchRun } from '../../wire/operator.ts';
import { act } from './act.ts';

/** The next scheduled run, at once. @see D11-batch */
export const runBatch = act<void, BatchRun>('run batch', () => ({}));
