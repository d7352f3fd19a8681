import { isCurrency } from '../../src/values/currencies.ts';
import { formatAmount } from '../../src/values/money.ts';
import { readStored } from './stored.ts';

const ACCOUNTS = `SELECT bban AS name, accounts.currency, SUM(amount_minor) AS minor
  FROM accounts JOIN booking_lines ON booking_lines.account = accounts.id
  GROUP BY bban, accounts.currency ORDER BY bban`;

/** Every line of the books, those of the bank's own accounts too: zero. @see D9-double-entry */
const WHOLE = `SELECT 'all lines' AS name, currency, SUM(amount_minor) AS minor
  FROM booking_lines GROUP BY currency ORDER BY currency`;

/** What is booked on each account of a stored bank, added up from the lines of its books, and the sum of all lines. */
export function balances(store: string): string[] {
  return [...readStored(store, ACCOUNTS), ...readStored(store, WHOLE)].map(({ name, currency, minor }) => {
    if (!isCurrency(currency)) throw new Error(`${currency} is no currency`);
    const amount = formatAmount(BigInt(minor as bigint | number), currency);
    return `${`${name}`.padEnd(11)}  ${amount.padStart(10)} ${currency}`;
  });
}
