import { type Op, type Row, run } from '../../../store/contract.ts';
import { text } from '../../../store/row.ts';
import type { Agreement, CustomerType } from '../../domain/world.ts';

const READ_AGREEMENTS = 'SELECT id, type, owner_number, name FROM agreements';

/** All agreements. */
export function* listAgreements(): Op<Agreement[]> {
  return (yield* run(READ_AGREEMENTS)).map(read);
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
  return rows.map(read);
}

export function* findAgreement(agreementId: string): Op<Agreement | undefined> {
  const [row] = yield* run(`${READ_AGREEMENTS} WHERE id = ?`, agreementId);
  return row && read(row);
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

function read(row: Row): Agreement {
  return {
    agreementId: text(row, 'id'),
    type: text(row, 'type') as CustomerType,
    ownerNumber: text(row, 'owner_number'),
    name: text(row, 'name'),
  };
}
