import { describe, expect, it } from 'vitest';
import type { AnswerFacts, Entry } from '../../src/chaos/journal.ts';
import { type BookedOrder, findHarm } from '../../src/chaos/report.ts';

const SAID: AnswerFacts = {
  status: 200,
  codes: [],
  warnings: [],
  transactionStatuses: [],
  hasScaRedirect: false,
};

function call(operation: string, entry: Partial<Entry> = {}, said: Partial<AnswerFacts> = {}): Entry {
  return { operation, isScaStep: false, isLost: false, said: { ...SAID, ...said }, ...entry };
}

const created = (requestId: string, paymentId: string) =>
  call('create payment', { requestId }, { status: 201, paymentId, transactionStatus: 'RCVD' });
/** The bank made it, and the answer went nowhere. */
const lost = (requestId: string): Entry => ({
  ...{ operation: 'create payment', requestId, isScaStep: false, isLost: true },
});

const booked = (paymentId: string, requestId: string, status = 'ACTC', key = 'same'): BookedOrder => ({
  ...{ paymentId, requestId, status },
  duplicateKeys: status === 'RJCT' ? [] : [key],
});

describe('harm found in books and log [C-serve-chaos-harm]', () => {
  it('is a payment made twice under two ids, the second before the client knew of the first', () => {
    const books = [booked('first', 'r1'), booked('second', 'r2')];
    expect(findHarm(books, [lost('r1'), created('r2', 'second')])).toEqual([
      { harm: 'payment-made-twice', payments: ['first', 'second'] },
    ]);
  });

  it('is none where the client knew of the first, and meant to pay again', () => {
    const books = [booked('first', 'r1'), booked('second', 'r2')];
    expect(findHarm(books, [created('r1', 'first'), created('r2', 'second')])).toEqual([]);
    const repeated = [lost('r1'), created('r1', 'first'), created('r2', 'second')];
    expect(findHarm(books, repeated)).toEqual([]);
  });

  it('is a payment whose lost answer nobody asked for again', () => {
    expect(findHarm([booked('first', 'r1')], [lost('r1')])).toEqual([
      { harm: 'payment-forgotten', payments: ['first'] },
    ]);
    expect(findHarm([booked('first', 'r1')], [lost('r1'), created('r1', 'first')])).toEqual([]);
  });

  it('is a final status that the client never read; an answer that was lost is not read', () => {
    const books = [booked('first', 'r1', 'ACSC')];
    const read = call('read payment status', { about: 'first' }, { transactionStatus: 'ACSC' });
    const unread = [{ harm: 'final-status-unread', payments: ['first'] }];
    expect(findHarm(books, [created('r1', 'first')])).toEqual(unread);
    expect(findHarm(books, [created('r1', 'first'), { ...read, isLost: true }])).toEqual(unread);
    expect(findHarm(books, [created('r1', 'first'), read])).toEqual([]);
    const cancelled = call('cancel payment', { about: 'first' }, { status: 204 });
    expect(findHarm([booked('first', 'r1', 'CANC')], [created('r1', 'first'), cancelled])).toEqual([]);
  });

  const session = { session: 's' };
  const accounts = call('list accounts', session);
  const over = call('list accounts', session, { status: 401, codes: ['SCA_EXPIRED'] });
  const scaStep: Entry = { isScaStep: true, isLost: false, said: SAID };

  it('is a session used again after the bank had said that it is over', () => {
    expect(findHarm([], [accounts, over, over, over])).toEqual([
      { harm: 'dead-session-used', operation: 'list accounts', times: 2 },
    ]);
  });

  it.each([
    ['somebody went to the SCA between', [accounts, over, scaStep, over]],
    ['the first 401 was lost', [accounts, { ...over, isLost: true }, over]],
    ['the session never had an SCA', [over, over]],
    ['another session is used', [accounts, over, { ...over, session: 'other' }]],
  ] as const)('is none where %s', (_, log) => {
    expect(findHarm([], log)).toEqual([]);
  });
});
