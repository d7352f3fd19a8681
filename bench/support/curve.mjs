// Curves along one axis: a table, and a picture of it that is readable on a light and on a dark background.
import { formatNumber } from './tables.mjs';

const SIZE = { width: 720, height: 360 };
const PLOT = { left: 64, right: 520, top: 44, bottom: 312 };
const STEPS = 4;
const LABEL_HEIGHT = 15;

/**
 * Creates the result of a curve.
 * @param {{ file: string, title: string, unit: string, axis: string, values: (number | string)[],
 *   series: { name: string, values: number[] }[], notes?: string[] }} curve `values` are in equal
 *   distances on the axis; `file` has no ending
 */
export function createCurve({ file, title, unit, axis, values, series, notes }) {
  return {
    title: `${title}, ${unit}`,
    picture: `curves/${file}.svg`,
    svg: drawCurve({ title, unit, axis, values, series }),
    columns: [axis, ...values.map(formatPlace)],
    lines: series.map((one) => [one.name, ...one.values.map(formatNumber)]),
    notes,
  };
}

function drawCurve({ title, unit, axis, values, series }) {
  const most = findCeiling(Math.max(...series.flatMap((one) => one.values)));
  const x = (place) => PLOT.left + ((PLOT.right - PLOT.left) * place) / Math.max(values.length - 1, 1);
  const y = (value) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * value) / most;
  const grid = Array.from({ length: STEPS + 1 }, (_, step) => (most * step) / STEPS).map(
    (value) =>
      `<path class="grid" d="M${PLOT.left} ${y(value)}H${PLOT.right}"/>` +
      drawText(PLOT.left - 8, y(value) + 4, formatPlace(value), 'end'),
  );
  const places = values.map((value, place) =>
    drawText(x(place), PLOT.bottom + 20, formatPlace(value), 'middle'),
  );
  const labels = spreadLabels(series.map((one) => y(one.values.at(-1))));
  const lines = series.map(({ name, values: own }, number) => {
    const points = own.map((value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`);
    const dots = points.map(
      (point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="3"/>`,
    );
    return (
      `<g class="s${number}"><polyline points="${points.join(' ')}"/>${dots.join('')}` +
      `${drawText(PLOT.right + 10, labels[number] + 4, name)}</g>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="${escapeText(title)}">
<style>${createStyle(series.length)}</style>
${drawText(PLOT.left, 20, `${title}, ${unit}`)}
${grid.join('\n')}
${places.join('\n')}
${drawText((PLOT.left + PLOT.right) / 2, PLOT.bottom + 40, axis, 'middle')}
${lines.join('\n')}
</svg>
`;
}

const LIGHT = ['#0b62a8', '#b3420a', '#1b7a3d', '#7a3e9d', '#8a6d00', '#555555'];
const DARK = ['#6cb4f5', '#ff9a5c', '#6fd08f', '#cf9bee', '#e3c34a', '#b0b0b0'];

function createStyle(count) {
  const paint = (colours) =>
    Array.from({ length: count }, (_, number) => {
      const colour = colours[number % colours.length];
      return `.s${number} polyline{stroke:${colour}}.s${number} text,.s${number} circle{fill:${colour}}`;
    }).join('');
  return (
    'text{font:13px system-ui,sans-serif;fill:#24292f}polyline{fill:none;stroke-width:2}.grid{stroke:#d0d7de}' +
    `${paint(LIGHT)}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.grid{stroke:#3d444d}${paint(DARK)}}`
  );
}

function drawText(x, y, text, anchor = 'start') {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escapeText(text)}</text>`;
}

function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Moves labels that would overlap, first downwards, then up from the axis. @returns in the order given */
function spreadLabels(heights) {
  const spread = [...heights];
  const fromTop = heights.map((_, place) => place).sort((a, b) => heights[a] - heights[b]);
  let least = PLOT.top;
  for (const place of fromTop) {
    spread[place] = Math.max(spread[place], least);
    least = spread[place] + LABEL_HEIGHT;
  }
  let most = PLOT.bottom;
  for (const place of fromTop.reverse()) {
    spread[place] = Math.min(spread[place], most);
    most = spread[place] - LABEL_HEIGHT;
  }
  return spread;
}

/** Finds the next of 1, 2, 4, 6, 8 and 10 times a power of ten. */
function findCeiling(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 6, 8, 10].find((step) => step * power >= value) * power;
}

function formatPlace(value) {
  return typeof value === 'number' ? value.toLocaleString('en-GB', { maximumFractionDigits: 2 }) : value;
}
