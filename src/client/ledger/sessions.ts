/**
 * One TPP-Session-ID for each PSU: by psu-id, before an SCA tells it by customer number, and one for who has neither.
 * Which id a request has is decided here, in one write: what its command has seen of the ledger before may be over.
 *
 * @see I-authentication-7
 * @see S10-one-session
 * @see adr/0036
 */
import { type Op, run } from '../../store/contract.ts';
import { small, text } from '../../store/row.ts';
import type { CompletedSca, LedgerSession, SessionKey } from './ledger.ts';
import { findLastPsu, findPsu, findPsuOfCustomer } from './psus.ts';

/** An SCA is valid for an hour; an id that would end under way is not used any more. */
const USED_FOR_MS = 3_600_000 - 60_000;

/** Whose session it is where nobody is named and no PSU is known. */
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
 * one before. An SCA that was older than the present id, or than the last one under it, does not bring back its own.
 */
export function* adoptSession({ psuId, customerNumber, tppSessionId, at }: CompletedSca): Op<void> {
  yield* run('DELETE FROM sessions WHERE owner = ? AND tpp_session_id = ?', NOBODY, tppSessionId);
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

/** Who names nobody is the PSU of the last SCA, who may have become known since the command looked. */
function* ownerOf({ psuId, customerNumber }: SessionKey): Op<string> {
  if (psuId !== undefined) return (yield* findPsu(psuId))?.psuId ?? NOBODY;
  if (customerNumber !== undefined)
    return (yield* findPsuOfCustomer(customerNumber))?.psuId ?? customerNumber;
  return (yield* findLastPsu())?.psuId ?? NOBODY;
}

function* findSession(owner: string): Op<Current | undefined> {
  const [row] = yield* run(
    'SELECT tpp_session_id, made_at_ms, sca_at_ms FROM sessions WHERE owner = ?',
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
    `INSERT INTO sessions (owner, tpp_session_id, made_at_ms, sca_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (owner) DO UPDATE SET
       tpp_session_id = excluded.tpp_session_id, made_at_ms = excluded.made_at_ms, sca_at_ms = excluded.sca_at_ms`,
    owner,
    tppSessionId,
    madeAt,
    scaAt ?? null,
  );
}
