import { describe, expect, it } from 'vitest';
import { readWholeLists } from '../../src/accounts/transactions.ts';
import type { Called } from '../../src/client/call.ts';

interface Page {
  readonly booked?: readonly string[];
  readonly pending?: readonly string[];
}

/** What is read of a bank with these pages, and which of them are asked for. */
async function readOf(pages: readonly Page[]) {
  const asked: number[] = [];
  const [first = {}] = pages;
  async function* walk() {
    for (const [place, resource] of pages.entries()) {
      if (place > 0) asked.push(place + 1);
      yield { resource } as Called<Page>;
    }
  }
  const lists = readWholeLists(first, walk(), {
    listsOf: (page) => ({ ...page, _links: {} }),
    idOf: (entry: string) => (entry === 'no id' ? undefined : entry),
  });
  const read: Record<string, string[]> = {};
  for (const { bookingStatus, pages: entries } of lists) {
    read[bookingStatus] = [];
    for await (const page of entries) read[bookingStatus]?.push(...page);
  }
  return { read, asked };
}

describe('the entries of all pages [C-transactions-all]', () => {
  it('are booked ones first, then pending ones', async () => {
    const pages = [
      { booked: ['a'], pending: ['1'] },
      { booked: ['b'], pending: ['2'] },
      { booked: ['c'], pending: [] },
    ];
    expect(await readOf(pages)).toEqual({
      read: { booked: ['a', 'b', 'c'], pending: ['1', '2'] },
      asked: [2, 3],
    });
  });

  it('are read once where one list was asked for', async () => {
    expect(await readOf([{ pending: ['1'] }, { pending: ['2'] }])).toEqual({
      read: { pending: ['1', '2'] },
      asked: [2],
    });
    expect(await readOf([{ booked: ['a'] }, { booked: [] }])).toEqual({
      read: { booked: ['a'] },
      asked: [2],
    });
  });

  it('are told once where a bank tells all that is pending on every page', async () => {
    const pages = [
      { booked: ['a'], pending: ['1', '2'] },
      { booked: ['b'], pending: ['1', '2'] },
    ];
    expect(await readOf(pages)).toEqual({ read: { booked: ['a', 'b'], pending: ['1', '2'] }, asked: [2] });
  });

  it('are not taken for each other where a bank gives no ids', async () => {
    const pages = [
      { booked: [], pending: ['no id'] },
      { booked: [], pending: ['no id'] },
    ];
    expect((await readOf(pages)).read.pending).toEqual(['no id', 'no id']);
  });
});
