import { type Op, type Row, run } from '../../store/contract.ts';
import { optionalText, text } from '../../store/row.ts';
import type { CompletedSca, StoredPsu } from './ledger.ts';
import { FORGOTTEN_MAKING } from './made-payments.ts';

const COLUMNS = 'psu_id, customer_number, psu_corporate_id, context';

export function* findPsu(psuId: string): Op<StoredPsu | undefined> {
  const [row] = yield* run(`SELECT ${COLUMNS} FROM psus WHERE psu_id = ?`, psuId);
  return row && read(row);
}

export function* findPsuOfCustomer(customerNumber: string): Op<StoredPsu | undefined> {
  const [row] = yield* run(`SELECT ${COLUMNS} FROM psus WHERE customer_number = ?`, customerNumber);
  return row && read(row);
}

export function* findLastPsu(): Op<StoredPsu | undefined> {
  const [row] = yield* run(`SELECT ${COLUMNS} FROM psus ORDER BY sca_at_ms DESC, psu_id LIMIT 1`);
  return row && read(row);
}

/**
 * Context and agreement are those of the last SCA; a customer number once known stays.
 * @see I-authentication-5-psu-id, S10-stored-psu
 */
export function* keepPsu(sca: CompletedSca): Op<void> {
  yield* run(
    `INSERT INTO psus (${COLUMNS}, sca_at_ms, bank_sca_at_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (psu_id) DO UPDATE SET
       customer_number = COALESCE(excluded.customer_number, psus.customer_number),
       psu_corporate_id = excluded.psu_corporate_id, context = excluded.context, sca_at_ms = excluded.sca_at_ms,
       bank_sca_at_ms = excluded.bank_sca_at_ms`,
    sca.psuId,
    sca.customerNumber ?? null,
    sca.psuCorporateId ?? null,
    sca.context,
    sca.at,
    sca.bankAt ?? sca.at,
  );
}

/** Its payments, baskets and sessions forget it, too; of payments it is forgotten whom they pay, and how much. */
export function* forgetPsu(psuId: string): Op<void> {
  yield* run(`UPDATE payments SET psu_id = NULL, ${FORGOTTEN_MAKING} WHERE psu_id = ?`, psuId);
  yield* run('UPDATE baskets SET psu_id = NULL WHERE psu_id = ?', psuId);
  yield* run('DELETE FROM sessions WHERE owner = ?', psuId);
  yield* run('DELETE FROM contexts WHERE psu_id = ?', psuId);
  yield* run('DELETE FROM psus WHERE psu_id = ?', psuId);
}

function read(row: Row): StoredPsu {
  const customerNumber = optionalText(row, 'customer_number');
  const psuCorporateId = optionalText(row, 'psu_corporate_id');
  return {
    psuId: text(row, 'psu_id'),
    ...(customerNumber === undefined ? {} : { customerNumber }),
    ...(psuCorporateId === undefined ? {} : { psuCorporateId }),
    context: text(row, 'context') as StoredPsu['context'],
  };
}
