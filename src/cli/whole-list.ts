import type { AllPages } from '../accounts/transactions.ts';
import { type Column, cellsOf, quietOf } from './columns.ts';
import { type CsvColumn, csvHeader, csvLine } from './csv.ts';
import { harmlessJson } from './foreign-text.ts';
import type { Look } from './look.ts';
import { growingTable } from './table.ts';

/** An entry, and in which list it is. */
export interface Listed<Entry> {
  readonly bookingStatus: 'booked' | 'pending';
  readonly entry: Entry;
}

type Pages = AllPages<unknown>;

/**
 * The text that `--json` prints of the whole: the first page's resource with the entries of all pages.
 * @see C-transactions-all
 */
export async function* jsonOf({ first, member, lists }: Pages): AsyncGenerator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(first)) {
    yield `${before}\n  ${JSON.stringify(name)}: `;
    if (name === member) yield* jsonOfLists(value, lists);
    else yield indented(value, 2);
    before = ',';
  }
  yield '\n}\n';
}

async function* jsonOfLists(value: object, lists: Pages['lists']): AsyncGenerator<string> {
  let before = '{';
  for (const { bookingStatus, pages } of lists) {
    yield `${before}\n    "${bookingStatus}": `;
    yield* jsonOfEntries(pages);
    before = ',';
  }
  const whole = lists.map(({ bookingStatus }): string => bookingStatus);
  for (const [name, other] of Object.entries(value)) {
    if (whole.includes(name)) continue;
    yield `${before}\n    ${JSON.stringify(name)}: ${indented(name === '_links' ? withoutNext(other) : other, 4)}`;
    before = ',';
  }
  yield '\n  }';
}

async function* jsonOfEntries(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const page of pages) {
    const texts = page.map((entry) => `\n      ${indented(entry, 6)}`);
    if (texts.length === 0) continue;
    yield `${isEmpty ? '[' : ','}${texts.join()}`;
    isEmpty = false;
  }
  yield isEmpty ? '[]' : '\n    ]';
}

function withoutNext({ next: _, ...links }: Record<string, unknown>): object {
  return links;
}

function indented(value: unknown, by: number): string {
  return harmlessJson(value).replaceAll('\n', `\n${' '.repeat(by)}`);
}

/** One heading, and a line for each entry. @see C-transactions-csv */
export async function* csvOf<Entry>(
  { lists }: Pages,
  columns: readonly CsvColumn<Listed<Entry>>[],
  isTerminal: boolean,
): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const rows of rowsOf<Entry>(lists)) {
    yield rows.map((row) => csvLine(columns, row, isTerminal)).join('');
  }
}

/** @param none what is said when there are none */
export async function* tableOf<Entry>(
  { lists }: Pages,
  columns: readonly Column<Listed<Entry>>[],
  look: Look,
  none: string,
): AsyncGenerator<string> {
  const add = growingTable(look);
  let isEmpty = true;
  for await (const rows of together(rowsOf<Entry>(lists))) {
    yield `${add(rows.map((row) => cellsOf(columns, row, look)))}\n`;
    isEmpty = false;
  }
  if (isEmpty) yield `${none}\n`;
}

/** @see C-quiet */
export async function* quietLinesOf<Entry>({ lists }: Pages, id: Column<Entry>): AsyncGenerator<string> {
  for await (const rows of rowsOf<Entry>(lists)) {
    yield rows.flatMap(({ entry }) => quietOf([id], entry).map((line) => `${line}\n`)).join('');
  }
}

/** Rows are laid out so many at a time: what is aligned does not depend on how long a page is. */
const ALIGNED = 1000;

async function* together<Row>(parts: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  let held: Row[] = [];
  for await (const part of parts) {
    held.push(...part);
    if (held.length < ALIGNED) continue;
    yield held;
    held = [];
  }
  if (held.length > 0) yield held;
}

async function* rowsOf<Entry>(lists: Pages['lists']): AsyncGenerator<readonly Listed<Entry>[]> {
  for (const { bookingStatus, pages } of lists) {
    for await (const page of pages) yield page.map((entry) => ({ bookingStatus, entry: entry as Entry }));
  }
}
