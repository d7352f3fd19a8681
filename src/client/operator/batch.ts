import type { BatchRun } from '../../wire/operator.ts';
import { act } from './act.ts';

/** The next scheduled run, at once. @see decisions.md §11 Run the batch now */
export const runBatch = act<void, BatchRun>('run batch', () => ({}));
