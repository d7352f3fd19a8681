import { initialData } from '../../../src/bank/domain/initial-data.ts';
import { MIGRATIONS } from '../../../src/bank/store/schema.ts';
import { run } from '../../../src/store/contract.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';

export const FOUNDED = Date.parse('2026-11-18T10:00:00+01:00');

/** A store as the first version made it: two accounts, a payment whose SCA is open, an SCA of a session alone. */
export async function storeOfVersion1(path: string): Promise<void> {
  const { customers, accounts } = initialData('psd2');
  const [account] = accounts;
  const store = openSqliteStore({
    path,
    migrations: MIGRATIONS.slice(0, 1),
    now: () => FOUNDED,
    random: () => 0,
  });
  await store.write(function* () {
    yield* run('INSERT INTO world VALUES (1, ?, 1, 0, ?, 3)', 'psd2', FOUNDED);
    const owner = customers[0]!;
    const { customerId, customerNumber, customerType, customerName } = owner;
    yield* run(
      'INSERT INTO customers VALUES (0, ?, ?, ?, ?)',
      customerId,
      customerNumber,
      customerType,
      customerName,
    );
    yield* run(
      `INSERT INTO accounts VALUES (0, ?, ?, 'Brukskonto', ?, ?, 'NOK', 'Brukskonto', 'CACC', 0)`,
      account!.id,
      customerNumber,
      account!.bban,
      account!.iban,
    );
    yield* run(`INSERT INTO bookings VALUES (0, 'opening', ?)`, FOUNDED);
    yield* run(`INSERT INTO booking_lines VALUES (0, ?, 'NOK', 25000000)`, account!.id);
    yield* run(`INSERT INTO booking_lines VALUES (0, 'OPENING', 'NOK', -25000000)`);
    yield* run(
      `INSERT INTO payments VALUES (1, 'the-payment', 'PSDNO-FSA-1', 'payments', 'norwegian-domestic-credit-transfers',
         NULL, 'RCVD', NULL, '{}', ?, 100, 'NOK', '2026-11-18', 0, 7, ?)`,
      account!.id,
      FOUNDED,
    );
    const sca = `INSERT INTO authorisations VALUES (?, ?, 'PSDNO-FSA-1', 's', 'https://tpp.example/', NULL, ?,
      'RECEIVED', 'secret', ?)`;
    yield* run(sca, 2, 'of-the-payment', 'the-payment', FOUNDED);
    yield* run(sca, 3, 'of-the-session', null, FOUNDED);
  });
  await store.close();
}
