import { closeSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { CsvError, parse } from 'csv-parse/sync';
import { findNearest } from '../core/nearest.ts';
import { type OpenFile, openPlainFile } from '../core/read-file.ts';
import { Fault } from '../errors.ts';
import { parseStrictJson } from '../wire/strict-json.ts';
import type { FaultPlace, Faults, LocatedValue } from './faults.ts';
import { type FileTransaction, listWrongMembers, transactionSchema, type WrongMember } from './schema.ts';
import { addDefaults, FROM_OTHER_ACCOUNT } from './transactions.ts';
import type { SeedTransaction, TransactionPart } from './world.ts';

/** The path of a readable transactionsFile. */
interface FilePath {
  /** The path without symbolic links. */
  readonly path: string;
  /** The name in reported places: relative to the seed file as that was named. */
  readonly name: string;
  readonly kind: 'ndjson' | 'csv';
}

/**
 * Resolves the path of a transactionsFile: a file in the seed file's folder or below, also after following symbolic
 * links.
 * @param folder of the seed file; absent: there is none
 * @see S12-seed-size
 */
function resolveFilePath(
  stated: LocatedValue<string>,
  folder: string | undefined,
  faults: Faults,
): FilePath | undefined {
  const refuse = (fault: string, remedy: string) => {
    faults.add(stated, [], fault, remedy);
    return undefined;
  };
  const { value: given } = stated;
  const kind = extname(given).toLowerCase();
  if (kind !== '.ndjson' && kind !== '.csv')
    return refuse("isn't an .ndjson or .csv file", 'Write the transactions so, one a line');
  if (folder === undefined)
    return refuse(
      "can't be found: this world isn't read from a file",
      'List the transactions, or use generate',
    );
  let found: string;
  try {
    found = realpathSync(resolve(folder, given));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return refuse(`names ${given}, which doesn't exist`, 'Correct the name');
    return refuse(`names ${given}, which can't be read`, 'Make it readable for you');
  }
  if (!found.startsWith(realpathSync(folder) + sep))
    return refuse(
      `names ${given}, which is outside the seed file's folder`,
      'Put the file beside the seed file',
    );
  if (!statSync(found).isFile()) return refuse(`names ${given}, which isn't a file`, 'Name a file');
  return { path: found, name: join(dirname(stated.file), given), kind: kind === '.csv' ? 'csv' : 'ndjson' };
}

/**
 * Creates the part for a file with one transaction per line. Checked at once; after that the file must stay unchanged.
 * Undefined if the file can't be used.
 * @param folder of the seed file; absent: there is none
 * @see C-seed-transactions-file, S12-seed-size, C-seed-streams
 */
export function createFilePart(
  stated: LocatedValue<string>,
  folder: string | undefined,
  faults: Faults,
): TransactionPart | undefined {
  const file = resolveFilePath(stated, folder, faults);
  if (file === undefined) return undefined;
  const headLines = file.kind === 'csv' ? 1 : 0;
  const whereOf = (index: number, member = ''): FaultPlace => ({
    place: { file: file.name, line: index + 1 + headLines, column: 1 },
    path: member,
  });
  return {
    ofOtherDebtor: FROM_OTHER_ACCOUNT,
    whereOf,
    *check(faults) {
      const rows = readLines(file);
      const reader = readHead(file, rows);
      for (const { fault, remedy } of reader.headFaults)
        faults.at(whereOf(-1).place, '', `The first line ${fault}`, remedy);
      let index = 0;
      for (const line of rows) {
        if (reader.headFaults.length > 0) return;
        yield readTransaction(line, whereOf(index), reader, faults);
        index += 1;
      }
    },
    *[Symbol.iterator]() {
      const rows = readLines(file);
      const reader = readHead(file, rows);
      for (const line of rows) {
        const row = reader.read(line);
        if (!row.ok) throw createChangedFault(file);
        yield addDefaults(row.value as FileTransaction);
      }
    },
  };
}

function readHead({ kind }: FilePath, rows: Iterator<string>): RowReader {
  return kind === 'ndjson' ? NDJSON : createCsvReader(rows.next().value ?? '');
}

function readTransaction(
  line: string,
  { place }: FaultPlace,
  reader: RowReader,
  faults: Faults,
): SeedTransaction | undefined {
  const row = line.length > LINE_LIMIT ? TOO_LONG : reader.read(line);
  if (!row.ok) {
    faults.at(place, '', `The line ${row.fault}`, row.remedy);
    return undefined;
  }
  const parsed = transactionSchema.safeParse(row.value);
  if (parsed.success) return addDefaults(parsed.data);
  for (const { path, fault, remedy } of listWrongMembers(parsed.error.issues)) {
    const name = reader.nameOf(path);
    faults.at(place, name, `${name || 'The line'} ${fault}`, remedy);
  }
  return undefined;
}

const CHUNK_BYTES = 64 * 1024;
/** Far more than any transaction needs. @see S12-seed-size */
const LINE_LIMIT = 16 * 1024;

/**
 * Reads lines without their ends, a chunk of the file in memory at a time. A line over the limit is cut, and ends the
 * walk. Bytes that aren't UTF-8 become U+FFFD, which no text may have.
 * @throws Fault FILE_UNREADABLE if the file was removed, or replaced by a folder or device, after its check
 */
function* readLines(file: FilePath): Generator<string, undefined> {
  const { descriptor } = openChecked(file);
  try {
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest = '';
    for (let position = 0; rest.length <= LINE_LIMIT; ) {
      const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, position);
      if (length === 0) break;
      const text = rest + decoder.write(chunk.subarray(0, length));
      const lines = (position === 0 ? text.replace(/^\uFEFF/, '') : text).split('\n');
      position += length;
      rest = lines.pop() ?? '';
      for (const line of lines) yield line.replace(/\r$/, '');
    }
    rest += decoder.end();
    if (rest !== '') yield rest.slice(0, LINE_LIMIT + 1).replace(/\r$/, '');
  } finally {
    closeSync(descriptor);
  }
}

