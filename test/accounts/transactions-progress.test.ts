import { describe, expect, it } from 'vitest';
import { trackProgress } from '../../src/accounts/transactions.ts';
import type { Links } from '../../src/wire/link.ts';

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
