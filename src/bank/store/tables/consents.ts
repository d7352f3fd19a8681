import { type Op, run } from '../../../store/contract.ts';
import { text } from '../../../store/row.ts';
import { insertRows } from '../insert-rows.ts';

/** What a PSU lets a TPP see, for itself or in an agreement. One without accounts does not exist. @see D6-consent */
export interface Consent {
  /** Ids of accounts and card accounts. */
  readonly accounts: ReadonlySet<string>;
}

/** The agreement of who acts for itself. */
const NONE = '';

/** The consent that is in force, @param agreement absent: where the PSU acts for itself */
export function* findConsent(
  tpp: string,
  psu: string,
  agreement: string | undefined,
): Op<Consent | undefined> {
  const rows = yield* run(
    'SELECT account FROM consent_accounts WHERE tpp = ? AND psu = ? AND agreement = ?',
    tpp,
    psu,
    agreement ?? NONE,
  );
  return rows.length === 0 ? undefined : { accounts: new Set(rows.map((row) => text(row, 'account'))) };
}

/** Whether one was ever given, in force or not: what is revoked is not the same as what never was. */
export function* wasConsented(tpp: string, psu: string, agreement: string | undefined): Op<boolean> {
  const rows = yield* run(
    'SELECT 1 AS given FROM consents WHERE tpp = ? AND psu = ? AND agreement = ?',
    tpp,
    psu,
    agreement ?? NONE,
  );
  return rows.length > 0;
}

/** A new selection takes the place of the old one. @param accounts of one at least */
export function* keepConsent(
  tpp: string,
  psu: string,
  agreement: string | undefined,
  accounts: Iterable<string>,
): Op<void> {
  yield* removeConsent(tpp, psu, agreement);
  const key = [tpp, psu, agreement ?? NONE];
  yield* run('INSERT INTO consents (tpp, psu, agreement) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', ...key);
  yield* insertRows(
    'INSERT INTO consent_accounts (tpp, psu, agreement, account)',
    [...accounts].map((account) => [...key, account]),
  );
}

/** The PSU has revoked it. */
export function* removeConsent(tpp: string, psu: string, agreement: string | undefined): Op<void> {
  yield* run(
    'DELETE FROM consent_accounts WHERE tpp = ? AND psu = ? AND agreement = ?',
    tpp,
    psu,
    agreement ?? NONE,
  );
}

/** The PSU has revoked what it had given to whatever TPP. */
export function* removeConsentsToAll(psu: string, agreement: string | undefined): Op<void> {
  yield* run('DELETE FROM consent_accounts WHERE psu = ? AND agreement = ?', psu, agreement ?? NONE);
}

/** An account or card account is gone. @returns whether consents with it are left */
export function* removeFromConsents(account: string, most: number): Op<boolean> {
  const removed = yield* run(
    `DELETE FROM consent_accounts WHERE account = ? AND (tpp, psu, agreement) IN
       (SELECT tpp, psu, agreement FROM consent_accounts WHERE account = ? LIMIT ?)
     RETURNING 1 AS removed`,
    account,
    account,
    most,
  );
  return removed.length === most;
}

/** An agreement is gone, and with it what was given in it. */
export function* removeConsentsIn(agreement: string): Op<void> {
  for (const table of TABLES) yield* run(`DELETE FROM ${table} WHERE agreement = ?`, agreement);
}

/** A customer is going, and with it its agreements; the accounts of what was given in them go with the accounts. */
export function* removeConsentsInAgreementsOf(owner: string): Op<void> {
  yield* run(
    'DELETE FROM consents WHERE agreement IN (SELECT id FROM agreements WHERE owner_number = ?)',
    owner,
  );
}

/** A customer is gone, and what it had given. @returns whether some of that may be left */
export function* removeConsentsOf(psu: string, most: number): Op<boolean> {
  for (const table of TABLES) {
    const removed = yield* run(
      `DELETE FROM ${table} WHERE psu = ? AND (tpp, agreement) IN
         (SELECT tpp, agreement FROM ${table} WHERE psu = ? LIMIT ?)
       RETURNING 1 AS removed`,
      psu,
      psu,
      most,
    );
    if (removed.length >= most) return true;
  }
  return false;
}

const TABLES = ['consent_accounts', 'consents'] as const;
