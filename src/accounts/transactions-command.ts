import { randomUUID } from 'node:crypto';
import type { Command } from '@oclif/core/command';
import type { ArgInput, InferredFlags } from '@oclif/core/interfaces';
import { type BankCommand, defineBankCommand } from '../cli/bank-command.ts';
import {
  buildCells,
  Flags,
  getQuietValues,
  type Help,
  type Presentation,
  readColumns,
} from '../cli/command.ts';
import type { OutputStyle } from '../cli/output-style.ts';
import { consentFlags, parseConsentFlags } from '../cli/psu-flags.ts';
import { sanitizeJson } from '../cli/sanitize.ts';
import { createGrowingTable, formatTable } from '../cli/table.ts';
import { Fault } from '../errors.ts';
import { quoteForShell } from '../own-file.ts';
import { isCalendarDate } from '../values/oslo.ts';
import { DEFAULT_PAGE_LIMIT, MOST_PAGE_LIMIT } from '../wire/page-limit.ts';
import { formatCsv, type ListedEntry, type ListShape, listColumns, listRows } from './transaction-view.ts';
import { type AllPages, type PagedList, readTransactions } from './transactions.ts';

/** Declares the flags of a list of transactions. @param statuses the values of bookingStatus that the bank accepts */
function createTransactionFlags(statuses: readonly string[]) {
  return {
    status: Flags.string({
      description: 'Which transactions to list.',
      options: [...statuses],
      default: 'booked',
    }),
    from: Flags.string({ description: 'First booking date.', helpValue: 'YYYY-MM-DD' }),
    to: Flags.string({ description: 'Last booking date.', helpValue: 'YYYY-MM-DD' }),
    limit: Flags.integer({
      description: `How many to list, or with --all how many per page, up to ${MOST_PAGE_LIMIT}. Default: ${DEFAULT_PAGE_LIMIT}.`,
      helpValue: 'N',
      min: 1,
    }),
    offset: Flags.integer({ description: 'How many to skip.', helpValue: 'N', min: 0 }),
    all: Flags.boolean({ description: 'Read all pages, and print each as it arrives.' }),
    csv: Flags.boolean({ description: 'Print comma-separated values.', exclusive: ['json'] }),
    ...consentFlags,
  };
}

type Asked = InferredFlags<ReturnType<typeof createTransactionFlags>>;

/**
 * Defines a command that lists transactions of the account in its first argument: one page as the result, or all pages
 * written as they arrive.
 * @throws Fault INPUT_INVALID for an invalid date, or for dates in the wrong order
 */
export function defineTransactionsCommand<Page extends object, Entry>(
  declaration: Help & { readonly args: ArgInput },
  statuses: readonly string[],
  list: PagedList<Page, Entry>,
  shape: ListShape<Entry>,
): Command.Class {
  const flags = createTransactionFlags(statuses);
  return defineBankCommand({ ...declaration, flags }, async (command, parsed) => {
    const [name = ''] = Object.values(parsed.args) as string[];
    const { status, from, to, limit, offset, all } = parsed.flags;
    checkDate('--from', from);
    checkDate('--to', to);
    if (from !== undefined && to !== undefined && from > to) {
      throw new Fault('INPUT_INVALID', `--from ${from} is after --to ${to}.`, { hint: 'Swap them.' });
    }
    const listing = new Listing(command, list, shape, parsed.flags, name);
    command.present(listing.createView());
    const asked = { name, status, from, to, limit, offset };
    const choice = parseConsentFlags(parsed.flags, command.usualSca);
    const take = all ? (pages: AllPages<Entry>) => listing.writeAll(pages) : undefined;
    const page = await readTransactions(command.context, list, asked, choice, take);
    if (page !== undefined) listing.suggestRest(page);
    return page;
  });
}

/** The output of one list of transactions. */
class Listing<Page extends object, Entry> {
  readonly #command: BankCommand;
  readonly #list: PagedList<Page, Entry>;
  readonly #shape: ListShape<Entry>;
  readonly #given: Asked;
  readonly #name: string;

