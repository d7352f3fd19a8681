import { getTime } from '../clock.ts';
import { formatDuration } from '../values/duration.ts';
import { parseInstant } from '../values/instant.ts';
import { isFinalStatus } from '../values/statuses.ts';
import { getStatusWord, meaningOfStatus } from '../wire/explanations.ts';
import {
  formatAge,
  formatAmount,
  formatChange,
  formatDate,
  groupIbans,
  type Money,
} from './format-values.ts';
import type { OutputStyle } from './output-style.ts';
import { sanitizeForTerminal } from './sanitize.ts';

/** The value type of each kind of column. */
interface Values {
  /** Text that is wrapped between words. */
  readonly text: string;
  /** A name, or a text of people; a terminal's list cuts it. */
  readonly name: string;
  /** A value to copy, such as an id, account, path or address; never broken. */
  readonly identifier: string;
  /** An account's number, or several numbers. */
  readonly account: string;
  /** A transactionStatus or scaStatus. */
  readonly status: string;
  readonly amount: Money;
  /** A signed amount. */
  readonly change: Money;
  /** An ISO 8601 date or date-time. */
  readonly date: string;
  /** An ISO 8601 date-time by this machine's clock; a terminal's list shows its distance from now. */
  readonly time: string;
  /** A number of seconds. */
  readonly duration: number;
  readonly count: number;
}

export type Kind = keyof Values;

/** The format of a kind of values. */
interface ValueFormat<Value> {
  readonly shown: (value: Value, look: OutputStyle) => string;
  /** Formats a value for scripts. */
  readonly plain: (value: Value) => string;
  /** Formats a value for a terminal's list, whose rows are one line each. */
  readonly listed?: (value: Value) => string;
  /** How such a list makes the value narrower; absent: by wrapping it. */
  readonly narrows?: 'by-cutting' | 'never';
  readonly tone?: (value: Value) => Tone | undefined;
  /** True if the value stays on one line. */
  readonly isWhole?: true;
  /** True if the column is right-aligned. */
  readonly isRight?: true;
}

const asItIs = { shown: (value: string) => value, plain: (value: string) => value };

/** The formats by kind. @see ADR 21 */
const WAYS: { readonly [Name in Kind]: ValueFormat<Values[Name]> } = {
  text: asItIs,
  name: { ...asItIs, narrows: 'by-cutting' },
  identifier: { ...asItIs, isWhole: true },
  account: {
    ...asItIs,
    shown: (number, { isTerminal }) => (isTerminal ? groupIbans(number) : number),
    isWhole: true,
  },
  status: {
    ...asItIs,
    shown: formatStatus,
    listed: (status) => [status, getStatusWord(status) ?? []].flat().join(' '),
    narrows: 'never',
    tone: chooseStatusTone,
  },
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
  time: { ...asItIs, shown: formatDate, listed: formatListedTime, isWhole: true },
  duration: { shown: formatDuration, plain: String, isWhole: true },
  count: { shown: String, plain: String, isWhole: true, isRight: true },
};

function formatListedTime(time: string): string {
  const at = parseInstant(time);
  return at === undefined ? time : formatAge(at, getTime());
}

/** Formats a status with its meaning; an undocumented one stays as it is. @see C-status-words */
function formatStatus(status: string): string {
  const meaning = meaningOfStatus(status);
  return meaning === undefined ? status : `${status}  ${meaning}`;
}

/** Chooses a status's colour: green if it is done, red if it failed, yellow if it waits. @see C-status-colours */
export function chooseStatusTone(status: string): Tone | undefined {
  if (['ACSC', 'FINALISED', 'EXEMPTED'].includes(status)) return 'green';
  if (['RJCT', 'FAILED'].includes(status)) return 'red';
  return meaningOfStatus(status) === undefined || (isFinalStatus(status) && status !== 'PART')
    ? undefined
    : 'yellow';
}

interface ColumnOf<Row, Name extends Kind> extends Marks<Row> {
  readonly label: string;
  readonly kind: Name;
  /** Returns the values of the column. Undefined if the row has none; each of several values has a line of its own. */
  readonly value: (row: Row) => Values[Name] | readonly Values[Name][] | undefined;
}

interface Marks<Row> {
  /** True if `--quiet` prints the column; of several such columns, the first with a value. */
  readonly isQuiet?: true;
  /** Returns the tone of the cell. */
  readonly tone?: (row: Row) => Tone | undefined;
  /** True if a terminal's table shows a repeated value once. */
  readonly isRunning?: true;
  /** True if a terminal's list that is too wide leaves the column out. */
  readonly isSpare?: true;
  /** The heading in a terminal's list, if it is shorter. */
  readonly heading?: string;
}

