import { flag, type Op, type Row, run, small, text } from '../../../store/contract.ts';
import type { AgreementRole } from '../../../values/agreement-roles.ts';
import type { Agreement, Customer, CustomerType, Engagement } from '../../domain/world.ts';
import { insertRows } from '../sql.ts';

/** The type of the customer with this number, or undefined when there is none. */
export function* findCustomerType(customerNumber: string): Op<CustomerType | undefined> {
  const [row] = yield* run('SELECT type FROM customers WHERE number = ?', customerNumber);
  return row && (text(row, 'type') as CustomerType);
}

/** All customers. */
export function* listCustomers(): Op<Customer[]> {
  const rows = yield* run('SELECT id, number, type, name FROM customers');
  return rows.map(readCustomer);
}

export function* findCustomer(customerId: string): Op<Customer | undefined> {
  const [row] = yield* run('SELECT id, number, type, name FROM customers WHERE id = ?', customerId);
  return row && readCustomer(row);
}

/** The customer with this number, else with this id. */
export function* findNamedCustomer(numberOrId: string): Op<Customer | undefined> {
  const [row] = yield* run('SELECT id, number, type, name FROM customers WHERE number = ?', numberOrId);
  return row ? readCustomer(row) : yield* findCustomer(numberOrId);
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

function readCustomer(row: Row): Customer {
  return {
    customerId: text(row, 'id'),
    customerNumber: text(row, 'number'),
    customerType: text(row, 'type') as CustomerType,
    customerName: text(row, 'name'),
  };
}

const READ_AGREEMENTS = 'SELECT id, type, owner_number, name FROM agreements';

/** All agreements. */
export function* listAgreements(): Op<Agreement[]> {
  return (yield* run(READ_AGREEMENTS)).map(readAgreement);
}

/**
 * The corporate agreements in which a customer may act, by owner and name: those that it owns, and those
 * with an engagement of both roles.
 * @see D6-context, D8-list-order
 */
export function* listCorporateAgreements(customerNumber: string): Op<Agreement[]> {
  const rows = yield* run(
    `${READ_AGREEMENTS} WHERE type = 'CORPORATE' AND (owner_number = ? OR id IN
       (SELECT agreement FROM engagements WHERE customer_number = ? AND may_view = 1 AND may_register = 1))
     ORDER BY owner_number, name, id`,
    customerNumber,
    customerNumber,
  );
  return rows.map(readAgreement);
}

export function* findAgreement(agreementId: string): Op<Agreement | undefined> {
  const [row] = yield* run(`${READ_AGREEMENTS} WHERE id = ?`, agreementId);
  return row && readAgreement(row);
}

export function* insertAgreement(agreement: Agreement): Op<void> {
  yield* run(
    `INSERT INTO agreements (place, id, type, owner_number, name)
     SELECT COALESCE(MAX(place), -1) + 1, ?, ?, ?, ? FROM agreements`,
    agreement.agreementId,
    agreement.type,
    agreement.ownerNumber,
    agreement.name,
  );
}

/** Its engagements go with it. */
export function* removeAgreement(agreementId: string): Op<void> {
  yield* run('DELETE FROM agreements WHERE id = ?', agreementId);
}

function readAgreement(row: Row): Agreement {
  return {
    agreementId: text(row, 'id'),
    type: text(row, 'type') as CustomerType,
    ownerNumber: text(row, 'owner_number'),
    name: text(row, 'name'),
  };
}

/** One that is stored anew. */
export interface NewEngagement extends Omit<Engagement, 'iban'> {
  /** Id of the account. */
  readonly account: string;
}

const READ_ENGAGEMENTS = `SELECT engagements.id, agreement, engagements.customer_number, iban, may_view, may_register,
    register_limit, approval_limit
  FROM engagements JOIN accounts ON accounts.id = engagements.account`;

/** All engagements, by customer and account. @see D8-list-order */
export function* listEngagements(): Op<Engagement[]> {
  return (yield* run(`${READ_ENGAGEMENTS} ORDER BY engagements.customer_number, iban`)).map(readEngagement);
}

export function* listEngagementsOf(agreementId: string): Op<Engagement[]> {
  const rows = yield* run(
    `${READ_ENGAGEMENTS} WHERE agreement = ? ORDER BY engagements.customer_number, iban`,
    agreementId,
  );
  return rows.map(readEngagement);
}

export function* findEngagement(agreementId: string, engagementId: string): Op<Engagement | undefined> {
  const [row] = yield* run(
    `${READ_ENGAGEMENTS} WHERE agreement = ? AND engagements.id = ?`,
    agreementId,
    engagementId,
  );
  return row && readEngagement(row);
}

export function* isEngaged(agreementId: string, customerNumber: string, account: string): Op<boolean> {
  const rows = yield* run(
    'SELECT 1 AS engaged FROM engagements WHERE agreement = ? AND customer_number = ? AND account = ?',
    agreementId,
    customerNumber,
    account,
  );
  return rows.length > 0;
}

/** Ids of the accounts that a customer may both see and pay from in an agreement. @see D8-engaged-accounts */
export function* accountsEngagedFor(agreementId: string, customerNumber: string): Op<ReadonlySet<string>> {
  const rows = yield* run(
    `SELECT account FROM engagements
     WHERE agreement = ? AND customer_number = ? AND may_view = 1 AND may_register = 1`,
    agreementId,
    customerNumber,
  );
  return new Set(rows.map((row) => text(row, 'account')));
}

export function* insertEngagements(engagements: readonly NewEngagement[]): Op<void> {
  const [row] = yield* run('SELECT COALESCE(MAX(place), -1) + 1 AS next FROM engagements');
  const next = row ? small(row, 'next') : 0;
  yield* insertRows(
    `INSERT INTO engagements (place, id, agreement, customer_number, account, may_view, may_register,
       register_limit, approval_limit)`,
    engagements.map((engagement, place) => [
      next + place,
      engagement.engagementId,
      engagement.agreementId,
      engagement.customerNumber,
      engagement.account,
      Number(engagement.roles.includes('VIEW')),
      Number(engagement.roles.includes('REGISTER')),
      engagement.registerLimit ?? null,
      engagement.approvalLimit ?? null,
    ]),
  );
}

/** @returns whether there was one */
export function* removeEngagement(agreementId: string, engagementId: string): Op<boolean> {
  const rows = yield* run(
    'DELETE FROM engagements WHERE agreement = ? AND id = ? RETURNING id',
    agreementId,
    engagementId,
  );
  return rows.length > 0;
}

function readEngagement(row: Row): Engagement {
  const roles: AgreementRole[] = [];
  if (flag(row, 'may_view')) roles.push('VIEW');
  if (flag(row, 'may_register')) roles.push('REGISTER');
  return {
    engagementId: text(row, 'id'),
    agreementId: text(row, 'agreement'),
    customerNumber: text(row, 'customer_number'),
    iban: text(row, 'iban'),
    roles,
    ...(row.register_limit === null ? {} : { registerLimit: small(row, 'register_limit') }),
    ...(row.approval_limit === null ? {} : { approvalLimit: small(row, 'approval_limit') }),
  };
}
