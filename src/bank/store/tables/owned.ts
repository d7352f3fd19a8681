import { type Op, type Row, run } from '../../../store/contract.ts';
import { optionalText, text } from '../../../store/row.ts';

/** An account or card account, as far as it matters for deleting it. */
export interface Owned {
  readonly id: string;
  /** Of a payment account. */
  readonly bban?: string;
}

export function* findOwnedAccount(id: string): Op<Owned | undefined> {
  const [row] = yield* run('SELECT id, bban FROM accounts WHERE id = ?', id);
  return row && read(row);
}

export function* findOwnedCard(id: string): Op<Owned | undefined> {
  const [row] = yield* run('SELECT id, NULL AS bban FROM card_accounts WHERE id = ?', id);
  return row && read(row);
}

/** All accounts and card accounts of a customer. */
export function* listOwned(customerNumber: string): Op<Owned[]> {
  const rows = yield* run(
    `SELECT id, bban FROM accounts WHERE customer_number = ?
     UNION ALL SELECT id, NULL FROM card_accounts WHERE customer_number = ?`,
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
  const bban = optionalText(row, 'bban');
  return { id: text(row, 'id'), ...(bban === undefined ? {} : { bban }) };
}
