import { expect } from 'vitest';
import { computeFeeMinor } from '../../../src/bank/domain/product-rules.ts';
import type { Row } from '../../../src/store/contract.ts';
import { type Currency, isCurrency } from '../../../src/values/currencies.ts';
import type { PaymentService } from '../../../src/values/products.ts';
import { convert } from '../../../src/values/rates.ts';
import type { TestBank } from '../bank.ts';
import { readAllStored } from '../stored.ts';

const PAYMENTS = `SELECT service, p.product, debtor_account, d.currency AS debtor_currency, c.id AS creditor,
    c.currency AS creditor_currency, p.amount_minor, p.currency
  FROM payments p
  JOIN (SELECT id, currency FROM accounts UNION ALL SELECT id, currency FROM card_accounts) d ON d.id = debtor_account
  LEFT JOIN accounts c ON c.bban = creditor_account
  WHERE status IN ('ACTC', 'ACWC', 'ACCP', 'ACSP', 'ACWP', 'PDNG') AND service <> 'periodic-payments'`;
const RESERVED = 'SELECT account, SUM(amount_minor) AS n FROM reservations GROUP BY account';
const BOOKED =
  'SELECT account, currency, SUM(amount_minor) AS n FROM booking_lines GROUP BY account, currency';
const KEPT = 'SELECT account, currency, balance_minor, reserved_minor, pending_minor FROM balances';

/** What is kept of each account is what adds up: its lines, its reservations, the payments that it waits for. */
export function expectTotals({ path }: Pick<TestBank, 'path'>): void {
  const [payments = [], reserved = [], booked = [], kept = []] = readAllStored(path, [
    PAYMENTS,
    RESERVED,
    BOOKED,
    KEPT,
  ]);
  const pending = new Map<string, bigint>();
  const add = (account: unknown, minor: bigint) =>
    pending.set(String(account), (pending.get(String(account)) ?? 0n) + minor);
  for (const row of payments) {
    const { debtor, creditor } = movedBy(row);
    add(row.debtor_account, -debtor);
    if (row.creditor !== null) add(row.creditor, creditor);
  }
  const told = (row: Row, minor: unknown, reservedMinor: unknown, pendingMinor: unknown) =>
    `${row.account} ${row.currency} ${minor}, reserved ${reservedMinor}, pending ${pendingMinor}`;
  const sums = booked.map((row) => {
    const reservedMinor = reserved.find(({ account }) => account === row.account)?.n ?? 0;
    return told(row, row.n, reservedMinor, pending.get(String(row.account)) ?? 0n);
  });
  const totals = kept.map((row) => told(row, row.balance_minor, row.reserved_minor, row.pending_minor));
  // Of an account that was deleted nothing is kept: its lines come to nothing.
  const some = (rows: string[]) => rows.filter((row) => !/ 0, reserved 0, pending 0$/.test(row)).sort();
  expect(some(totals)).toEqual(some(sums));
}

function movedBy(row: Row): { debtor: bigint; creditor: bigint } {
  const paid = {
    service: row.service as PaymentService,
    product: String(row.product),
    amountMinor: BigInt(row.amount_minor as bigint),
    currency: currencyIn(row.currency),
  };
  const debtor = currencyIn(row.debtor_currency);
  return {
    debtor: convert(paid.amountMinor, paid.currency, debtor) + computeFeeMinor(paid, debtor),
    creditor:
      row.creditor === null
        ? 0n
        : convert(paid.amountMinor, paid.currency, currencyIn(row.creditor_currency)),
  };
}

function currencyIn(value: unknown): Currency {
  if (typeof value === 'string' && isCurrency(value)) return value;
  throw new Error(`${value} is no currency`);
}
