import { expect } from 'vitest';
import type { TestBank } from '../bank.ts';
import { readAllStored, readStored } from '../stored.ts';
import type { Payment } from './payments.ts';

export interface Balances {
  readonly closingBooked: number;
  readonly expected: number;
}

/** Both balances of an account by its bban, in whole units, as the sandbox shows them. */
export async function balancesOf(bank: TestBank, bban: string): Promise<Balances> {
  const { status, json, text } = await bank.send({ method: 'GET', path: '/v1/sandbox/accounts' });
  expect(status, text).toBe(200);
  const account = json.find((one: { bban: string }) => one.bban === bban);
  const amount = (type: string) =>
    account.balances.find((one: { balanceType: string }) => one.balanceType === type).balanceAmount.amount;
  return { closingBooked: amount('closingBooked'), expected: amount('expected') };
}

export async function bookedOn(bank: TestBank, bban: string): Promise<number> {
  return (await balancesOf(bank, bban)).closingBooked;
}

/** The exact balance of an account or card account by its id, in minor units. */
export function minorOn(bank: TestBank, id: string): number {
  const sql = `SELECT COALESCE(SUM(amount_minor), 0) AS n FROM booking_lines WHERE account = '${id}'`;
  return Number(readStored(bank.path, sql)[0]?.n);
}

export function accountId(bank: TestBank, bban: string): string {
  return String(readStored(bank.path, `SELECT id FROM accounts WHERE bban = '${bban}'`)[0]?.id);
}

/** When the bookings after the opening ones were made, in the order in which they were. */
export function bookingTimes(bank: TestBank): number[] {
  const opening = `SELECT MIN(booked_at_ms) FROM bookings`;
  const sql = `SELECT booked_at_ms AS at FROM bookings WHERE booked_at_ms > (${opening}) ORDER BY sequence`;
  return readStored(bank.path, sql).map(({ at }) => Number(at));
}

/** One change of a payment's status. */
export interface Step {
  readonly change: string;
  readonly at: number;
}

/** What became of a payment, or of the items of a bulk, step by step. */
export function stepsOf(bank: TestBank, { paymentId }: Pick<Payment, 'paymentId'>): Step[] {
  const sql = `SELECT t.from_status AS f, t.to_status AS t, t.at_ms AS at FROM transitions t
    JOIN payments p ON t.payment = p.sequence LEFT JOIN bulks b ON b.sequence = p.bulk
    WHERE p.id = '${paymentId}' OR b.id = '${paymentId}' ORDER BY t.place`;
  return readStored(bank.path, sql).map(({ f, t, at }) => ({ change: `${f}→${t}`, at: Number(at) }));
}

export function changesOf(bank: TestBank, payment: Payment): string[] {
  return stepsOf(bank, payment).map(({ change }) => change);
}

/** The 30 of D4-transitions. */
export const TRANSITIONS = Object.entries({
  RCVD: 'ACTC ACWC PDNG RJCT CANC',
  ACTC: 'ACCP ACWC PDNG RJCT CANC',
  ACWC: 'ACCP PDNG RJCT CANC',
  ACCP: 'ACSP PDNG RJCT CANC',
  PDNG: 'ACTC ACCP ACSP RJCT CANC',
  ACSP: 'ACSC ACWP PDNG RJCT CANC',
  ACWP: 'ACSC RJCT',
}).flatMap(([from, to]) => to.split(' ').map((one) => `${from}→${one}`));

/** What holds whatever was done. @see D9-invariants */
export function expectBooksInBalance(bank: TestBank): void {
  const uneven = `SELECT booking, currency, SUM(amount_minor) AS n FROM booking_lines
    GROUP BY booking, currency HAVING SUM(amount_minor) <> 0`;
  const mixed = `SELECT booking FROM booking_lines GROUP BY booking HAVING COUNT(DISTINCT currency) > 1`;
  const strange = `SELECT l.booking FROM booking_lines l
    JOIN (SELECT id, currency FROM accounts UNION ALL SELECT id, currency FROM card_accounts) a ON a.id = l.account
    WHERE a.currency <> l.currency`;
  const taken = `SELECT DISTINCT from_status AS f, to_status AS t FROM transitions`;
  const wrong = [uneven, mixed, strange];
  const [seen = [], ...found] = readAllStored(bank.path, [taken, ...wrong]);
  for (const [place, rows] of found.entries()) expect(rows, wrong[place]).toEqual([]);
  expect(TRANSITIONS).toEqual(expect.arrayContaining(seen.map(({ f, t }) => `${f}→${t}`)));
}
