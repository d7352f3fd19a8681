import type { BankClock } from '../../wire/operator.ts';
import { act } from './act.ts';

/** @see D11-bank-time */
export const showClock = act<void, BankClock>('show clock', () => ({}));

export interface AdvanceClock {
  readonly seconds: number;
}

export const advanceClock = act<AdvanceClock, BankClock>('advance clock', ({ seconds }) => ({
  body: { seconds },
}));

export interface SetClock {
  /** ISO 8601 with offset or Z. */
  readonly now: string;
}

export const setClock = act<SetClock, BankClock>('set clock', ({ now }) => ({
  body: { now },
}));

/** Real time again. */
export const resetClock = act<void, BankClock>('reset clock', () => ({}));
