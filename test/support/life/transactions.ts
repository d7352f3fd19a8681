import { expect } from 'vitest';
import { incoming, made } from '../../bank/sandbox/calls.ts';
import type { Answer, TestBank } from '../bank.ts';
import { readStored } from '../stored.ts';
import { type Asking, ask } from './information.ts';

/** Lists of transactions in account information. */

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever JSON came
type Listed = any;

/** A list's report, with what of it the test looks at. */
export interface Report {
  readonly booked?: Listed[];
  readonly pending?: Listed[];
  readonly _links: Readonly<Record<string, { readonly href: string }>>;
}

export function reportOf({ status, text, json }: Answer): Report {
  expect(status, text).toBe(200);
  return json.transactions ?? json.cardTransactions;
}

/** A list as a query asks for it. @param path below /v1, of the account or card */
export async function report(
  bank: TestBank,
  path: string,
  query: string,
  asking: Asking = {},
): Promise<Report> {
  return reportOf(await ask(bank, `${path}/transactions`, { query, ...asking }));
}

/** Where a link of the bank leads. */
export function follow(bank: TestBank, href: string, asking: Asking = {}): Promise<Answer> {
  const [path = '', query = ''] = href.split('?');
  return ask(bank, path.replace(/^\/v1\//, ''), { query, ...asking });
}

/** All pages from one on, by a link that each has. */
export async function pagesFrom(bank: TestBank, first: Report, link = 'next'): Promise<Report[]> {
  const pages = [first];
  for (let href = first._links[link]?.href; href !== undefined; ) {
    const next = reportOf(await follow(bank, href));
    pages.push(next);
    href = next._links[link]?.href;
  }
  return pages;
}

/** The ids that pages have, in their order. */
export function idsOf(pages: readonly Report[], kind: 'booked' | 'pending' = 'booked'): string[] {
  return pages.flatMap((page) => (page[kind] ?? []).map((one) => one.transactionId ?? one.cardTransactionId));
}

/** The numbers of an account, by its id. */
export function numbersOf(bank: TestBank, id: string): { bban: string; iban: string } {
  const [row] = readStored(bank.path, `SELECT bban, iban FROM accounts WHERE id = '${id}'`);
  return { bban: String(row?.bban), iban: String(row?.iban) };
}

/** Makes so many transactions by hand, over so many days back from one. */
export async function makeMany(
  bank: TestBank,
  account: string,
  count: number,
  days: readonly string[] = ['2026-11-12'],
): Promise<string[]> {
  const numbers = numbersOf(bank, account);
  const items = Array.from({ length: count }, (_, place) => {
    const date = days[place % days.length];
    return incoming(numbers, { amount: place + 1, bookingDate: date, valueDate: date });
  });
  return (await made(bank, `/accounts/${account}/transactions`, items)).transactionIds;
}
