import { type Op, type Row, run } from '../../../store/contract.ts';
import { text } from '../../../store/row.ts';
import type { Customer, CustomerType } from '../../domain/world.ts';

/** The type of the customer with this number, or undefined when there is none. */
export function* findCustomerType(customerNumber: string): Op<CustomerType | undefined> {
  const [row] = yield* run('SELECT type FROM customers WHERE number = ?', customerNumber);
  return row && (text(row, 'type') as CustomerType);
}

/** All customers. */
export function* listCustomers(): Op<Customer[]> {
  const rows = yield* run('SELECT id, number, type, name FROM customers');
  return rows.map(read);
}

export function* findCustomer(customerId: string): Op<Customer | undefined> {
  const [row] = yield* run('SELECT id, number, type, name FROM customers WHERE id = ?', customerId);
  return row && read(row);
}

/** The customer with this number, else with this id. */
export function* findNamedCustomer(numberOrId: string): Op<Customer | undefined> {
  const [row] = yield* run('SELECT id, number, type, name FROM customers WHERE number = ?', numberOrId);
  return row ? read(row) : yield* findCustomer(numberOrId);
}

export function* insertCustomer(customer: Customer): Op<void> {
  yield* run(
    `INSERT INTO customers (place, id, number, type, name)
     SELECT COALESCE(MAX(place), -1) + 1, ?, ?, ?, ? FROM customers`,
    customer.customerId,
    customer.customerNumber,
    customer.customerType,
    customer.customerName,
  );
}

function read(row: Row): Customer {
  return {
    customerId: text(row, 'id'),
    customerNumber: text(row, 'number'),
    customerType: text(row, 'type') as CustomerType,
    customerName: text(row, 'name'),
  };
}
