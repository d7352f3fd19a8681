import { type Op, run } from '../../../store/contract.ts';
import { text } from '../../../store/row.ts';
import type { Customer, CustomerType } from '../../domain/world.ts';

/** The type of the customer with this number, or undefined when there is none. */
export function* findCustomerType(customerNumber: string): Op<CustomerType | undefined> {
  const [row] = yield* run('SELECT type FROM customers WHERE number = ?', customerNumber);
  return row && (text(row, 'type') as CustomerType);
}

export function* listCustomers(): Op<Customer[]> {
  const rows = yield* run('SELECT id, number, type, name FROM customers ORDER BY place');
  return rows.map((row) => ({
    customerId: text(row, 'id'),
    customerNumber: text(row, 'number'),
    customerType: text(row, 'type') as CustomerType,
    customerName: text(row, 'name'),
  }));
}
