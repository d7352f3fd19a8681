import { describe, expect, it } from 'vitest';
import {
  ACCOUNT_TRANSACTIONS,
  readWholeLists,
  trackProgress,
  walk,
} from '../../src/accounts/transactions.ts';
import type { CallResult } from '../../src/client/call.ts';
import type { CallContext, Operation } from '../../src/client/operation.ts';
import type { PsuCall } from '../../src/sca/retry-after-sca.ts';
import type { Links } from '../../src/wire/link.ts';

const PLACE = { origin: 'https://bank.example', basePath: '/api' };
const LIST = '/api/v1/accounts/a1/transactions';
/** A bank whose page of a target is the rows there and the link that follows. */
type Pages = Readonly<Record<string, { readonly rows: readonly string[]; readonly next?: string }>>;

function bankOf(pages: Pages) {
  const targets: string[] = [];
  const as: Pick<PsuCall, 'call'> = {
    call: async <Input, Resource>(operation: Operation<Input, Resource>, input: Input) => {
      const { target } = operation.request(input, { basePath: '/api', psu: {} } as CallContext);
      targets.push(target);
      const { rows, next } = pages[target] ?? { rows: [] };
      const links = next === undefined ? {} : { next: { href: next, verbs: ['GET'] } };
      const booked = rows.map((transactionId) => ({ transactionId }));
      const resource = { account: {}, transactions: { booked, _links: links } };
      return { resource: resource as Resource, meta: { requestId: 'r', status: 200, durationMs: 1 } };
    },
  };
  return { as: as as PsuCall, targets };
}

async function rowsOf(as: PsuCall): Promise<string[]> {
  const rows: string[] = [];
  const wanted = { bookingStatus: 'booked' };
  for await (const { resource } of walk(as, PLACE, ACCOUNT_TRANSACTIONS, 'a1', wanted)) {
    rows.push(...(resource.transactions.booked ?? []).map(({ transactionId = '' }) => transactionId));
  }
  return rows;
}

describe('a walk over the pages of a list [C-transactions-all, S10-links-followed]', () => {
  it('reads each page where the link of the one before leads, whose query stays as it came', async () => {
    const { as, targets } = bankOf({
      [`${LIST}?bookingStatus=booked`]: { rows: ['1', '2'], next: `${LIST}?page=%41-_&x=1` },
      [`${LIST}?page=%41-_&x=1`]: { rows: ['3'], next: `https://bank.example${LIST}?page=B` },
      [`${LIST}?page=B`]: { rows: ['4'] },
    });
    expect(await rowsOf(as)).toEqual(['1', '2', '3', '4']);
    expect(targets.slice(1)).toEqual([`${LIST}?page=%41-_&x=1`, `${LIST}?page=B`]);
  });

  // Which links lead elsewhere is in test/client/links.test.ts.
  it('sends nothing where a link leads elsewhere', async () => {
    const next = 'https://elsewhere.example/api/v1/accounts';
    const { as, targets } = bankOf({ [`${LIST}?bookingStatus=booked`]: { rows: ['1'], next } });
    await expect(rowsOf(as)).rejects.toThrow(`The bank's next link, ${next}`);
    expect(targets).toHaveLength(1);
  });

  it('ends where links lead in a circle, however long it is', async () => {
    const link = (place: number) => `${LIST}?page=${place}`;
    const circle = Object.fromEntries(
      [0, 1, 2, 3, 4, 5].map((place) => [link(place), { rows: [], next: link(place === 5 ? 1 : place + 1) }]),
    );
    const { as } = bankOf({ ...circle, [`${LIST}?bookingStatus=booked`]: { rows: [], next: link(0) } });
    await expect(rowsOf(as)).rejects.toThrow('leads back to a page that was already read');
  });
});

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
      yield { resource } as CallResult<Page>;
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

interface Entry {
  readonly bookingDate?: string;
}

const LINK = '/v1/accounts/a1/transactions?bookingStatus=booked&dateFrom=2026-11-01&page=B';
const on = (...dates: readonly string[]): Entry[] => dates.map((bookingDate) => ({ bookingDate }));

/** What is told while these pages are read, at a terminal whose bar is the share in percent. */
async function toldOf(pages: readonly (readonly Entry[])[], href?: string, isTerminal = true) {
  const told: string[] = [];
  const [booked = []] = pages;
  const _links: Links = href === undefined ? {} : { next: { href, verbs: ['GET' as const] } };
  const means = {
    tell: (text: string) => told.push(text.replace('Reading transactions  ', '')),
    ...(isTerminal && { bar: (share: number) => `${Math.round(share * 100)} %` }),
  };
  async function* read() {
    yield* pages;
  }
  const passed: (readonly Entry[])[] = [];
  for await (const page of trackProgress<Entry>(means, { booked, _links })({
    bookingStatus: 'booked',
    pages: read(),
  }))
    passed.push(page);
  expect(passed).toEqual(pages);
  return told;
}

describe('how far the pages of a long list are read [C-progress, C-transactions-all]', () => {
  it('is seen by their days, from the newest to the first day of the links', async () => {
    const pages = [on('2026-11-10', '2026-11-09'), on('2026-11-06'), on('2026-11-01')];
    expect(await toldOf(pages, LINK)).toEqual([
      '20 %  2 so far, back to 2026-11-09',
      '50 %  3 so far, back to 2026-11-06',
      '100 %  4 so far, back to 2026-11-01',
    ]);
  });

  it('has no bar elsewhere than at a terminal, nor where the days are not known', async () => {
    const pages = [on('2026-11-10')];
    expect(await toldOf(pages, LINK, false)).toEqual(['1 so far, back to 2026-11-10']);
    expect(await toldOf(pages)).toEqual(['1 so far, back to 2026-11-10']);
    expect(await toldOf(pages, '/v1/accounts/a1/transactions?dateFrom=never')).toEqual([
      '1 so far, back to 2026-11-10',
    ]);
    expect(await toldOf([[{}], on('yesterday')], LINK)).toEqual(['1 so far', '2 so far']);
  });
});
