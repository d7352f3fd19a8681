// Many transactions of an account, inserted into its bank's file.
import { createRequire } from 'node:module';

const A_DAY = 100;
const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite');

/** Creates a transaction of the account, as the sandbox takes it. */
export function createTransaction({ iban, bban }) {
  const date = '2020-01-01';
  return {
    amount: 100,
    currency: 'NOK',
    valueDate: date,
    bookingDate: date,
    remittanceInformationUnstructured: 'Invoice 1',
    creditorId: '',
    creditorName: 'Kari Prøve',
    creditorAccount: { iban, bban },
    ultimateCreditor: '',
    debtorName: 'Arbeidsgiver AS',
    debtorAccount: { iban: '', bban: '99911200011' },
    ultimateDebtor: '',
    purposeCode: 'SALA',
    bankTransactionCode: 'PMNT-RCDT-DMCT',
  };
}

/** Copies the one that was made, a hundred a day, each with an id of its own. Its booking stands for all. */
export function copyTransactions(path, account, count) {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA cache_size = -200000; BEGIN IMMEDIATE');
    const [made] = database.prepare('SELECT * FROM transactions WHERE account = ?').all(account);
    const columns = Object.keys(made);
    const insert = database.prepare(
      `INSERT INTO transactions (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    );
    const last = Date.UTC(2025, 0, 1);
    for (let copy = 0; copy < count; copy += 1) {
      const date = new Date(last - Math.floor(copy / A_DAY) * 86_400_000).toISOString().slice(0, 10);
      const id = `copy${String(copy).padStart(18, '0')}`;
      insert.run(...Object.values({ ...made, id, booking_date: date, value_date: date }));
    }
    database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
