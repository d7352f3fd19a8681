import type { Days } from '../accounts/balance-history.ts';
import { Fault } from '../errors.ts';
import { isCalendarDate } from '../values/oslo.ts';
import { isGiven } from './command-line.ts';
import { Flags, type Given, textFlag } from './flags.ts';

const PLOT = 'PLOT';

/** The balance over time, and how much of it. @see C-plot */
export const plotFlags = {
  plot: Flags.boolean({ description: 'Draw the booked balance over time.', helpGroup: PLOT }),
  from: textFlag('First day of the plot. Default: 90 days before the last.', 'YYYY-MM-DD', PLOT),
  to: textFlag('Last day of the plot. Default: today.', 'YYYY-MM-DD', PLOT),
};

/**
 * Which days are to be drawn; undefined: none. Days that the environment gives are for whoever draws.
 * @throws Fault USAGE
 */
export function daysToPlot(
  { plot = false, from, to }: Given<typeof plotFlags>,
  argv: readonly string[],
): Days | undefined {
  const days = { '--from': from, '--to': to };
  if (!plot) {
    const given = Object.keys(days).find((flag) => isGiven(argv, flag));
    if (given === undefined) return undefined;
    throw new Fault('USAGE', `${given} only works with --plot.`, {
      hint: 'Add --plot, or see the transactions:\npsd2 accounts transactions --help',
    });
  }
  for (const [flag, day] of Object.entries(days)) {
    if (day === undefined || isCalendarDate(day)) continue;
    throw new Fault('USAGE', `${flag} ${JSON.stringify(day)} isn't a date.`, {
      hint: 'Write it as YYYY-MM-DD, such as 2026-10-31.',
    });
  }
  if (from !== undefined && to !== undefined && from > to) {
    throw new Fault('USAGE', `--from ${from} is after --to ${to}.`, { hint: 'Swap them.' });
  }
  return { from, to };
}
