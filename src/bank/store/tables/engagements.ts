import { type Op, type Row, run } from '../../../store/contract.ts';
import { flag, small, text } from '../../../store/row.ts';
import type { AgreementRole } from '../../../values/agreement-roles.ts';
import type { Engagement } from '../../domain/world.ts';
import { insertRows } from '../insert-rows.ts';

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
  return (yield* run(`${READ_ENGAGEMENTS} ORDER BY engagements.customer_number, iban`)).map(read);
}

export function* listEngagementsOf(agreementId: string): Op<Engagement[]> {
  const rows = yield* run(
    `${READ_ENGAGEMENTS} WHERE agreement = ? ORDER BY engagements.customer_number, iban`,
    agreementId,
  );
  return rows.map(read);
}

export function* findEngagement(agreementId: string, engagementId: string): Op<Engagement | undefined> {
  const [row] = yield* run(
    `${READ_ENGAGEMENTS} WHERE agreement = ? AND engagements.id = ?`,
    agreementId,
    engagementId,
  );
  return row && read(row);
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

function read(row: Row): Engagement {
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