export const QUIET = { isQuiet: true } as const;
export const SPARE = { isSpare: true } as const;

export type Tone = 'bold' | 'red' | 'green' | 'yellow';

/**
 * One property of a resource. Each resource has one list of columns, from which its card, its table and the output of
 * `--quiet` are made.
 */
export type Column<Row> =
  | { readonly [Name in Kind]: ColumnOf<Row, Name> }[Kind]
  | (Omit<ColumnOf<Row, 'text'>, 'kind'> & { readonly kind?: undefined });

/** The members of a row that hold values of a kind. */
type Members<Row, Value> = {
  [Name in keyof Row]-?: Row[Name] extends Value | readonly Value[] | undefined ? Name : never;
}[keyof Row];

type Source<Row, Name extends Kind> = Members<Row, Values[Name]> | ColumnOf<Row, Name>['value'];

/** A column in short form: a label, a member or a function of the row, and a kind, which is text by default. */
export type ColumnLine<Row> =
  | readonly [label: string, value: Source<Row, 'text'>]
  | { readonly [Name in Kind]: readonly [string, Source<Row, Name>, Name, Marks<Row>?] }[Kind];

export type Columns<Row> = readonly (Column<Row> | ColumnLine<Row>)[];

/** Expands columns in short form. */
export function readColumns<Row>(columns: Columns<Row>): readonly Column<Row>[] {
  return columns.map((column) => {
    if (!('length' in column)) return column;
    const [label, source, kind, marks] = column;
    const value = typeof source === 'function' ? source : (row: Row) => row[source];
    return { label, kind, value, ...marks } as Column<Row>;
  });
}

/** The values of one column in one row, formatted. */
export interface Cell {
  readonly label: string;
  readonly kind: Kind;
  /** The formatted values; empty if the row has none. */
  readonly texts: readonly string[];
  readonly tone?: Tone | undefined;
  readonly isRunning?: boolean;
  readonly isSpare?: boolean;
  /** The label and texts in a terminal's list. */
  readonly listed: { readonly label: string; readonly texts: readonly string[] };
}

export function narrowsBy({ kind }: Pick<Cell, 'kind'>): 'by-wrapping' | 'by-cutting' | 'never' {
  return isWhole({ kind }) ? 'never' : (WAYS[kind].narrows ?? 'by-wrapping');
}

export function isWhole({ kind }: Pick<Cell, 'kind'>): boolean {
  return WAYS[kind].isWhole === true;
}

export function isRight({ kind }: Pick<Cell, 'kind'>): boolean {
  return WAYS[kind].isRight === true;
}

/** Builds the cells of a row, one for each column. */
export function buildCells<Row>(columns: readonly Column<Row>[], row: Row, look: OutputStyle): Cell[] {
  return columns.map((column) => {
    const kind = column.kind ?? 'text';
    const way: ValueFormat<never> = WAYS[kind];
    const { shown, listed: formatListed } = way;
    const values = getValues(column, row);
    const texts = values.map((value) => sanitizeForTerminal(shown(value, look)));
    const short = formatListed && values.map((value) => sanitizeForTerminal(formatListed(value)));
    const { label, heading = label, isRunning = false, isSpare = false } = column;
    const { tone = () => values.map((value) => way.tone?.(value))[0] } = column;
    const listed = { label: heading, texts: short ?? texts };
    return { label, kind, texts, tone: tone(row), isRunning, isSpare, listed };
  });
}

/** Returns the values of a row that `--quiet` prints. @see C-quiet */
export function getQuietValues<Row>(columns: readonly Column<Row>[], row: Row): string[] {
  const quiet = columns.filter(({ isQuiet }) => isQuiet);
  const column = quiet.find((one) => getValues(one, row).length > 0);
  if (column === undefined) return [];
  const way: ValueFormat<never> = WAYS[column.kind ?? 'text'];
  return getValues(column, row).map((value) => sanitizeForTerminal(way.plain(value)));
}

/**
 * Returns the values of a column in a row. TypeScript can't relate the column's kind to the type of its values, hence
 * `never`.
 */
function getValues<Row>({ value }: Column<Row>, row: Row): never[] {
  const found = value(row);
  return (found === undefined ? [] : [found].flat()) as never[];
}
