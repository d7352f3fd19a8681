import { createCard, QUIET } from '../cli/presentation.ts';
import { bankMessages } from '../cli/resources/members.ts';
import type { BankClock } from '../wire/answers/operator.ts';

/** Checks whether the machine's clock went back, so that the bank's clock waits for it. @see C-clock-standstill */
export function isStandingStill({ tppMessages = [] }: BankClock): boolean {
  return tppMessages.some(({ text }) => /\bstood still\b/.test(text ?? ''));
}

const CALENDARS = { 'every-day': 'every day', 'bank-days': 'on bank days' } as const;

export const shownClock = createCard<BankClock>([
  ['Now', 'now', 'date', QUIET],
  [
    'Clock',
    (clock) => {
      if (isStandingStill(clock)) return 'stands still';
      return clock.offsetSeconds === 0 ? 'real time' : undefined;
    },
  ],
  ['Ahead of real time', ({ offsetSeconds }) => (offsetSeconds > 0 ? offsetSeconds : undefined), 'duration'],
  ['Behind real time', ({ offsetSeconds }) => (offsetSeconds < 0 ? -offsetSeconds : undefined), 'duration'],
  ['Batch runs', ({ calendar }) => calendar && CALENDARS[calendar]],
  ...bankMessages,
]);
