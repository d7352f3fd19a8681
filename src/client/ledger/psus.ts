import { HOUR_MS } from '../../core/units.ts';
import { type Op, type Row, readNumber, readOptionalText, readText, run } from '../../store/contract.ts';
import { FORGOTTEN_MAKING } from './payments.ts';
import type {
  CompletedSca,
  KnownAgreement,
  KnownSca,
  LedgerSession,
  SessionKey,
  StoredPsu,
} from './types.ts';

const COLUMNS = 'psu_id, customer_number, psu_corporate_id, context';

export function* findPsu(psuId: string): Op<StoredPsu | undefined> {
  const [row] = yield* run(`SELECT ${COLUMNS} FROM psus WHERE psu_id = ?`, psuId);
  return row && readStoredPsu(row);
}

export function* findPsuOfCustomer(customerNumber: string): Op<StoredPsu | undefined> {
  const [row] = yield* run(`SELECT ${COLUMNS} FROM psus WHERE customer_number = ?`, customerNumber);
  return row && readStoredPsu(row);
}

export function* findLastPsu(): Op<StoredPsu | undefined> {
  const [row] = yield* run(`SELECT ${COLUMNS} FROM psus ORDER BY sca_at_ms DESC, psu_id LIMIT 1`);
  return row && readStoredPsu(row);
}

/**
 * Stores a PSU. Context and agreement are those of the last SCA; a known customer number stays.
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

/** Removes a PSU, also from its payments, baskets and sessions; clears the creditor and amount of its payments. */
export function* forgetPsu(psuId: string): Op<void> {
  yield* run(`UPDATE payments SET psu_id = NULL, ${FORGOTTEN_MAKING} WHERE psu_id = ?`, psuId);
  yield* run('UPDATE baskets SET psu_id = NULL WHERE psu_id = ?', psuId);
  yield* run('DELETE FROM sessions WHERE owner = ?', psuId);
  yield* run('DELETE FROM contexts WHERE psu_id = ?', psuId);
  yield* run('DELETE FROM psus WHERE psu_id = ?', psuId);
}

function readStoredPsu(row: Row): StoredPsu {
  return {
    psuId: readText(row, 'psu_id'),
    customerNumber: readOptionalText(row, 'customer_number'),
    psuCorporateId: readOptionalText(row, 'psu_corporate_id'),
    context: readText(row, 'context') as StoredPsu['context'],
  };
}

const PRIVATE = '';

/**
 * Stores a context. The agreement and the choice of accounts stay unchanged if this SCA has none. @see S10-stored-psu
 */
