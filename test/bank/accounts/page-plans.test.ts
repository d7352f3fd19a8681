import { describe, expect, it } from 'vitest';
import {
  AT_START,
  createBookedCardList,
  createBookedList,
  createPendingCardList,
  createPendingList,
  findOldestBooked,
  findOldestExecution,
  findPendingPayment,
  type OrderedList,
  type Position,
} from '../../../src/bank/store/tables/lists.ts';
import type { Op } from '../../../src/store/contract.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { wake } from '../../support/life/operator.ts';
import { readStored } from '../../support/stored.ts';

const bank = bankOfEach();
const dates = { fromDate: '2026-01-01', toDate: '2026-11-18' };
const before = { ...dates, upTo: 7n };
const [account, card, number] = ['a', 'c', '9'];

const LISTS: Readonly<Record<string, OrderedList<unknown>>> = {
  'what is booked': createBookedList({ account, ...dates }),
  'what was booked then': createBookedList({ account, ...before }),
  'what is booked of a card': createBookedCardList({ account: card, ...dates }),
  'what was booked of a card then': createBookedCardList({ account: card, ...before }),
  'what is pending': createPendingList({ account, number, ...dates }),
  'what is pending of a card': createPendingCardList({ account: card, ...dates }),
};

const MIDDLE: readonly Position[] = [
  { count: 1, place: { order: 0n, date: '2026-05-05', id: 'x', sequence: 4n } },
  { count: 1, place: { order: 1n, date: '2026-05-05', id: 'x', sequence: 4n } },
  { count: 1, place: { order: 5n, date: '2026-05-05', id: '', sequence: -1n } },
];

/** How SQLite goes about the first statement of some work. */
function planOf(op: Op<unknown>): string[] {
  const step = op.next();
  if (step.done) throw new Error('work without a statement');
  const sql = step.value.sql.replaceAll('?', '1');
  return readStored(bank().path, `EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => String(detail));
}

const SORTS = /TEMP B-TREE|AUTOMATIC|MULTI-INDEX|SCAN/;
/** By an account's index, from a place or a date on; or the payment of a row. */
const FOUND =
  /USING (?:COVERING )?INDEX \w+_(?:accounts|from|to_creditors|to) \(\w*account=\? AND .*[<>=]\(?\?/;
const LISTED = /SEARCH (?:transactions|card_transactions|payments USING (?:COVERING )?INDEX) /;

const READS: Readonly<Record<string, (list: OrderedList<unknown>, place: Position) => Op<unknown>>> = {
  'its rows': (list, place) => list.rows(place, 200),
  'where the next one starts': (list, place) => list.placeAfter(place, 200),
  'where the previous one starts': (list, place) => list.placeBefore(place, 200),
};

describe('the plan of a page, first, middle and last [D7-page-place, S3-short-lock]', () => {
  it.each(Object.keys(LISTS))('of %s finds its place by the index, and sorts nothing', async (name) => {
    await wake(bank());
    const list = LISTS[name]!;
    for (const read of Object.values(READS)) {
      for (const place of [AT_START, ...MIDDLE]) {
        const plan = planOf(read(list, place));
        expect(plan.filter((line) => SORTS.test(line))).toEqual([]);
        const listed = plan.filter((line) => LISTED.test(line));
        expect(listed.length).toBeGreaterThan(0);
        expect(listed.filter((line) => !FOUND.test(line))).toEqual([]);
      }
    }
  });

  it('goes from a place to the last date that is asked for, and no further', async () => {
    await wake(bank());
    expect(planOf(LISTS['what was booked then']!.rows(MIDDLE[0]!, 200))).toContain(
      'SEARCH transactions USING INDEX transactions_of_accounts (account=? AND booking_date>? AND (booking_date,payment)<(?,?))',
    );
  });

  it('sorts, of a list of before, those alone that have ended since', async () => {
    await wake(bank());
    for (const list of [
      createPendingList({ account, number, ...before }),
      createPendingCardList({ account: card, ...before }),
    ]) {
      const plan = planOf(list.rows(MIDDLE[2]!, 200));
      const sorted = plan.filter((line) => SORTS.test(line));
      expect(sorted.filter((line) => line !== 'USE TEMP B-TREE FOR ORDER BY')).toEqual([]);
      expect(sorted).toHaveLength(plan.filter((line) => /payments_ended_\w+ \(.*ended>\?/.test(line)).length);
    }
  });

  it('of the first dates, and of one that is pending, reads no list', async () => {
    await wake(bank());
    const side = { sequence: 1n, side: 'creditor' } as const;
    for (const op of [
      findOldestBooked(account),
      findOldestExecution(account, number),
      findPendingPayment(side, { account, number }),
    ]) {
      const plan = planOf(op);
      expect(plan.filter((line) => SORTS.test(line))).toEqual([]);
      expect(plan.length).toBeGreaterThan(0);
    }
  });
});
