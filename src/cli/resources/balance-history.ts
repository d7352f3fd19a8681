import type { BalanceHistory, ReadHistory } from '../../accounts/balance-history.ts';
import { isCurrency, minorUnits } from '../../values/currencies.ts';
import { readAmount } from '../../values/money.ts';
import { QUIET } from '../columns.ts';
import { wrap } from '../layout.ts';
import type { Look } from '../look.ts';
import { ASCII, BLOCKS, draw, type Point, type Span } from '../plot/draw.ts';
import { type Presentation, table } from '../presentation.ts';
import type { Money } from '../shown-values.ts';

/** The balance at the end of a day, and why that day is told. */
interface Row {
  readonly which: string;
  readonly date: string;
  readonly balance: Money;
}

const summary = table<Row, readonly Row[]>(
  [
    ['Booked', 'which'],
    ['Date', 'date', 'date'],
    ['Balance', 'balance', 'amount', QUIET],
  ],
  (rows) => rows,
  'No days.',
);

/** The balance over time as a picture, and what it shows in words; for a script's eyes today's. @see C-plot */
export const plottedBalances = {
  text: (history: ReadHistory, look: Look) => {
    const days = pointsOf(history);
    const width = look.isTerminal ? look.width : WIDTH_OF_NO_TERMINAL;
    const { account, currency } = history;
    const decimals = isCurrency(currency) ? minorUnits(currency) : 0;
    const canvas = { width, rows: ROWS, pen: look.hasBlocks ? BLOCKS : ASCII, paint: look.paint };
    const { lines, span } = draw(days, { currency, decimals }, canvas);
    return [
      ...lines,
      '',
      ...wrap(eachBar(span, account.bban ?? account.iban), width),
      '',
      summary.text(summarize(history, days), look),
    ].join('\n');
  },
  quiet: (history: ReadHistory) => summary.quiet(summarize(history, pointsOf(history)).slice(0, 1)),
} satisfies Presentation<ReadHistory>;

/** Of bars; with what stands around them it fits into a terminal of 24 lines. */
const ROWS = 12;
const WIDTH_OF_NO_TERMINAL = 80;

/** @see C-plot-joined */
function eachBar(span: Span, account = 'the account'): string {
  const balance = `Each bar is the booked balance of ${account} at the end of`;
  if (span === 'day') return `${balance} a day.`;
  if (span === 'several years') return `${balance} several years, on their last day.`;
  return `${balance} a ${span}, on its last day.`;
}

function pointsOf({ currency, points }: BalanceHistory): Point[] {
  return points.map(({ date, amount }) => {
    const amountMinor = isCurrency(currency) ? readAmount(amount, currency) : undefined;
    if (amountMinor === undefined) throw new Error(`not an amount of a balance: ${amount} ${currency}`);
    return { date, amountMinor };
  });
}

/** The last day, and the highest and the lowest, of several the latest. */
function summarize({ points, currency }: BalanceHistory, days: readonly Point[]): Row[] {
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
