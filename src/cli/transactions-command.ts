import type { AllPages, EntryLists, TransactionsAsked } from '../accounts/transactions.ts';
import { Fault } from '../errors.ts';
import { shellWord } from '../own-file.ts';
import { isCalendarDate } from '../values/oslo.ts';
import { BankCommand } from './bank-command.ts';
import { type CsvColumn, csvHeader, csvLine } from './csv.ts';
import { Flags } from './flags.ts';
import type { Presentation } from './presentation.ts';
import { columnsOf, type ListShape, noneOf, rowsOf } from './resources/listed.ts';
import { USUAL_LIMIT } from './sandbox-flags.ts';
import { csvOf, jsonOf, type Listed, quietLinesOf, tableOf } from './whole-list.ts';

/** @param statuses the values of bookingStatus that the bank takes */
export function transactionFlags(...statuses: readonly string[]) {
  return {
    status: Flags.string({
      description: 'Which transactions to list.',
      options: [...statuses],
      default: 'booked',
    }),
    from: Flags.string({ description: 'First booking date.', helpValue: 'YYYY-MM-DD' }),
    to: Flags.string({ description: 'Last booking date.', helpValue: 'YYYY-MM-DD' }),
    limit: Flags.integer({
      description: `How many to list, or with --all how many per page, up to 1000. Default: ${USUAL_LIMIT}.`,
      helpValue: 'N',
      min: 1,
    }),
    offset: Flags.integer({ description: 'How many to skip.', helpValue: 'N', min: 0 }),
    all: Flags.boolean({ description: 'Read all pages, and print each as it arrives.' }),
    csv: Flags.boolean({ description: 'Print comma-separated values.', exclusive: ['json'] }),
  };
}

interface Given {
  readonly status: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly all: boolean;
  readonly csv: boolean;
  readonly as?: string | undefined;
}

/** The base of the commands that list transactions: a page as the result, or all pages, written as they come. */
export abstract class TransactionsCommand<Page extends object, Entry> extends BankCommand<Page | undefined> {
  protected abstract readonly shape: ListShape<Entry>;
  protected abstract readonly csv: readonly CsvColumn<Listed<Entry>>[];
  protected abstract readonly table: (status: string) => Presentation<Page>;
  protected abstract readonly listsOf: (page: Page) => EntryLists<Entry>;

  #given: Given = { status: 'booked', all: false, csv: false };
  #name = '';

  protected override get presentation(): Presentation<Page | undefined> {
    return this.#given.csv
      ? this.asCsv()
      : (this.table(this.#given.status) as Presentation<Page | undefined>);
  }

  /** @throws Fault INPUT_INVALID for a date that is none, or for two in the wrong order */
  protected asked(name: string, given: Given): TransactionsAsked {
    this.#given = given;
    this.#name = name;
    const { status, from, to, limit, offset } = given;
    checkDate('--from', from);
    checkDate('--to', to);
    if (from !== undefined && to !== undefined && from > to) {
      throw new Fault('INPUT_INVALID', `--from ${from} is after --to ${to}.`, { hint: 'Swap them.' });
    }
    return { name, status, from, to, limit, offset };
  }

  /** Writes all pages as they come. */
  protected readonly take = async (all: AllPages<Entry>): Promise<void> =>
    this.write(await this.piecesOf(all));

  private async piecesOf(all: AllPages<Entry>): Promise<AsyncIterable<string>> {
    const { status, csv } = this.#given;
    if (this.jsonEnabled()) return jsonOf(all);
    if (csv) return csvOf(all, this.csv, process.stdout.isTTY === true);
    if (this.isQuiet) return quietLinesOf(all, this.shape.id);
    const look = await this.lookOfResult();
    return tableOf(all, columnsOf(this.shape, status, look), look, noneOf(this.shape, status));
  }

  /** What was left out is named: a list that ends looks whole. */
  protected told(page: Page): Page {
    const lists = this.listsOf(page);
    const { status, offset = 0 } = this.#given;
    const shown = Math.max(lists.booked?.length ?? 0, lists.pending?.length ?? 0);
    if (lists._links.next !== undefined) this.tellOfMore(offset + shown);
    else if (shown === 0 && status === 'booked') this.next([this.again({ status: 'both' })]);
    return page;
  }

  private tellOfMore(offset: number): void {
    if (this.personIsThere) this.next([this.again({ offset }), this.again({ all: true })]);
    else this.meanwhile(`There are more. Add --offset ${offset} or --all.`);
  }

  /** The command line with something else in it. */
  private again(other: Partial<Given>): string {
    const { as, csv, status, from, to, limit, offset, all } = { ...this.#given, ...other };
    const words = Object.entries({
      as,
      status: status === 'booked' ? undefined : status,
      from,
      to,
      limit,
      offset,
    });
    return [
      `${this.id?.replaceAll(':', ' ')} ${shellWord(this.#name)}`,
      ...words.flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag} ${value}`])),
      ...(all ? ['--all'] : []),
      ...(csv ? ['--csv'] : []),
    ].join(' ');
  }

  private asCsv(): Presentation<Page | undefined> {
    return {
      text: (page, { isTerminal }) => {
        const rows = page === undefined ? [] : rowsOf(this.listsOf(page));
        const lines = rows.map((row) => csvLine(this.csv, row, isTerminal));
        return [csvHeader(this.csv), ...lines].join('').slice(0, -1);
      },
    };
  }
}

function checkDate(flag: string, date: string | undefined): void {
  if (date === undefined || isCalendarDate(date)) return;
  throw new Fault('INPUT_INVALID', `${flag} ${JSON.stringify(date)} isn't a date.`, {
    hint: 'Write it as YYYY-MM-DD, for example 2026-11-21.',
  });
}
