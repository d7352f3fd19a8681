import type { History } from './trial.ts';

/** What a person who looks for a fault says in the environment. */

export function numberGiven(name: 'PSD2_MODEL_SEED' | 'PSD2_MODEL_RUNS'): number | undefined {
  const value = process.env[name];
  return value === undefined ? undefined : Number(value);
}

export function historyGiven(): readonly History[] {
  const value = process.env.PSD2_MODEL_HISTORY;
  return value === undefined ? [] : [JSON.parse(value) as History];
}
