import { type Op, readFlag, run } from '../../../store/contract.ts';
import {
  type Columns,
  column,
  createObjectColumns,
  createOptionalColumns,
  findRow,
  findText,
  hasRow,
  listRows,
  listTexts,
  Table,
} from '../../../store/table.ts';
import type { AgreementRole } from '../../../values/agreement-roles.ts';
import type { Agreement, Customer, CustomerType, Engagement } from '../../domain/world.ts';

const CUSTOMERS = new Table<Customer>('customers', {
  customerId: column.text('id'),
  customerNumber: column.text('number'),
  customerType: column.text('type'),
  customerName: column.text('name'),
});

/** Finds the type of a customer; undefined for an unknown number. */
export function findCustomerType(customerNumber: string): Op<CustomerType | undefined> {
  return findText('SELECT type FROM customers WHERE number = ?', customerNumber) as Op<
    CustomerType | undefined
  >;
}

/** Lists all customers. */
export function listCustomers(): Op<Customer[]> {
  return CUSTOMERS.list('');
}

export function findCustomer(customerId: string): Op<Customer | undefined> {
  return CUSTOMERS.find('WHERE id = ?', customerId);
}

/** Finds a customer by its number, otherwise by its id. */
export function* findNamedCustomer(numberOrId: string): Op<Customer | undefined> {
  return (yield* CUSTOMERS.find('WHERE number = ?', numberOrId)) ?? (yield* findCustomer(numberOrId));
}

export function insertCustomer(customer: Customer): Op<void> {
  return CUSTOMERS.insert(customer);
}

const AGREEMENTS = new Table<Agreement>('agreements', {
  agreementId: column.text('id'),
  type: column.text('type'),
  ownerNumber: column.text('owner_number'),
  name: column.text('name'),
});

/** Lists all agreements. */
export function listAgreements(): Op<Agreement[]> {
  return AGREEMENTS.list('');
}

/**
 * Lists the corporate agreements in which a customer may act, by owner and name: its own, and those with an engagement
 * of both roles.
 * @see D6-context, D8-list-order
 */
export function listCorporateAgreements(customerNumber: string): Op<Agreement[]> {
  const which = `WHERE type = 'CORPORATE' AND (owner_number = ? OR id IN
      (SELECT agreement FROM engagements WHERE customer_number = ? AND may_view = 1 AND may_register = 1))
    ORDER BY owner_number, name, id`;
  return AGREEMENTS.list(which, customerNumber, customerNumber);
}

export function findAgreement(agreementId: string): Op<Agreement | undefined> {
  return AGREEMENTS.find('WHERE id = ?', agreementId);
}

export function insertAgreement(agreement: Agreement): Op<void> {
  return AGREEMENTS.insert(agreement);
}

/** Deletes an agreement; its engagements are deleted by cascade. */
export function* removeAgreement(agreementId: string): Op<void> {
  yield* run('DELETE FROM agreements WHERE id = ?', agreementId);
}

/** A new engagement. */
export interface NewEngagement extends Omit<Engagement, 'iban'> {
  /** The id of the account. */
  readonly account: string;
}

const ROLES: Columns<readonly AgreementRole[]> = {
  names: ['may_view', 'may_register'],
  read: (row) => [
    ...(readFlag(row, 'may_view') ? (['VIEW'] as const) : []),
    ...(readFlag(row, 'may_register') ? (['REGISTER'] as const) : []),
  ],
  write: (roles) => [Number(roles.includes('VIEW')), Number(roles.includes('REGISTER'))],
};

const STORED = {
  engagementId: column.text('id'),
  agreementId: column.text('agreement'),
  customerNumber: column.text('customer_number'),
  roles: ROLES,
  registerLimit: createOptionalColumns(column.number('register_limit')),
  approvalLimit: createOptionalColumns(column.number('approval_limit')),
};
const ENGAGEMENTS = new Table<NewEngagement>('engagements', { ...STORED, account: column.text('account') });
const { read: readEngagement } = createObjectColumns<Engagement>({ ...STORED, iban: column.text('iban') });

const READ_ENGAGEMENTS = `SELECT engagements.id, agreement, engagements.customer_number, iban, may_view, may_register,
    register_limit, approval_limit
  FROM engagements JOIN accounts ON accounts.id = engagements.account`;

/** Lists all engagements by customer and account. @see D8-list-order */
export function listEngagements(): Op<Engagement[]> {
  return listRows(readEngagement, `${READ_ENGAGEMENTS} ORDER BY engagements.customer_number, iban`);
}

export function listAgreementEngagements(agreementId: string): Op<Engagement[]> {
  const sql = `${READ_ENGAGEMENTS} WHERE agreement = ? ORDER BY engagements.customer_number, iban`;
  return listRows(readEngagement, sql, agreementId);
}

export function findEngagement(agreementId: string, engagementId: string): Op<Engagement | undefined> {
  const sql = `${READ_ENGAGEMENTS} WHERE agreement = ? AND engagements.id = ?`;
  return findRow(readEngagement, sql, agreementId, engagementId);
}

export function isEngaged(agreementId: string, customerNumber: string, account: string): Op<boolean> {
  const sql = 'SELECT 1 FROM engagements WHERE agreement = ? AND customer_number = ? AND account = ?';
  return hasRow(sql, agreementId, customerNumber, account);
}

/** Lists the ids of the accounts that a customer may both see and pay from in an agreement. @see D8-engaged-accounts */
export function* listEngagedAccounts(agreementId: string, customerNumber: string): Op<ReadonlySet<string>> {
  const sql = `SELECT account FROM engagements
    WHERE agreement = ? AND customer_number = ? AND may_view = 1 AND may_register = 1`;
  return new Set(yield* listTexts(sql, agreementId, customerNumber));
}

export function insertEngagements(engagements: readonly NewEngagement[]): Op<void> {
  return ENGAGEMENTS.insert(...engagements);
}

/**
 * Removes an engagement.
 * @returns true if it existed
 */
export function removeEngagement(agreementId: string, engagementId: string): Op<boolean> {
  const sql = 'DELETE FROM engagements WHERE agreement = ? AND id = ? RETURNING id';
  return hasRow(sql, agreementId, engagementId);
}