export function* saveContext(sca: CompletedSca): Op<void> {
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

/** Finds an agreement by its PSU-Corporate-ID, or by the name in simulated SCAs. */
export function* findAgreement(psuId: string, name: string): Op<KnownAgreement | undefined> {
  const [row] = yield* run(
    `SELECT psu_corporate_id, agreement FROM contexts
     WHERE psu_id = ? AND psu_corporate_id <> ? AND (psu_corporate_id = ? OR agreement = ?)
     ORDER BY psu_corporate_id LIMIT 1`,
    psuId,
    PRIVATE,
    name.toLowerCase(),
    name,
  );
  return (
    row && {
      psuCorporateId: readText(row, 'psu_corporate_id'),
      agreement: readOptionalText(row, 'agreement'),
    }
  );
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

/** Lists each PSU once, in the context of their last SCA; the last one first. */
export function* listKnown(): Op<readonly KnownSca[]> {
  const rows = yield* run(
    `SELECT COALESCE(p.psu_corporate_id, '') AS psu_corporate_id, ${PSU} ORDER BY p.sca_at_ms DESC, p.psu_id`,
  );
  return rows.map(readKnownSca);
}

/** Lists each context in which a PSU has chosen accounts. */
export function* listConsents(): Op<readonly KnownSca[]> {
  const rows = yield* run(
    `SELECT c.psu_corporate_id, ${PSU} JOIN contexts c ON c.psu_id = p.psu_id
     WHERE c.consented_at_ms IS NOT NULL ORDER BY p.sca_at_ms DESC, p.psu_id, c.psu_corporate_id`,
  );
  return rows.map(readKnownSca);
}

function readKnownSca(row: Row): KnownSca {
  const psuCorporateId = readText(row, 'psu_corporate_id') || undefined;
  return {
    psuId: readText(row, 'psu_id'),
    customerNumber: readOptionalText(row, 'customer_number'),
    context: psuCorporateId === undefined ? 'PRIVATE' : 'CORPORATE',
    psuCorporateId,
    scaAt: readNumber(row, row.bank_sca_at_ms === null ? 'sca_at_ms' : 'bank_sca_at_ms'),
    tppSessionId: readOptionalText(row, 'tpp_session_id'),
    hourEndsAt: row.begun_at_ms === null ? undefined : readNumber(row, 'begun_at_ms') + HOUR_MS,
  };
}

/** An SCA is valid for an hour; an id that could expire during a request is not used any more. */
const USED_FOR_MS = 3_600_000 - 60_000;

/** Owner of a session without a known PSU. */
const NO_OWNER = '';

interface Current {
  readonly tppSessionId: string;
  readonly madeAt: number;
  /** The time of the last known SCA under the id. */
  readonly scaAt: number | undefined;
}

/**
 * Selects the id to use now; `freshId` becomes the id if there is none, it has expired, or a new one is requested.
 *
 * One TPP-Session-ID for each PSU: by psu-id; before an SCA supplies it by customer number; and one for a PSU with
 * neither. One write selects the id of a request: what its command read from the ledger before may be outdated.
 * @see I-authentication-7, S10-one-session, ADR 36
 */
export function* selectSession(
  key: SessionKey,
  { now, fresh = false, freshId }: { now: number; fresh?: boolean | undefined; freshId: string },
): Op<LedgerSession> {
  const owner = yield* resolveOwner(key);
  const current = yield* findSession(owner);
  const live = current !== undefined && !isOver(current, now);
  if (live && !fresh) return { tppSessionId: current.tppSessionId };
  yield* keepSession(owner, { tppSessionId: freshId, madeAt: now, scaAt: undefined });
  return { tppSessionId: freshId, ...(live ? { ended: current.tppSessionId } : {}) };
}

/**
 * Assigns the id of a completed SCA to its PSU alone: the bank has ended the previous one. An SCA older than the
 * current id, or than the last one under it, does not restore its own id.
 */
export function* saveScaSession({ psuId, customerNumber, tppSessionId, at }: CompletedSca): Op<void> {
  yield* run('DELETE FROM sessions WHERE owner = ? AND tpp_session_id = ?', NO_OWNER, tppSessionId);
  if (customerNumber !== undefined) yield* run('DELETE FROM sessions WHERE owner = ?', customerNumber);
  const current = yield* findSession(psuId);
  if (current === undefined) return yield* keepSession(psuId, { tppSessionId, madeAt: at, scaAt: at });
  const { madeAt, scaAt = madeAt } = current;
  const same = current.tppSessionId === tppSessionId;
  if (at < (same ? scaAt : Math.max(madeAt, scaAt))) return;
  yield* keepSession(psuId, { tppSessionId, madeAt: same ? madeAt : at, scaAt: at });
}

export function* endSession(tppSessionId: string): Op<void> {
  yield* run('DELETE FROM sessions WHERE tpp_session_id = ?', tppSessionId);
}

function isOver({ scaAt }: Current, now: number): boolean {
  return scaAt !== undefined && now >= scaAt + USED_FOR_MS;
}

/** Resolves the owner; without a name, the PSU of the last SCA, even if stored meanwhile. */
function* resolveOwner({ psuId, customerNumber }: SessionKey): Op<string> {
  if (psuId !== undefined) return (yield* findPsu(psuId))?.psuId ?? NO_OWNER;
  if (customerNumber !== undefined)
    return (yield* findPsuOfCustomer(customerNumber))?.psuId ?? customerNumber;
  return (yield* findLastPsu())?.psuId ?? NO_OWNER;
}

function* findSession(owner: string): Op<Current | undefined> {
  const [row] = yield* run(
    'SELECT tpp_session_id, made_at_ms, sca_at_ms FROM sessions WHERE owner = ?',
    owner,
  );
  if (!row) return undefined;
  return {
    tppSessionId: readText(row, 'tpp_session_id'),
    madeAt: readNumber(row, 'made_at_ms'),
    scaAt: row.sca_at_ms === null ? undefined : readNumber(row, 'sca_at_ms'),
  };
}

function* keepSession(owner: string, { tppSessionId, madeAt, scaAt }: Current): Op<void> {
  yield* run(
    `INSERT INTO sessions (owner, tpp_session_id, made_at_ms, sca_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (owner) DO UPDATE SET
       tpp_session_id = excluded.tpp_session_id, made_at_ms = excluded.made_at_ms, sca_at_ms = excluded.sca_at_ms`,
    owner,
    tppSessionId,
    madeAt,
    scaAt ?? null,
  );
}
