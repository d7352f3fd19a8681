import { Terminal } from '@xterm/headless';

/** The colours of a terminal: the sixteen of the palette are those that the program uses. */
interface Theme {
  readonly paper: string;
  readonly edge: string;
  readonly ink: string;
  readonly dim: string;
  readonly palette: Readonly<Record<number, string>>;
}

export const THEMES = {
  light: {
    paper: '#ffffff',
    edge: '#d0d7de',
    ink: '#1f2328',
    dim: '#656d76',
    palette: paletteOf('#b3261e', '#116329', '#7d4e00', '#0550ae'),
  },
  dark: {
    paper: '#0d1117',
    edge: '#30363d',
    ink: '#e6edf3',
    dim: '#8d96a0',
    palette: paletteOf('#ff7b72', '#56d364', '#e3b341', '#79c0ff'),
  },
} as const satisfies Readonly<Record<string, Theme>>;

export type ThemeName = keyof typeof THEMES;

function paletteOf(
  red: string,
  green: string,
  yellow: string,
  blue: string,
): Readonly<Record<number, string>> {
  return { 1: red, 2: green, 3: yellow, 4: blue, 6: blue, 9: red, 10: green, 11: yellow, 12: blue };
}

const [COLUMN, ROW, MARGIN, SIZE] = [8.4, 20, 16, 14];

/** A word, or what of it looks alike. */
interface Run {
  readonly column: number;
  readonly text: string;
  readonly bold: boolean;
  readonly fill: string;
}

/**
 * What a terminal of this width shows after a program wrote `text`, as an SVG.
 * @param text as it was written, escape sequences and all
 * @param title what the picture shows, for who doesn't see it
 */
export async function terminalPicture(
  text: string,
  columns: number,
  name: ThemeName,
  title: string,
): Promise<string> {
  const theme: Theme = THEMES[name];
  const rows = await rowsOf(text, columns, theme);
  const [width, height] = [Math.ceil(columns * COLUMN) + 2 * MARGIN, rows.length * ROW + 2 * MARGIN];
  const lines = rows.flatMap((runs, row) => runs.map((run) => textOf(run, row, theme)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${title}</title>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${theme.paper}" stroke="${theme.edge}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${SIZE}" fill="${theme.ink}">`,
    ...lines,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** A word has the width of its cells in whatever font the reader has. */
function textOf({ column, text, bold, fill }: Run, row: number, { ink }: Theme): string {
  const place = `x="${round(MARGIN + column * COLUMN)}" y="${MARGIN + row * ROW + SIZE}" textLength="${round(text.length * COLUMN)}"`;
  const look = `${bold ? ' font-weight="700"' : ''}${fill === ink ? '' : ` fill="${fill}"`}`;
  return `<text ${place}${look}>${escaped(text)}</text>`;
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The rows that the terminal has; empty ones at the end are left out. */
async function rowsOf(text: string, columns: number, theme: Theme): Promise<Run[][]> {
  const rows = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / columns), 1);
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(text.replaceAll(/\r?\n/g, '\r\n'), resolve));
  const shown = Array.from({ length: rows }, (_, row) => runsOf(terminal, row, theme));
  terminal.dispose();
  return shown.slice(0, shown.findLastIndex((runs) => runs.length > 0) + 1);
}

function runsOf(terminal: Terminal, row: number, theme: Theme): Run[] {
  const line = terminal.buffer.active.getLine(row);
  const runs: Run[] = [];
  for (let column = 0; column < terminal.cols; column += 1) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const [text, bold, fill] = [cell.getChars() || ' ', cell.isBold() !== 0, fillOf(cell, theme)];
    const last = runs.at(-1);
    const goesOn = last !== undefined && last.column + last.text.length === column;
    if (text === ' ') continue;
    if (goesOn && last.bold === bold && last.fill === fill) {
      runs[runs.length - 1] = { ...last, text: last.text + text };
    } else runs.push({ column, text, bold, fill });
  }
  return runs;
}

type Cell = NonNullable<
  ReturnType<NonNullable<ReturnType<Terminal['buffer']['active']['getLine']>>['getCell']>
>;

function fillOf(cell: Cell, { ink, dim, palette }: Theme): string {
  if (cell.isDim() !== 0) return dim;
  return cell.isFgPalette() ? (palette[cell.getFgColor()] ?? ink) : ink;
}
