// Measures and tables: rows with a value, its ratio to a floor of the same run, and the goal of that ratio.

/** Counts how often a second something is done, so many in flight. */
export async function countPerSecond(count, inFlight, act) {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await act();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  return (count * 1000) / (performance.now() - started);
}

/** Divides a number of rounds or requests by PSD2_BENCH_TRY, which tries a bench itself without measuring anything. */
export function reduce(usual) {
  return Math.ceil(usual / Number(process.env.PSD2_BENCH_TRY ?? 1));
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * Creates a row of a table.
 * @param {{ atMost?: number, atLeast?: number }} [limit] what the ratio should be
 */
export function createRow(name, value, floor, limit) {
  return { name, value, ratio: value / floor, ...(limit === undefined ? {} : { limit }) };
}

/** Formats a table as Markdown. `notes` come below it, `lines` are rows of a curve, which have columns of their own. */
export function formatTable({ title, unit, floor, rows, columns, lines, picture, notes = [] }) {
  const head = columns ?? ['', unit, `× ${floor}`, 'goal'];
  const body = lines ?? rows.map(formatRow);
  const text = [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return [`### ${title}`, ...(picture === undefined ? [] : [`![${title}](${picture})`]), text, ...notes].join(
    '\n\n',
  );
}

function formatRow({ name, value, ratio, limit }) {
  return [name, formatNumber(value), ratio.toFixed(2), limit === undefined ? '' : judge(ratio, limit)];
}

/** Formats with three or four digits. */
export function formatNumber(value) {
  return value.toFixed(value < 10 ? 2 : value < 1000 ? 1 : 0);
}

function judge(ratio, { atMost, atLeast }) {
  const isKept = atMost === undefined ? ratio >= atLeast : ratio <= atMost;
  const goal = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  return isKept ? goal : `${goal}: missed`;
}
