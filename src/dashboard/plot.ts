import { type Child, h } from './dom.ts';
import { type Row, showMoney } from './values.ts';

const WIDTH = 600;
const HEIGHT = 120;

/**
 * Plots the balance over days by its transactions, newest first as the API has them. Transactions of one day are spread
 * over it, in their order.
 */
export function showPlot(transactions: readonly Row[], currency: unknown): Child {
  const sorted = [...transactions].reverse();
  const [oldest, newest] = [sorted[0], sorted.at(-1)];
  if (oldest === undefined || newest === undefined) return undefined;
  const days = sorted.map(({ bookingDate }) => Date.parse(`${bookingDate}T00:00:00Z`) / 86_400_000);
  const places = days.map(
    (day, at) => day + (at - days.indexOf(day)) / days.filter((one) => one === day).length,
  );
  const balances = [
    Number(oldest.balance) - Number(oldest.amount),
    ...sorted.map(({ balance }) => Number(balance)),
  ];
  const [low, high] = [Math.min(0, ...balances), Math.max(0, ...balances)];
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  const x = (place: number) => (((place - first) / (last + 1 - first)) * WIDTH).toFixed(1);
  const y = (balance: number) => (HEIGHT - ((balance - low) / (high - low || 1)) * HEIGHT).toFixed(1);
  const moves = balances.map((balance, at) =>
    at === 0 ? `M0 ${y(balance)}` : `H${x(places[at - 1] ?? 0)}V${y(balance)}`,
  );
  const steps = `${moves.join('')}H${WIDTH}`;
  const label = `Balance from ${oldest.bookingDate} to ${newest.bookingDate}, now ${newest.balance} ${currency}, between ${low.toFixed(2)} and ${high.toFixed(2)}`;
  return h(
    'figure',
    { key: 'plot' },
    showMoney(high.toFixed(2), currency),
    h(
      'svg',
      {
        viewBox: `0 -2 ${WIDTH} ${HEIGHT + 4}`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': label,
      },
      h('path', { class: 'area', d: `${steps}V${y(0)}H0Z` }),
      h('path', { class: 'zero', d: `M0 ${y(0)}H${WIDTH}` }),
      h('path', { class: 'line', d: steps }),
    ),
    showMoney(low.toFixed(2), currency),
    h(
      'span',
      { class: 'days' },
      [oldest, newest].map(({ bookingDate }) => h('span', {}, String(bookingDate))),
    ),
  );
}
