import { describe, expect, it, vi } from 'vitest';
import { type Cell, type Column, type Columns, type Kind, readColumns } from '../../src/cli/columns.ts';
import { measureWidth } from '../../src/cli/layout.ts';
import { formatCard, formatTable } from '../../src/cli/table.ts';
import { terminalOf } from '../support/looks.ts';
import { sources } from '../support/sources.ts';

/** The columns of every card and table of the program, as its resources make them. */
const made: (readonly Column<never>[])[] = [];
const RESOURCES = sources((path) => path.startsWith('src/cli/resources/'));

const real = await import('../../src/cli/presentation.ts');

function noting<Given extends readonly unknown[], Made>(make: (...given: Given) => Made) {
  return (...given: Given): Made => {
    made.push(readColumns(given[0] as Columns<never>));
    return make(...given);
  };
}

// Test files share their modules: each that is loaded is evaluated once more, by another name, with what notes.
const load = (query: string) =>
  Promise.all(RESOURCES.map(({ path }) => import(/* @vite-ignore */ `../../${path}${query}`)));
await load('');
vi.doMock('../../src/cli/presentation.ts', () => ({
  ...real,
  card: noting(real.createCard),
  table: noting(real.createTable),
}));
await load('?noted');
vi.doUnmock('../../src/cli/presentation.ts');

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

function hostileCells(columns: readonly Column<never>[], turn: number): Cell[] {
  return columns.map(({ label, kind = 'text' }, place) => {
    const texts = [HOSTILE[kind][(place + turn) % HOSTILE[kind].length] ?? ''];
    return { label, kind, texts, listed: { label, texts } };
  });
}

describe('every column of every resource on a narrow terminal [C-identifier-whole, C-narrow-cards]', () => {
  it('is looked at: what the sources make is what is noted', () => {
    const calls = RESOURCES.flatMap(({ code }) => code.match(/\b(?:card|table)(?:<[^(]*>)?\(/g) ?? []);
    expect(made).toHaveLength(calls.length);
  });

  const laidOut = Promise.all(
    [40, 57, 80, 120].flatMap((width) =>
      made.flatMap((columns) =>
        [0, 1, 2].map(async (turn) => {
          const cells = hostileCells(columns, turn);
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

  it('has a kind that keeps it whole where its label names what is copied', () => {
    const COPIED =
      /^(?:Payment|Basket|Authorisation|Account|Customer|Serial|Authorise (?:at|with)|Sent to|Organization)$|ID$/;
    const loose = made.flatMap((columns) =>
      columns
        .filter(({ label, kind }) => COPIED.test(label) && kind !== 'identifier')
        .map(({ label }) => label),
    );
    expect(loose).toEqual([]);
  });
});
