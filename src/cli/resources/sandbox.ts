import type { RanBatch } from '../../app/sandbox/batch.ts';
import type { ShownClock } from '../../app/sandbox/clock.ts';
import { card } from '../presentation.ts';
import { bankMessages } from './members.ts';

export type { RanBatch, ShownClock };

export const ranBatch = card<RanBatch>([
  { label: 'Bank day', kind: 'date', value: ({ bankDay }) => bankDay },
  { label: 'Settled', value: ({ settled }) => `${settled}` },
  { label: 'Sent', value: ({ sent }) => `${sent}` },
  { label: 'Waiting', value: ({ waiting }) => `${waiting}` },
  { label: 'Rejected', value: ({ rejected }) => `${rejected}` },
  { label: 'Held', value: ({ held }) => `${held}` },
]);

/** The machine's clock went back, and the bank's waits for it. @see C-clock-standstill */
export function standsStill({ tppMessages = [] }: ShownClock): boolean {
  return tppMessages.some(({ text }) => /\bstood still\b/.test(text ?? ''));
}

const CALENDARS = { 'every-day': 'every day', 'bank-days': 'on bank days' } as const;

export const shownClock = card<ShownClock>([
  { label: 'Now', kind: 'date', value: ({ now }) => now, isQuiet: true },
  {
    label: 'Clock',
    value: (clock) => {
      if (standsStill(clock)) return 'stands still';
      return clock.offsetSeconds === 0 ? 'real time' : undefined;
    },
  },
  {
    label: 'Ahead of real time',
    kind: 'duration',
    value: ({ offsetSeconds }) => (offsetSeconds > 0 ? offsetSeconds : undefined),
  },
  {
    label: 'Behind real time',
    kind: 'duration',
    value: ({ offsetSeconds }) => (offsetSeconds < 0 ? -offsetSeconds : undefined),
  },
  { label: 'Batch runs', value: ({ calendar }) => calendar && CALENDARS[calendar] },
  ...bankMessages,
]);
