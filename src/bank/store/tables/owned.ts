import { type Op, type Row, run } from '../../../store/contract.ts';
import { text } from '../../../store/row.ts';

/** An account or card account, as far as it matters for deleting it. */
export interface Owned {
  readonly kind: 'ACCOUNT' | 'CARD';
  readonly id: string;
  /** By which payments may name it: the bban of an account, the reference of a card account. */
  readonly name: string;
}

const ACCOUNTS = `SELECT 'ACCOUNT' AS kind, id, bban AS name FROM accounts`;
const CARDS = `SELECT 'CARD' AS kind, id, related_account AS name FROM card_accounts`;

export function* findOwnedAccount(id: string): Op<Owned | undefined> {
  const [row] = yield* run(`${ACCOUNTS} WHERE id = ?`, id);
  return row && read(row);
}

export function* findOwnedCard(id: string): Op<Owned | undefined> {
  const [row] = yield* run(`${CARDS} WHERE id = ?`, id);
  return row && read(row);
}

/** All accounts and card accounts of a customer. */
export function* listOwned(customerNumber: string): Op<Owned[]> {
  const rows = yield* run(
    `${ACCOUNTS} WHERE customer_number = ? UNION ALL ${CARDS} WHERE customer_number = ?`,
    customerNumber,
    customerNumber,
  );
  return rows.map(read);
}

export function* removeOwned({ id }: Owned): Op<void> {
  yield* run('DELETE FROM accounts WHERE id = ?', id);
  yield* run('DELETE FROM card_accounts WHERE id = ?', id);
}

/** With the customer's row go its agreements. */
export function* removeCustomer(customerNumber: string): Op<void> {
  yield* run('DELETE FROM customers WHERE number = ?', customerNumber);
}

function read(row: Row): Owned {
  return { kind: text(row, 'kind') as Owned['kind'], id: text(row, 'id'), name: text(row, 'name') };
}
