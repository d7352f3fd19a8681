import { HOUR_MS } from '../../core/units.ts';
import { type Op, type Row, run } from '../../store/contract.ts';
import { optionalText, small, text } from '../../store/row.ts';
import type { AgreementKnown, CompletedSca, KnownSca } from './ledger.ts';

const PRIVATE = '';

/** The agreement and the choice of accounts stay as they are where this SCA tells none. @see S10-stored-psu */
export function* keepContext(sca: CompletedSca): Op<void> {
  yield* run(
    `INSERT INTO contexts (psu_id, psu_corporate_id, agreement, consented_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (psu_id, psu_corporate_id) DO UPDATE SET
       agreement = COALESCE(excluded.agreement, contexts.agreement),
       consented_at_ms = COALESCE(excluded.consented_at_ms, contexts.consented_at_ms)`,
    sca.psuId,
    sca.psuCorporateId ?? PRIVATE,
    sca.agreement ?? null,
    sca.consents === true ? sca.at : null,
  );
}

/** By its PSU-Corporate-ID, or as who plays the PSU calls it. */
export function* findAgreement(psuId: string, name: string): Op<AgreementKnown | undefined> {
  const [row] = yield* run(
    `SELECT psu_corporate_id, agreement FROM contexts
     WHERE psu_id = ? AND psu_corporate_id <> ? AND (psu_corporate_id = ? OR agreement = ?)
     ORDER BY psu_corporate_id LIMIT 1`,
    psuId,
    PRIVATE,
    name.toLowerCase(),
    name,
  );
  if (!row) return undefined;
  const agreement = optionalText(row, 'agreement');
  return {
    psuCorporateId: text(row, 'psu_corporate_id'),
    ...(agreement === undefined ? {} : { agreement }),
  };
}

export function* forgetConsent(psuId: string, psuCorporateId: string | undefined): Op<void> {
  yield* run(
    'UPDATE contexts SET consented_at_ms = NULL WHERE psu_id = ? AND psu_corporate_id = ?',
    psuId,
    psuCorporateId ?? PRIVATE,
  );
}

const PSU = `p.psu_id, p.customer_number, p.sca_at_ms, p.bank_sca_at_ms, s.tpp_session_id, s.sca_at_ms AS begun_at_ms
  FROM psus p LEFT JOIN sessions s ON s.owner = p.psu_id`;

/** Each PSU once, in the context of their last SCA; the last one first. */
export function* listKnown(): Op<readonly KnownSca[]> {
  const rows = yield* run(
    `SELECT COALESCE(p.psu_corporate_id, '') AS psu_corporate_id, ${PSU} ORDER BY p.sca_at_ms DESC, p.psu_id`,
  );
  return rows.map(read);
}

/** Each context in which a PSU has chosen accounts. */
export function* listConsents(): Op<readonly KnownSca[]> {
  const rows = yield* run(
    `SELECT c.psu_corporate_id, ${PSU} JOIN contexts c ON c.psu_id = p.psu_id
     WHERE c.consented_at_ms IS NOT NULL ORDER BY p.sca_at_ms DESC, p.psu_id, c.psu_corporate_id`,
  );
  return rows.map(read);
}

function read(row: Row): KnownSca {
  const customerNumber = optionalText(row, 'customer_number');
  const psuCorporateId = text(row, 'psu_corporate_id');
  const tppSessionId = optionalText(row, 'tpp_session_id');
  return {
    psuId: text(row, 'psu_id'),
    ...(customerNumber === undefined ? {} : { customerNumber }),
    ...(psuCorporateId === PRIVATE
      ? { context: 'PRIVATE' as const }
      : { context: 'CORPORATE' as const, psuCorporateId }),
    scaAt: small(row, row.bank_sca_at_ms === null ? 'sca_at_ms' : 'bank_sca_at_ms'),
    ...(tppSessionId === undefined ? {} : { tppSessionId }),
    ...(row.begun_at_ms === null ? {} : { hourEndsAt: small(row, 'begun_at_ms') + HOUR_MS }),
  };
}
