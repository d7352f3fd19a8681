import { Fault } from '../../errors.ts';
import type { Faults } from '../faults.ts';
import type { Where } from '../file/place.ts';
import { type FileTransaction, transactionSchema } from '../file/schema.ts';
import { wrongMembers } from '../file/typed-file.ts';
import type { SeedTransaction } from '../world.ts';
import type { FilePath } from './file-path.ts';
import { type FileState, LINE_LIMIT, LineFile } from './lines.ts';
import { complete, FROM_OTHER_ACCOUNT } from './listed.ts';
import type { TransactionPart } from './part.ts';
import { csvReader, NDJSON, type RowReader } from './row.ts';

/**
 * Transactions in a file of their own, a line each. Looked at once; after that the file must stay as it is.
 * @see C-seed-transactions-file, S12-seed-size, C-seed-streams
 */
export class FromFile implements TransactionPart {
  readonly ofOtherDebtor = FROM_OTHER_ACCOUNT;
  readonly #file: FilePath;
  #checked: FileState | undefined;
  #headLines = 0;

  constructor(file: FilePath) {
    this.#file = file;
  }

  *[Symbol.iterator](): Iterator<SeedTransaction> {
    const file = this.#open();
    try {
      this.#expectSame(file);
      const { reader, rows } = this.#opened(file);
      for (const line of rows) {
        const row = reader.read(line);
        if (!row.ok) throw this.#changed();
        yield complete(row.value as FileTransaction);
      }
      this.#expectSame(file);
    } finally {
      file.close();
    }
  }

  *checked(faults: Faults): Generator<SeedTransaction | undefined> {
    const file = this.#open();
    try {
      this.#checked = file.state;
      const { head, reader, rows } = this.#opened(file);
      this.#headLines = reader.headLines;
      const headFaults = reader.headFaults(head);
      for (const { fault, remedy } of headFaults)
        faults.at(this.#lineAt(1), '', `The first line ${fault}`, remedy);
      if (headFaults.length > 0) return;
      let index = 0;
      for (const line of rows) {
        yield this.#transactionOf(line, index, reader, faults);
        index += 1;
      }
    } finally {
      file.close();
    }
  }

  whereOf(index: number, member = ''): Where {
    return { place: this.#lineAt(index + 1 + this.#headLines), path: member };
  }

  /** @throws Fault FILE_UNREADABLE where the file went, or a folder or device took its place, after its name was checked */
  #open(): LineFile {
    try {
      return new LineFile(this.#file.path);
    } catch (cause) {
      throw this.#changed(cause);
    }
  }

  #opened(file: LineFile) {
    const rows = file.lines();
    if (this.#file.kind === 'ndjson') return { head: undefined, reader: NDJSON, rows };
    const { value: head } = rows.next();
    return { head: head as string | undefined, reader: csvReader(head as string | undefined), rows };
  }

  #transactionOf(
    line: string,
    index: number,
    reader: RowReader,
    faults: Faults,
  ): SeedTransaction | undefined {
    const { place } = this.whereOf(index);
    if (line.length > LINE_LIMIT) {
      faults.at(
        place,
        '',
        `The line is longer than ${LINE_LIMIT} characters`,
        'Write one transaction a line',
      );
      return undefined;
    }
    const row = reader.read(line);
    if (!row.ok) {
      faults.at(place, '', `The line ${row.fault}`, row.remedy);
      return undefined;
    }
    const parsed = transactionSchema.safeParse(row.value);
    if (parsed.success) return complete(parsed.data);
    for (const { path, fault, remedy } of wrongMembers(parsed.error.issues)) {
      const name = reader.nameOf(path);
      faults.at(place, name, `${name || 'The line'} ${fault}`, remedy);
    }
    return undefined;
  }

  #lineAt(line: number) {
    return { file: this.#file.name, line, column: 1 };
  }

  #expectSame(file: LineFile): void {
    const { ino, size, mtimeNs } = file.state;
    const before = this.#checked;
    if (before?.ino !== ino || before.size !== size || before.mtimeNs !== mtimeNs) throw this.#changed();
  }

  #changed(cause?: unknown): Fault {
    return new Fault('FILE_UNREADABLE', `${this.#file.name} was changed while it was used.`, {
      hint: 'Run the command again.',
      cause,
    });
  }
}
