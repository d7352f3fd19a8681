import type { EntryLists } from '../../accounts/transactions.ts';
import { type Column, cellsOf, quietOf, type Tone } from '../columns.ts';
import type { Look } from '../look.ts';
import type { Presentation } from '../presentation.ts';
import type { Money } from '../shown-values.ts';
import { tableText } from '../table.ts';
import type { Listed } from '../whole-list.ts';

/** How a list of booked and pending entries is shown. */
export interface ListShape<Entry> {
  /** What they are called. */
  readonly word: string;
  readonly date: (entry: Entry) => string | undefined;
  /** Between date and id. */
  readonly columns: readonly Column<Entry>[];
  readonly id: Column<Entry>;
}

/** Narrower terminals show no ids: what a person reads comes first, and --quiet prints them. */
const WIDTH_WITH_IDS = 110;

/** @param status what was asked for: of two lists each row says which */
export function columnsOf<Entry>(
  { date, columns, id }: ListShape<Entry>,
  status: string,
  { isTerminal, width }: Pick<Look, 'isTerminal' | 'width'>,
): readonly Column<Listed<Entry>>[] {
  const isMixed = status !== 'booked' && status !== 'pending';
  const day: Column<Listed<Entry>> = {
    label: 'Date',
    kind: 'date',
    value: ({ entry }) => date(entry),
    isRunning: true,
  };
  return [
    day,
    ...(isMixed ? [statusColumn<Listed<Entry>>(({ bookingStatus }) => bookingStatus)] : []),
    ...columns.map(ofEntry),
    ...(isTerminal && width < WIDTH_WITH_IDS ? [] : [ofEntry(id)]),
  ];
}

export function statusColumn<Row>(value: (row: Row) => 'booked' | 'pending'): Column<Row> {
  return { label: 'Status', value };
}

/** A column of an entry as one of a row. */
function ofEntry<Entry>(column: Column<Entry>): Column<Listed<Entry>> {
  const { value, tone, ...rest } = column;
  const lifted = { ...rest, value: ({ entry }: Listed<Entry>) => value(entry) };
  return (tone ? { ...lifted, tone: ({ entry }: Listed<Entry>) => tone(entry) } : lifted) as Column<
    Listed<Entry>
  >;
}

type Lists<Entry> = Pick<EntryLists<Entry>, 'booked' | 'pending'>;

/** The entries of one answer, the booked ones first. */
export function rowsOf<Entry>({ booked = [], pending = [] }: Lists<Entry>): readonly Listed<Entry>[] {
  return [
    ...booked.map((entry) => ({ bookingStatus: 'booked' as const, entry })),
    ...pending.map((entry) => ({ bookingStatus: 'pending' as const, entry })),
  ];
}

export function listedIn<Entry, Result>(
  shape: ListShape<Entry>,
  status: string,
  listsOf: (result: Result) => Lists<Entry>,
): Required<Pick<Presentation<Result>, 'text' | 'quiet'>> {
  return {
    text: (result, look) => {
      const rows = rowsOf(listsOf(result));
      const columns = columnsOf(shape, status, look);
      if (rows.length === 0) return noneOf(shape, status);
      return tableText(
        rows.map((row) => cellsOf(columns, row, look)),
        look,
      );
    },
    quiet: (result) => rowsOf(listsOf(result)).flatMap(({ entry }) => quietOf([shape.id], entry)),
  };
}

export function noneOf({ word }: Pick<ListShape<never>, 'word'>, status: string): string {
  return status === 'booked' || status === 'pending' ? `No ${status} ${word}.` : `No ${word}.`;
}

/** Which way it goes, for the eye; the sign says it too. */
export function toneOf(change: Money | undefined): Tone | undefined {
  const amount = Number(change?.amount);
  if (amount > 0) return 'green';
  return amount < 0 ? 'red' : undefined;
}
