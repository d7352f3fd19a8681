import { type Op, type Row, run } from '../../../store/contract.ts';
import { text } from '../../../store/row.ts';
import type { Agreement } from '../../domain/world.ts';

/** A corporate agreement that a PSU can act in. @see decisions.md §6, §8 Agreement */
export interface CorporateAgreement {
  readonly agreementId: string;
  /** customerNumber of its owner, whose accounts it is about. */
  readonly ownerNumber: string;
  readonly name: string;
}

/** The corporate agreements that a customer owns, in the order they were made. */
export function* listCorporateAgreements(customerNumber: string): Op<CorporateAgreement[]> {
  const rows = yield* run(
    `SELECT id, owner_number, name FROM agreements WHERE type = 'CORPORATE' AND owner_number = ? ORDER BY place`,
    customerNumber,
  );
  return rows.map(read);
}

export function* findCorporateAgreement(agreementId: string): Op<CorporateAgreement | undefined> {
  const [row] = yield* run(
    `SELECT id, owner_number, name FROM agreements WHERE type = 'CORPORATE' AND id = ?`,
    agreementId,
  );
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

function read(row: Row): CorporateAgreement {
  return { agreementId: text(row, 'id'), ownerNumber: text(row, 'owner_number'), name: text(row, 'name') };
}
