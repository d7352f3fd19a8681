import type { TestBank } from '../../support/bank.ts';
import type { Change } from './changes.ts';
import type { Refusal } from './expectations.ts';
import type { Kind } from './kinds.ts';
import type { Row } from './rows.ts';

/** A bulk's body as a test makes it; its items are domestic bodies without debtor and date. */
export interface Bulk {
  readonly debtorAccount: object;
  readonly requestedExecutionDate?: string;
  readonly payments: object[];
}

/** A bulk of so many payments, each with a message of its own. */
export function bulkOf(bank: TestBank, count: number): Bulk {
  const { debtorAccount } = bank.payment();
  return { debtorAccount, payments: Array.from({ length: count }, () => item(bank)) };
}

/** One valid payment of a bulk. */
export function item(bank: TestBank): object {
  const { debtorAccount: _, ...payment } = bank.payment();
  return payment;
}

/** Of three payments: what is wrong in the middle one is seen to be nowhere else. @see D4-bulk-items */
export const bulk: Kind = {
  path: '/v1/bulk-payments/norwegian-domestic-credit-transfers',
  body: (bank) => bulkOf(bank, 3),
};

/** The edit of a domestic body, made in one payment of a bulk. */
export function changeItem(place: number, change: Change): Change {
  return (body) => change((body as Bulk).payments[place] as object);
}

/** A row about a domestic body, of one payment of a bulk: the fault is told at its place. */
export function inItem(place: number): (row: Row) => Row {
  return ({ what, change, answer, ...rest }) => ({
    ...rest,
    what: `${what}, in payments[${place}]`,
    ...(change === undefined ? {} : { change: changeItem(place, change) }),
    answer: answerAt(`payments[${place}].`, answer),
  });
}

function answerAt(prefix: string, answer: Row['answer']): Row['answer'] {
  if (typeof answer === 'string') return answer;
  return 'unused' in answer
    ? { unused: answer.unused.map((path) => prefix + path) }
    : refusalAt(prefix, answer);
}

function refusalAt(prefix: string, { path, ...refusal }: Refusal): Refusal {
  if (path === undefined || path === null) return refusal;
  if (typeof path === 'string') return { ...refusal, path: prefix + path };
  const escaped = prefix.replace(/[[\].]/g, '\\$&');
  return { ...refusal, path: new RegExp(`^${escaped}${path.source.replace(/^\^/, '')}`) };
}
