import { formatDuration } from '../values/duration.ts';
import { meaningOfStatus } from '../wire/explanations.ts';
import { formatAmount, formatChange, formatDate, type Money } from './format-values.ts';
import type { OutputStyle } from './output-style.ts';
import { sanitizeForTerminal } from './sanitize.ts';

/** The value type of each kind of column. */
interface Values {
  /** Wrapped between words. */
  readonly text: string;
  /** A value to copy, such as an id, account, path or address; never broken. */
  readonly identifier: string;
  /** A transactionStatus or scaStatus. */
  readonly status: string;
  readonly amount: Money;
  /** An amount that comes or goes. */
  readonly change: Money;
  /** A date, or a date-time of ISO 8601. */
  readonly date: string;
  /** Seconds. */
  readonly duration: number;
  readonly count: number;
}

export type Kind = keyof Values;

/** How the values of a kind are shown. */
interface Way<Value> {
  readonly shown: (value: Value, look: OutputStyle) => string;
  /** As a script reads it. */
  readonly plain: (value: Value) => string;
  /** Stands on one line. */
  readonly isWhole?: true;
  /** At the right of a table's column. */
  readonly isRight?: true;
}

const asItIs = { shown: (value: string) => value, plain: (value: string) => value };

/** @see ADR 21 */
const WAYS: { readonly [Name in Kind]: Way<Values[Name]> } = {
  text: asItIs,
  identifier: { ...asItIs, isWhole: true },
  status: { ...asItIs, shown: formatStatus },
  amount: {
    shown: (money, { isTerminal }) => formatAmount(money, isTerminal),
    plain: (money) => formatAmount(money, false),
    isWhole: true,
    isRight: true,
  },
  change: {
    shown: (money, { isTerminal }) => (isTerminal ? formatChange(money) : formatAmount(money, false)),
    plain: (money) => formatAmount(money, false),
    isWhole: true,
    isRight: true,
  },
  date: { ...asItIs, shown: formatDate, isWhole: true },
  duration: { shown: formatDuration, plain: String, isWhole: true },
  count: { shown: String, plain: String, isWhole: true, isRight: true },
};

/** A status and what it means; one that no document names stands alone. @see C-status-words */
function formatStatus(status: string): string {
  const meaning = meaningOfStatus(status);
  return meaning === undefined ? status : `${status}  ${meaning}`;
}

interface ColumnOf<Row, Name extends Kind> extends Marks<Row> {
  readonly label: string;
  readonly kind: Name;
  /** Undefined where a row has none; several stand on a line each. */
  readonly value: (row: Row) => Values[Name] | readonly Values[Name][] | undefined;
}

interface Marks<Row> {
  /** True if `--quiet` prints it; of several columns the first with a value. */
  readonly isQuiet?: true;
  /** Tone of the cell. */
  readonly tone?: (row: Row) => Tone | undefined;
  /** True if a terminal's table shows a repeated value once. */
  readonly isRunning?: true;
}

export const QUIET = { isQuiet: true } as const;

export type Tone = 'bold' | 'red' | 'green';

/**
 * One property of a resource as people and scripts read it. A resource has one list of columns: its card, its table and
 * what `--quiet` prints are made from it.
 */
export type Column<Row> =
  | { readonly [Name in Kind]: ColumnOf<Row, Name> }[Kind]
  | (Omit<ColumnOf<Row, 'text'>, 'kind'> & { readonly kind?: undefined });

/** The members of a row that hold values of a kind. */
type Members<Row, Value> = {
  [Name in keyof Row]-?: Row[Name] extends Value | readonly Value[] | undefined ? Name : never;
}[keyof Row];

type Source<Row, Name extends Kind> = Members<Row, Values[Name]> | ColumnOf<Row, Name>['value'];

/** A column in a table of columns: its value is a member, or what a function makes of the row; without a kind it is text. */
export type ColumnLine<Row> =
  | readonly [label: string, value: Source<Row, 'text'>]
  | { readonly [Name in Kind]: readonly [string, Source<Row, Name>, Name, Marks<Row>?] }[Kind];

export type Columns<Row> = readonly (Column<Row> | ColumnLine<Row>)[];

/** Reads a table of columns. */
export function readColumns<Row>(columns: Columns<Row>): readonly Column<Row>[] {
  return columns.map((column) => {
    if (!('length' in column)) return column;
    const [label, source, kind, marks] = column;
    const value = typeof source === 'function' ? source : (row: Row) => row[source];
    return { label, kind, value, ...marks } as Column<Row>;
  });
}

/** One value in its place, ready to be laid out. */
export interface Cell {
  readonly label: string;
  readonly kind: Kind;
  /** A text for each value; none where the row has none. */
  readonly texts: readonly string[];
  readonly tone?: Tone | undefined;
  readonly isRunning?: boolean;
}

export function isWhole({ kind }: Pick<Cell, 'kind'>): boolean {
  return WAYS[kind].isWhole === true;
}

export function isRight({ kind }: Pick<Cell, 'kind'>): boolean {
  return WAYS[kind].isRight === true;
}

/** A row's cells, one for each column. */
export function buildCells<Row>(columns: readonly Column<Row>[], row: Row, look: OutputStyle): Cell[] {
  return columns.map((column) => {
    const kind = column.kind ?? 'text';
    const way: Way<never> = WAYS[kind];
    const texts = getValues(column, row).map((value) => sanitizeForTerminal(way.shown(value, look)));
    const { label, tone, isRunning = false } = column;
    return { label, kind, texts, tone: tone?.(row), isRunning };
  });
}

/** Returns what `--quiet` prints of a row. @see C-quiet */
export function getQuietValues<Row>(columns: readonly Column<Row>[], row: Row): string[] {
  const quiet = columns.filter(({ isQuiet }) => isQuiet);
  const column = quiet.find((one) => getValues(one, row).length > 0);
  if (column === undefined) return [];
  const way: Way<never> = WAYS[column.kind ?? 'text'];
  return getValues(column, row).map((value) => sanitizeForTerminal(way.plain(value)));
}

/** The kind that a column names goes with its values: what the type of `Column` holds is not followed here. */
function getValues<Row>({ value }: Column<Row>, row: Row): never[] {
  const found = value(row);
  return (found === undefined ? [] : [found].flat()) as never[];
}
