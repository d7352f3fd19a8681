// Fills a store with copies of payments: every row that a payment has, with numbers of its own.
import { randomBytes, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Numbers of the world's one sequence that a payment and what belongs to it draw. */
const NUMBERS = 8n;

/**
 * @param path the store, which a bank may have open
 * @param booked paymentId of the one to be copied so many times as it is; `pending` likewise
 */
export function copyPayments(path, { booked, pending, count }) {
  const { DatabaseSync } = require('@photostructure/sqlite');
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA cache_size = -400000; BEGIN IMMEDIATE');
    for (const id of [booked, pending]) copyOne(database, id, count);
    database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

function copyOne(database, id, count) {
  const all = (sql, ...values) => {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    return statement.all(...values);
  };
  const [payment] = all('SELECT * FROM payments WHERE id = ?', id);
  const of = (table, column) => all(`SELECT * FROM ${table} WHERE ${column} = ?`, payment.sequence);
  const rows = {
    transitions: of('transitions', 'payment'),
    authorisations: of('authorisations', 'subject'),
    bookings: of('bookings', 'payment'),
    transactions: of('transactions', 'payment'),
    requests: all('SELECT * FROM requests ORDER BY sequence DESC LIMIT 1'),
  };
  const lines = rows.bookings.flatMap(({ sequence }) =>
    all('SELECT * FROM booking_lines WHERE booking = ?', sequence),
  );
  const insert = inserter(database);
  let [{ sequence }] = all('SELECT sequence FROM world');
  let [{ booking }] = all('SELECT MAX(sequence) AS booking FROM bookings');
  for (let copy = 0; copy < count; copy += 1) {
    const first = sequence + 1n;
    insert('payments', {
      ...payment,
      sequence: first,
      id: `copy-${first}`,
      duplicate_key: randomBytes(8).readBigInt64LE(),
      approval: first + 1n,
    });
    for (const row of rows.transitions) insert('transitions', { ...row, payment: first });
    for (const row of rows.authorisations)
      insert('authorisations', { ...row, sequence: first + 2n, id: `copy-${first}`, subject: first });
    for (const row of rows.requests)
      insert('requests', { ...row, sequence: first + 3n, request_id: randomUUID() });
    for (const row of rows.bookings) {
      booking += 1n;
      insert('bookings', { ...row, sequence: booking, payment: first });
      for (const line of lines) insert('booking_lines', { ...line, booking });
    }
    for (const row of rows.transactions) insert('transactions', { ...row, booking, payment: first });
    sequence += NUMBERS;
  }
  database.prepare('UPDATE world SET sequence = ?').run(sequence);
  raiseTotals(database, payment, lines, BigInt(count));
}

/** By what the copies add; and the debtor gets what they cost, so that there is money for all. */
function raiseTotals(database, payment, lines, count) {
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

function inserter(database) {
  const statements = new Map();
  return (table, row) => {
    const columns = Object.keys(row);
    const statement =
      statements.get(table) ??
      database.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
    statements.set(table, statement);
    statement.run(...Object.values(row));
  };
}
