/**
 * One TPP-Session-ID for each PSU, and one that the PSUs share who are not known yet.
 *
 * @see interface.md Authentication 7
 * @see safety.md §10
 */
import { type Op, run } from '../../store/contract.ts';
import { small, text } from '../../store/row.ts';
import type { CompletedSca, LedgerSession, SessionKey } from './ledger.ts';
import { findPsu, findPsuOfCustomer } from './psus.ts';

/** An SCA is valid for an hour; an id that would end under way is not used any more. */
const USED_FOR_MS = 3_600_000 - 60_000;

/** Whose session it is before an SCA says whose. */
const NOBODY = '';

interface Current {
  readonly tppSessionId: string;
  readonly madeAt: number;
  /** The last SCA under it, as far as it is known here. */
  readonly scaAt: number | undefined;
}

/** The id to use now; `freshId` becomes it where there is none, it is over, or a new one is asked for. */
export function* sessionFor(
  key: SessionKey,
  { now, fresh = false, freshId }: { now: number; fresh?: boolean | undefined; freshId: string },
): Op<LedgerSession> {
  const owner = yield* ownerOf(key);
  const current = yield* findSession(owner);
  const live = current !== undefined && !isOver(current, now);
  if (live && !fresh) return { tppSessionId: current.tppSessionId };
  yield* keepSession(owner, { tppSessionId: freshId, madeAt: now, scaAt: undefined });
  return { tppSessionId: freshId, ...(live ? { ended: current.tppSessionId } : {}) };
}

/**
 * The id under which an SCA was completed is its PSU's from now on, and nobody else's: the bank has let go of the
 * one before. An SCA older than the present id does not bring back its own.
 */
export function* adoptSession({ psuId, tppSessionId, at }: CompletedSca): Op<void> {
  yield* run('DELETE FROM sessions WHERE psu_id = ? AND tpp_session_id = ?', NOBODY, tppSessionId);
  const current = yield* findSession(psuId);
  if (current === undefined) return yield* keepSession(psuId, { tppSessionId, madeAt: at, scaAt: at });
  const same = current.tppSessionId === tppSessionId;
  if (!same && at < current.madeAt) return;
  yield* keepSession(psuId, { tppSessionId, madeAt: same ? current.madeAt : at, scaAt: at });
}

function isOver({ scaAt }: Current, now: number): boolean {
  return scaAt !== undefined && now >= scaAt + USED_FOR_MS;
}

function* ownerOf({ psuId, customerNumber }: SessionKey): Op<string> {
  if (psuId !== undefined) return (yield* findPsu(psuId))?.psuId ?? NOBODY;
  if (customerNumber !== undefined) return (yield* findPsuOfCustomer(customerNumber))?.psuId ?? NOBODY;
  return NOBODY;
}

function* findSession(owner: string): Op<Current | undefined> {
  const [row] = yield* run(
    'SELECT tpp_session_id, made_at_ms, sca_at_ms FROM sessions WHERE psu_id = ?',
    owner,
  );
  if (!row) return undefined;
  return {
    tppSessionId: text(row, 'tpp_session_id'),
    madeAt: small(row, 'made_at_ms'),
    scaAt: row.sca_at_ms === null ? undefined : small(row, 'sca_at_ms'),
  };
}

function* keepSession(owner: string, { tppSessionId, madeAt, scaAt }: Current): Op<void> {
  yield* run(
    `INSERT INTO sessions (psu_id, tpp_session_id, made_at_ms, sca_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (psu_id) DO UPDATE SET
       tpp_session_id = excluded.tpp_session_id, made_at_ms = excluded.made_at_ms, sca_at_ms = excluded.sca_at_ms`,
    owner,
    tppSessionId,
    madeAt,
    scaAt ?? null,
  );
}
