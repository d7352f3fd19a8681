import { type Days, type ReadHistory, readHistory } from '../../src/accounts/balance-history.ts';
import { READ_BY_NUMBER } from '../../src/accounts/commands.ts';
import { ASCII, BLOCKS, draw, type Point, type Span } from '../../src/accounts/plot.ts';
import { ACCOUNTS, findAccountId, readInformation } from '../../src/accounts/read.ts';
import { balancesCard } from '../../src/accounts/view.ts';
import { defineBankCommand } from '../../src/cli/bank-command.ts';
import { createTable, createTextFlag, Flags, type FlagValues, QUIET } from '../../src/cli/command.ts';
import { isGiven } from '../../src/cli/command-line.ts';
import type { Money } from '../../src/cli/format-values.ts';
import { wrap } from '../../src/cli/layout.ts';
import type { OutputStyle } from '../../src/cli/output-style.ts';
import { accountArg, consentFlags, parseConsentFlags } from '../../src/cli/psu-flags.ts';
import { getOperation } from '../../src/client/operation.ts';
import { Fault } from '../../src/errors.ts';
import { getMinorUnits, isCurrency } from '../../src/values/currencies.ts';
import { readAmount } from '../../src/values/money.ts';
import { isCalendarDate } from '../../src/values/oslo.ts';
import type { AccountBalances } from '../../src/wire/answers/information.ts';

const PLOT = 'PLOT';

/** The flags of the plot: whether to draw it, and for which days. @see C-plot */
const plotFlags = {
  plot: Flags.boolean({ description: 'Draw the booked balance over time.', helpGroup: PLOT }),
  from: createTextFlag('First day of the plot. Default: 90 days before the last.', 'YYYY-MM-DD', PLOT),
  to: createTextFlag('Last day of the plot. Default: today.', 'YYYY-MM-DD', PLOT),
};

/** The view of the balances, or of their history. */
const shownBalances = {
  text: (shown: AccountBalances | ReadHistory, look: OutputStyle) =>
    'points' in shown ? drawHistory(shown, look) : balancesCard.text(shown, look),
  quiet: (shown: AccountBalances | ReadHistory) =>
    'points' in shown
      ? summary.quiet(summarize(shown, parsePoints(shown)).slice(0, 1))
      : balancesCard.quiet(shown),
};

export default defineBankCommand(
  {
    summary: "Read an account's balances.",
    description:
      `${READ_BY_NUMBER} --plot works back from today through the booked transactions, so it misses other changes, such as ` +
      'sandbox balance set. With --json it prints one point for each day.',
    examples: {
      'By account number': 'accounts balances 99901067291',
      'A plot of the last 90 days': 'accounts balances 99901067291 --plot',
      'While the PSU is away, four times a day': 'accounts balances 99901067291 --psu-absent',
    },
    args: accountArg,
    flags: { ...consentFlags, ...plotFlags },
    presentation: shownBalances,
  },
  async ({ context, argv, usualSca }, { args, flags }) => {
    const days = daysToPlot(flags, argv);
    const choice = parseConsentFlags(flags, usualSca);
    if (days !== undefined) return readHistory(context, args.account, days, choice);
    return readInformation(context, choice, async (as) =>
      as.call(getOperation('read account balances'), {
        accountId: await findAccountId(as, ACCOUNTS, args.account),
      }),
    );
  },
);

/**
 * Parses the range of days to draw; returns undefined without a plot. Days set in the environment count only together
 * with `--plot`.
 * @throws Fault USAGE
 */
function daysToPlot(
  { plot = false, from, to }: FlagValues<typeof plotFlags>,
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

/** The balance at the end of a day, and the reason for listing that day. */
interface Row {
  readonly which: string;
  readonly date: string;
  readonly balance: Money;
}

const summary = createTable<Row, readonly Row[]>(
  [
    ['Booked', 'which'],
    ['Date', 'date', 'date'],
    ['Balance', 'balance', 'amount', QUIET],
  ],
  (rows) => rows,
  'No days.',
);

/** Draws the balance over time above a summary of the plot. @see C-plot */
async function drawHistory(history: ReadHistory, look: OutputStyle): Promise<string> {
  const days = parsePoints(history);
  const width = look.isTerminal ? look.width : WIDTH_OF_NO_TERMINAL;
  const { account, currency } = history;
  const decimals = isCurrency(currency) ? getMinorUnits(currency) : 0;
  const canvas = { width, rows: ROWS, pen: look.hasBlocks ? BLOCKS : ASCII, paint: look.paint };
  const { lines, span, baseMinor } = draw(days, { currency, decimals }, canvas);
  const legend = wrap(describeBars(span, account.bban ?? account.iban) + describeBase(baseMinor), width);
  return [...lines, '', ...legend, '', await summary.text(summarize(history, days), look)].join('\n');
}

/** The number of rows for bars; the whole plot fits into 24 lines. */
const ROWS = 12;
const WIDTH_OF_NO_TERMINAL = 80;

/** Describes the period that each bar covers. @see C-plot-joined */
function describeBars(span: Span, account = 'the account'): string {
  if (span === 'day') return `Each bar is the booked balance of ${account} at the end of a day.`;
  const period = span === 'several years' ? 'in several years' : `in a ${span}`;
  return `Each bar is the booked balance of ${account} ${period}: full to its lowest, shaded to its highest.`;
}

/** @see C-plot-base */
function describeBase(baseMinor: bigint): string {
  return baseMinor === 0n ? '' : " The bars don't begin at zero.";
}

function parsePoints({ currency, points }: ReadHistory): Point[] {
  return points.map(({ date, amount }) => {
    const amountMinor = isCurrency(currency) ? readAmount(amount, currency) : undefined;
    if (amountMinor === undefined) throw new Error(`not an amount of a balance: ${amount} ${currency}`);
    return { date, amountMinor };
  });
}

/** Lists the last, the highest and the lowest day; of several equal days, the latest. */
function summarize({ points, currency }: ReadHistory, days: readonly Point[]): Row[] {
  let [highest, lowest] = [0, 0];
  days.forEach(({ amountMinor }, place) => {
    if (amountMinor >= (days[highest]?.amountMinor ?? amountMinor)) highest = place;
    if (amountMinor <= (days[lowest]?.amountMinor ?? amountMinor)) lowest = place;
  });
  const places = { Last: points.length - 1, Highest: highest, Lowest: lowest };
  return Object.entries(places).flatMap(([which, place]) => {
    const point = points[place];
    return point === undefined
      ? []
      : [{ which, date: point.date, balance: { amount: point.amount, currency } }];
  });
}
