import type { TestBank } from '../bank.ts';

/** The days around which these tests live; the test bank opens on the Wednesday at 10:00. */
export const WEDNESDAY = '2026-11-18';
export const THURSDAY = '2026-11-19';
export const FRIDAY = '2026-11-20';
export const SATURDAY = '2026-11-21';
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** An instant by Oslo's clock, in November: `11:30` or `11:30:00.001`. */
export function at(day: string, time: string): number {
  return Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}+01:00`);
}

/** Lets the machine's own time go on to an instant; nothing else happens meanwhile. */
export function sleepUntil(bank: TestBank, day: string, time: string): void {
  const instant = at(day, time);
  if (instant < bank.now) throw new Error(`${day} ${time} is past`);
  bank.now = instant;
}
