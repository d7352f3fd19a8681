import { durationInWords } from '../values/duration.ts';
import { meaningOfStatus } from '../wire/explanations.ts';
import { harmless } from './foreign-text.ts';
import type { Look } from './look.ts';
import { amountText, changeText, dateText, type Money } from './shown-values.ts';

/** What each kind of column holds. */
interface Values {
  /** Wrapped between words. */
  readonly text: string;
  /** What is copied, such as an id, an account, a path or an address: never broken. */
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
  readonly shown: (value: Value, look: Look) => string;
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
  status: { ...asItIs, shown: statusText },
  amount: {
    shown: (money, { isTerminal }) => amountText(money, isTerminal),
    plain: (money) => amountText(money, false),
    isWhole: true,
    isRight: true,
  },
  change: {
    shown: (money, { isTerminal }) => (isTerminal ? changeText(money) : amountText(money, false)),
    plain: (money) => amountText(money, false),
    isWhole: true,
    isRight: true,
  },
  date: { ...asItIs, shown: dateText, isWhole: true },
  duration: { shown: durationInWords, plain: String, isWhole: true },
  count: { shown: String, plain: String, isWhole: true, isRight: true },
};

/** A status and what it means; one that no document names stands alone. @see C-status-words */
function statusText(status: string): string {
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
  /** What `--quiet` prints: of several columns the first that a row has. */
  readonly isQuiet?: true;
  /** What stands out. */
  readonly tone?: (row: Row) => Tone | undefined;
  /** Of rows below each other with the same, a terminal's table shows it once. */
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
export function cellsOf<Row>(columns: readonly Column<Row>[], row: Row, look: Look): Cell[] {
  return columns.map((column) => {
    const kind = column.kind ?? 'text';
    const way: Way<never> = WAYS[kind];
    const texts = valuesOf(column, row).map((value) => harmless(way.shown(value, look)));
    const { label, tone, isRunning = false } = column;
    return { label, kind, texts, tone: tone?.(row), isRunning };
  });
}

/** What `--quiet` prints of a row. @see C-quiet */
export function quietOf<Row>(columns: readonly Column<Row>[], row: Row): string[] {
  const quiet = columns.filter(({ isQuiet }) => isQuiet);
  const column = quiet.find((one) => valuesOf(one, row).length > 0);
  if (column === undefined) return [];
  const way: Way<never> = WAYS[column.kind ?? 'text'];
  return valuesOf(column, row).map((value) => harmless(way.plain(value)));
}

/** The kind that a column names goes with its values: what the type of `Column` holds is not followed here. */
function valuesOf<Row>({ value }: Column<Row>, row: Row): never[] {
  const found = value(row);
  return (found === undefined ? [] : [found].flat()) as never[];
}
