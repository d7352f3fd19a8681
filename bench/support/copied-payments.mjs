// Fills a store with copies of payments: every row that a payment has, with numbers of its own.
import { withDatabase } from './copied-rows.mjs';

/** Numbers of the world's one sequence that a payment and what belongs to it draw. */
const NUMBERS = 8;
/** Copies of a transaction, so that the log stays small. */
const AT_ONCE = 50_000;

/** The copies of one transaction, counted from the first. */
const COPIES =
  'WITH RECURSIVE copies (copy) AS (SELECT 0 UNION ALL SELECT copy + 1 FROM copies WHERE copy + 1 < @count)';

/**
 * Copies payments as they are, each so many times.
 * @param path the store, which a bank may have open
 * @param {{ id: string, count: number }[]} payments booked or pending ones
 */
export function copyPayments(path, payments) {
  withDatabase(path, (database) => {
    database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -400000');
    for (const { id, count } of payments) {
      for (let made = 0; made < count; made += AT_ONCE) {
        database.exec('BEGIN IMMEDIATE');
        copyPayment(database, id, Math.min(AT_ONCE, count - made));
        database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
      }
    }
  });
}

function copyPayment(database, id, count) {
  const all = (sql, ...values) => {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    return statement.all(...values);
  };
  const [payment] = all('SELECT * FROM payments WHERE id = ?', id);
  const select = (table, column) => all(`SELECT * FROM ${table} WHERE ${column} = ?`, payment.sequence);
  const [booking] = select('bookings', 'payment');
  const lines = booking ? all('SELECT * FROM booking_lines WHERE booking = ?', booking.sequence) : [];
  const [{ sequence }] = all('SELECT sequence FROM world');
  const [{ last }] = all('SELECT MAX(sequence) AS last FROM bookings');
  const own = (number) => `${sequence + BigInt(number)} + copy * ${NUMBERS}`;
  const ownBooking = `${last + 1n} + copy`;
  const insert = (table, rows, expressions) => {
    for (const row of rows) insertCopies(database, table, { row, expressions, count });
  };
  const ownId = `'copy-' || (${own(1)})`;
  insert('payments', [payment], {
    sequence: own(1),
    id: ownId,
    duplicate_key: 'random()',
    approval: own(2),
  });
  insert('transitions', select('transitions', 'payment'), { payment: own(1) });
  insert('authorisations', select('authorisations', 'subject'), {
    sequence: own(3),
    id: ownId,
    subject: own(1),
  });
  insert('requests', all('SELECT * FROM requests ORDER BY sequence DESC LIMIT 1'), {
    sequence: own(4),
    request_id: 'lower(hex(randomblob(16)))',
  });
  insert('bookings', booking ? [booking] : [], { sequence: ownBooking, payment: own(1) });
  insert('booking_lines', lines, { booking: ownBooking });
  insert('transactions', select('transactions', 'payment'), { booking: ownBooking, payment: own(1) });
  database.prepare('UPDATE world SET sequence = ?').run(sequence + BigInt(count * NUMBERS));
  raiseTotals(database, payment, { lines, count: BigInt(count) });
}

/** @param expressions of the columns that each copy has for itself */
function insertCopies(database, table, { row, expressions, count }) {
  const columns = Object.keys(row);
  const values = columns.map((column) => expressions[column] ?? `@${column}`);
  const common = Object.fromEntries(
    columns.filter((column) => expressions[column] === undefined).map((column) => [column, row[column]]),
  );
  database
    .prepare(`${COPIES} INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM copies`)
    .run({ ...common, count });
}

/** Raises totals by what the copies add; and the debtor gets what they cost, so that there is money for all. */
function raiseTotals(database, payment, { lines, count }) {
  const raise = (column, account, minor) =>
    database
      .prepare(`UPDATE balances SET ${column} = ${column} + ? WHERE account = ?`)
      .run(minor * count, account);
  for (const { account, amount_minor } of lines) raise('balance_minor', account, amount_minor);
  raise('balance_minor', payment.debtor_account, payment.amount_minor * 2n);
  if (lines.length > 0) return;
  const creditor = database.prepare('SELECT id FROM accounts WHERE bban = ?').get(payment.creditor_account);
  raise('pending_minor', payment.debtor_account, -payment.amount_minor);
  raise('pending_minor', creditor.id, payment.amount_minor);
}