function openChecked(file: FilePath): OpenFile {
  try {
    return openPlainFile(file.path);
  } catch (cause) {
    throw createChangedFault(file, cause);
  }
}

function createChangedFault({ name }: FilePath, cause?: unknown): Fault {
  return new Fault('FILE_UNREADABLE', `${name} was changed while it was used.`, {
    hint: 'Run the command again.',
    cause,
  });
}

/** A parsed line before its members are checked, or the reason why it can't be parsed. */
type Row =
  | { readonly ok: true; readonly value: unknown }
  | ({ readonly ok: false } & Pick<WrongMember, 'fault' | 'remedy'>);

/** The reader for the lines of one kind of file. @see C-seed-transactions-file */
interface RowReader {
  /** Faults of the header line, in order. */
  readonly headFaults: readonly Pick<WrongMember, 'fault' | 'remedy'>[];
  readonly read: (line: string) => Row;
  /** Returns the name of a transaction's member in the file. */
  readonly nameOf: (path: readonly PropertyKey[]) => string;
}

function refuse(fault: string, remedy: string): Row {
  return { ok: false, fault, remedy };
}

const BLANK = refuse('is empty', 'Remove the line');
const TOO_LONG = refuse(`is longer than ${LINE_LIMIT} characters`, 'Write one transaction a line');
const WRONG_QUOTE = refuse(
  'has a quote in a wrong place',
  'Put quotes around the whole cell, and double each inside',
);

/** One JSON object per line. */
const NDJSON: RowReader = {
  headFaults: [],
  read: (line) => {
    if (line.trim() === '') return BLANK;
    const json = parseStrictJson(line);
    if (json.ok) return json;
    const { fault } = json;
    if (fault.kind === 'repeated-key') return refuse(`has ${fault.path} twice`, 'Keep one of them');
    return refuse("isn't one JSON object", 'Write one transaction a line, as JSON');
  },
  nameOf: (path) => path.join('.'),
};

type Column = 'date' | 'amount' | 'direction' | 'text' | 'counterpartyName' | 'counterpartyBban';

const REQUIRED: readonly Column[] = ['date', 'amount', 'direction'];
const COLUMNS: readonly Column[] = [...REQUIRED, 'text', 'counterpartyName', 'counterpartyBban'];

/** @param head the first line, with the names of the columns and their separator */
function createCsvReader(head: string): RowReader {
  const separator = /[,;]/.exec(head)?.[0] ?? ',';
  const columns = splitCells(head, separator) ?? [];
  return {
    headFaults: checkColumns(columns),
    read: (line) => {
      if (line.trim() === '') return BLANK;
      const cells = splitCells(line, separator);
      if (cells === undefined) return WRONG_QUOTE;
      const counts = `has ${cells.length} cells, but there are ${columns.length} columns`;
      if (cells.length !== columns.length)
        return refuse(counts, `Put one cell for each column, separated by ${separator}`);
      const value = parseTransaction(new Map(columns.map((name, place) => [name, cells[place] ?? ''])));
      return { ok: true, value };
    },
    nameOf: ([first, second]) =>
      second === 'name' ? 'counterpartyName' : second === 'bban' ? 'counterpartyBban' : String(first),
  };
}

function checkColumns(columns: readonly string[]): readonly Pick<WrongMember, 'fault' | 'remedy'>[] {
  const unknown = columns.filter((name) => !(COLUMNS as readonly string[]).includes(name));
  const twice = columns.filter((name, place) => columns.indexOf(name) !== place);
  const missing = REQUIRED.filter((name) => !columns.includes(name));
  return [
    ...unknown.map((name) => {
      const meant = findNearest(name, COLUMNS);
      const remedy = meant === undefined ? `The columns are ${COLUMNS.join(', ')}` : `Did you mean ${meant}?`;
      return { fault: `has the column ${JSON.stringify(name)}, which isn't one`, remedy };
    }),
    ...twice.map((name) => ({ fault: `has the column ${name} twice`, remedy: 'Keep one of them' })),
    ...missing.map((name) => ({
      fault: `lacks the column ${name}`,
      remedy: 'Add it: the first line names the columns',
    })),
  ];
}

/** Splits one line into its cells (RFC 4180); undefined for a misplaced quote. */
function splitCells(line: string, separator: string): readonly string[] | undefined {
  if (!line.includes('"')) return line.split(separator);
  try {
    return parse(line, { delimiter: separator, record_delimiter: '\n' })[0];
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

/** Parses a transaction; an empty cell is an absent member. */
function parseTransaction(cells: ReadonlyMap<string, string>): object {
  const given = (name: Column) => cells.get(name) || undefined;
  const amount = given('amount');
  return {
    date: given('date'),
    amount: amount !== undefined && /^[+-]?[0-9]+$/.test(amount) ? Number(amount) : amount,
    direction: given('direction'),
    text: given('text'),
    counterparty: { name: given('counterpartyName'), bban: given('counterpartyBban') },
  };
}