  constructor(
    command: BankCommand,
    list: PagedList<Page, Entry>,
    shape: ListShape<Entry>,
    given: Asked,
    name: string,
  ) {
    [this.#command, this.#list, this.#shape, this.#given, this.#name] = [command, list, shape, given, name];
  }

  createView(): Presentation<Page> {
    const shape = this.#shape;
    const rowsOf = (page: Page) => listRows(this.#list.listsOf(page));
    const { status, csv } = this.#given;
    if (csv) return { text: (page, look) => formatCsv(shape, rowsOf(page), look).slice(0, -1) };
    return {
      text: (page, look) => {
        const columns = listColumns(shape, status, look);
        const rows = rowsOf(page).map((row) => buildCells(columns, row, look));
        return rows.length === 0 ? this.#describeNone() : formatTable(rows, look);
      },
      quiet: (page) => listIds(shape, rowsOf(page)),
    };
  }

  #describeNone(): string {
    const { status } = this.#given;
    return `No ${status === 'booked' || status === 'pending' ? `${status} ` : ''}${this.#shape.word}.`;
  }

  /** Writes all pages as they arrive. */
  async writeAll(all: AllPages<Entry>): Promise<void> {
    const command = this.#command;
    await command.write(
      command.jsonEnabled() ? writeJson(all) : this.#writeText(all, await command.lookOfResult()),
    );
  }

  async *#writeText({ lists }: AllPages<Entry>, look: OutputStyle): AsyncGenerator<string> {
    const { status, csv } = this.#given;
    const rows = readRows(lists);
    if (csv) {
      yield formatCsv(this.#shape, [], look);
      for await (const part of rows) yield formatCsv(this.#shape, part, look, false);
    } else if (this.#command.isQuiet) {
      for await (const part of rows)
        yield listIds(this.#shape, part)
          .map((line) => `${line}\n`)
          .join('');
    } else {
      const columns = listColumns(this.#shape, status, look);
      const add = createGrowingTable(look);
      let isEmpty = true;
      for await (const part of joinParts(rows)) {
        yield `${await add(part.map((row) => buildCells(columns, row, look)))}\n`;
        isEmpty = false;
      }
      if (isEmpty) yield `${this.#describeNone()}\n`;
    }
  }

  /** Suggests how to read the remaining entries, because a truncated list looks complete. */
  suggestRest(page: Page): void {
    const command = this.#command;
    const { booked = [], pending = [], _links } = this.#list.listsOf(page);
    const { status, offset: begun = 0 } = this.#given;
    const shown = Math.max(booked.length, pending.length);
    const offset = begun + shown;
    if (_links.next === undefined) {
      if (shown === 0 && status === 'booked') command.next([this.#again({ status: 'both' })]);
    } else if (command.personIsThere) command.next([this.#again({ offset }), this.#again({ all: true })]);
    else command.reportProgress(`There are more. Add --offset ${offset} or --all.`);
  }

  /** Builds the same command line with other flags. */
  #again(other: Partial<Asked>): string {
    const { as, csv, status, from, to, limit, offset, all } = { ...this.#given, ...other };
    const given = { as, status: status === 'booked' ? undefined : status, from, to, limit, offset };
    return [
      `${this.#command.id?.replaceAll(':', ' ')} ${quoteForShell(this.#name)}`,
      ...Object.entries(given).flatMap(([flag, value]) => (value === undefined ? [] : `--${flag} ${value}`)),
      ...(all ? ['--all'] : []),
      ...(csv ? ['--csv'] : []),
    ].join(' ');
  }
}

function checkDate(flag: string, date: string | undefined): void {
  if (date === undefined || isCalendarDate(date)) return;
  throw new Fault('INPUT_INVALID', `${flag} ${JSON.stringify(date)} isn't a date.`, {
    hint: 'Write it as YYYY-MM-DD, for example 2026-11-21.',
  });
}

/** Lists the ids of the rows. @see C-quiet */
function listIds<Entry>({ id }: ListShape<Entry>, rows: readonly ListedEntry<Entry>[]): string[] {
  const columns = readColumns([id]);
  return rows.flatMap(({ entry }) => getQuietValues(columns, entry));
}

type Lists<Entry> = AllPages<Entry>['lists'];

/**
 * Writes the JSON of the whole list: the first page's resource, in which a placeholder for each list is replaced by the
 * entries of all pages.
 * @see C-transactions-all
 */
async function* writeJson({ first, member, lists }: AllPages<unknown>): AsyncGenerator<string> {
  const mark = randomUUID();
  const marks = Object.fromEntries(lists.map(({ bookingStatus }) => [bookingStatus, mark]));
  const { [member]: page = {} } = first as unknown as Readonly<Record<string, object>>;
  const others = Object.entries(page).filter(([name]) => !Object.hasOwn(marks, name));
  const rest = others.map(([name, value]) => [name, name === '_links' ? withoutNext(value) : value]);
  const whole = { ...first, [member]: { ...marks, ...Object.fromEntries(rest) } };
  const [begin = '', ...further] = sanitizeJson(whole).split(JSON.stringify(mark));
  yield begin;
  for (const [place, { pages }] of lists.entries()) {
    yield* writeEntries(pages);
    yield further[place] ?? '';
  }
  yield '\n';
}

async function* writeEntries(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const page of pages) {
    const texts = page.map((entry) => `\n      ${sanitizeJson(entry).replaceAll('\n', '\n      ')}`);
    if (texts.length === 0) continue;
    yield `${isEmpty ? '[' : ','}${texts.join()}`;
    isEmpty = false;
  }
  yield isEmpty ? '[]' : '\n    ]';
}

function withoutNext({ next: _, ...links }: Record<string, unknown>): object {
  return links;
}

/** The number of rows that are laid out at once, so that the alignment does not depend on the size of a page. */
const ALIGNED = 1000;

async function* joinParts<Row>(parts: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  let held: Row[] = [];
  for await (const part of parts) {
    held.push(...part);
    if (held.length < ALIGNED) continue;
    yield held;
    held = [];
  }
  if (held.length > 0) yield held;
}

async function* readRows<Entry>(lists: Lists<Entry>): AsyncGenerator<readonly ListedEntry<Entry>[]> {
  for (const { bookingStatus, pages } of lists) {
    for await (const page of pages) yield page.map((entry) => ({ bookingStatus, entry }));
  }
}
