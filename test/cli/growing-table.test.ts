import { describe, expect, it } from 'vitest';
import { buildCells, type Column } from '../../src/cli/columns.ts';
import type { OutputStyle } from '../../src/cli/output-style.ts';
import { createGrowingTable, formatTable } from '../../src/cli/table.ts';
import { PIPE, terminalOf } from '../support/looks.ts';

interface Row {
  readonly day: string;
  readonly text?: string;
  readonly amount: string;
}

const columns: readonly Column<Row>[] = [
  { label: 'Date', kind: 'date', value: ({ day }) => day, isRunning: true },
  { label: 'Text', value: ({ text }) => text },
  {
    label: 'Amount',
    kind: 'change',
    value: ({ amount }) => ({ amount, currency: 'NOK' }),
    tone: ({ amount }) => (amount.startsWith('-') ? 'red' : 'green'),
  },
];

const [A, B, C]: Row[] = [
  { day: '2026-11-18', amount: '1500.00' },
  { day: '2026-11-18', text: 'Kaffe', amount: '-79.00' },
  { day: '2026-11-17', text: 'Leie for desember', amount: '-12500.00' },
] as [Row, Row, Row];

async function grown(look: OutputStyle, ...parts: readonly (readonly Row[])[]): Promise<string> {
  const add = createGrowingTable(look);
  const lines: string[] = [];
  for (const rows of parts) lines.push(await add(rows.map((row) => buildCells(columns, row, look))));
  return lines.join('\n');
}

describe('a table whose rows come in parts [C-written-as-it-comes, C-plain-rows]', () => {
  it('has one heading, and a place for what only later rows have', async () => {
    expect(await grown(PIPE, [A], [B, C])).toBe(
      [
        'Date        Text       Amount',
        '2026-11-18        1500.00 NOK',
        '2026-11-18  Kaffe                 -79.00 NOK',
        '2026-11-17  Leie for desember  -12500.00 NOK',
      ].join('\n'),
    );
  });

  it('tells a day once, and each amount with its sign, at a terminal', async () => {
    expect(await grown(terminalOf(80), [A, B], [C])).toBe(
      [
        'Date        Text          Amount',
        '2026-11-18         +1 500.00 NOK',
        '            Kaffe     -79.00 NOK',
        '2026-11-17  Leie for desember  -12 500.00 NOK',
      ].join('\n'),
    );
  });

  it('tells a day again in each of the cards of a narrow terminal', async () => {
    const narrow = await grown({ ...terminalOf(40), width: 20 }, [A], [B]);
    expect(narrow.match(/2026-11-18/g)).toHaveLength(2);
    expect(narrow).toContain('\n\n');
  });

  it('goes on in lines where it has more of them than the library lays out at once', async () => {
    const rows = Array.from({ length: 1500 }, () => buildCells(columns, B, terminalOf(80)));
    const lines = (await formatTable(rows, terminalOf(80))).split('\n');
    expect(lines).toHaveLength(1501);
    expect(lines.slice(2).every((line) => line === '            Kaffe  -79.00 NOK')).toBe(true);
  });

  it('colours an amount alone, and says the same without', async () => {
    const look = terminalOf(80);
    const red = { ...look, paint: { ...look.paint, red: (text: string) => `\u001b[31m${text}\u001b[39m` } };
    const rows = [C].map((row) => buildCells(columns, row, red));
    expect(await formatTable(rows, red)).toContain('  \u001b[31m-12 500.00 NOK\u001b[39m');
  });
});
