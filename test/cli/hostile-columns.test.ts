import { describe, expect, it } from 'vitest';
import type { Cell, Kind } from '../../src/cli/columns.ts';
import { measureWidth } from '../../src/cli/layout.ts';
import { formatCard, formatTable } from '../../src/cli/table.ts';
import { terminalOf } from '../support/looks.ts';

const WORD = 'organizationIdentifier=PSDNO-FSA-376788345-376788345';

/** What is hard to lay out, for each kind: longer than a column, than the terminal, with blanks in it. */
const HOSTILE: Readonly<Record<Kind, readonly string[]>> = {
  text: [`one two ${WORD} three`, 'x'],
  name: ['x'],
  account: ['NO9386011117947'],
  time: ['2026-11-21 09:30'],
  identifier: ['0f6b7c1e-98d4-4d92-b2ff-ab07e1a9a3b1', `https://127.0.0.1:8443/sca/${'a'.repeat(60)}`, '1 2'],
  status: ['ACCP  waiting for money: the next run tries again'],
  amount: ['999 999 999 999 999.99 NOK'],
  change: ['+999 999 999 999 999.99 NOK'],
  date: ['2026-11-21 09:30'],
  duration: ['about 400 days 23 hours'],
  count: ['1234567890'],
};

/** What must stand whole: words of a text, and all of what is no text. */
function wholes({ kind, texts }: Cell): string[] {
  const isText = kind === 'text' || kind === 'status';
  return isText ? texts.flatMap((text) => text.split(/ +/)) : [...texts];
}

/** Builds the cells of a row: four columns from this kind on, so that each kind is beside each other one. */
function buildCells(first: number, round: number): Cell[] {
  const kinds = Object.keys(HOSTILE) as Kind[];
  return [0, 1, 3, 4].map((distance) => {
    const kind = kinds[(first + distance) % kinds.length] ?? 'text';
    const label = `Label of ${kind}`;
    const texts = [HOSTILE[kind][round % HOSTILE[kind].length] ?? ''];
    return { label, kind, texts, listed: { label, texts } };
  });
}

describe('columns of every kind on a narrow terminal [C-identifier-whole, C-narrow-cards]', () => {
  const laidOut = Promise.all(
    [40, 57, 80, 120].flatMap((width) =>
      Object.keys(HOSTILE).flatMap((_, first) =>
        [0, 1, 2].map(async (round) => {
          const cells = buildCells(first, round);
          const look = terminalOf(width);
          const texts = [formatCard(cells, look), await formatTable([cells, cells], look)];
          return texts.map((text) => ({ width, lines: text.split('\n'), wholes: cells.flatMap(wholes) }));
        }),
      ),
    ),
  );

  it('breaks no identifier, amount, date and word', async () => {
    const shown = (await laidOut).flat();
    const broken = shown.flatMap(({ lines, wholes }) =>
      wholes.filter((whole) => !lines.some((line) => line.includes(whole))),
    );
    expect(broken).toEqual([]);
  });

  it('is within the terminal, but for what is longer than its lines', async () => {
    const shown = (await laidOut).flat();
    const tooLong = shown.flatMap(({ width, lines, wholes }) =>
      lines.filter((line) => measureWidth(line) > width && !wholes.includes(line)),
    );
    expect(tooLong).toEqual([]);
  });
});
