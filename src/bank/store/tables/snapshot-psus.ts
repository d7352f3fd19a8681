import { type Op, type Row, run } from '../../../store/contract.ts';
import { small, text } from '../../../store/row.ts';

/** What a snapshot reads whole of PSUs, and of what they let TPPs see. @see D16-snapshot */

/** A PSU that a TPP knows. */
export interface KnownPsu {
  readonly tpp: string;
  readonly psu: string;
  readonly lastSca: number | undefined;
}

export function* listKnownPsus(): Op<KnownPsu[]> {
  const rows = yield* run('SELECT tpp, customer_number, last_sca_ms FROM psus ORDER BY tpp, customer_number');
  return rows.map((row) => ({
    tpp: text(row, 'tpp'),
    psu: text(row, 'customer_number'),
    lastSca: row.last_sca_ms === null ? undefined : small(row, 'last_sca_ms'),
  }));
}

/** A psu-id that is known already stays. */
export function* putKnownPsu({ tpp, psu, lastSca }: KnownPsu, psuId: string): Op<void> {
  yield* run(
    `INSERT INTO psus (tpp, customer_number, psu_id, last_sca_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (tpp, customer_number) DO UPDATE SET last_sca_ms = excluded.last_sca_ms`,
    tpp,
    psu,
    psuId,
    lastSca ?? null,
  );
}

export interface InAgreement {
  readonly tpp: string;
  readonly psu: string;
  /** Id of the agreement; empty in a consent where the PSU acts for itself. */
  readonly agreement: string;
}

export function* listCorporatePsus(): Op<InAgreement[]> {
  const rows = yield* run(
    'SELECT tpp, customer_number AS psu, agreement FROM corporate_ids ORDER BY tpp, psu, agreement',
  );
  return rows.map(inAgreement);
}

export interface GivenConsent extends InAgreement {
  readonly accounts: readonly string[];
}

export function* listConsents(): Op<GivenConsent[]> {
  const rows = yield* run('SELECT tpp, psu, agreement FROM consents ORDER BY tpp, psu, agreement');
  const consents: GivenConsent[] = [];
  for (const row of rows) {
    const { tpp, psu, agreement } = inAgreement(row);
    const accounts = yield* run(
      'SELECT account FROM consent_accounts WHERE tpp = ? AND psu = ? AND agreement = ?',
      tpp,
      psu,
      agreement,
    );
    consents.push({ tpp, psu, agreement, accounts: accounts.map((one) => text(one, 'account')) });
  }
  return consents;
}

function inAgreement(row: Row): InAgreement {
  return { tpp: text(row, 'tpp'), psu: text(row, 'psu'), agreement: text(row, 'agreement') };
}

export function* listFormerNumbers(): Op<string[]> {
  const rows = yield* run('SELECT bban FROM former_numbers ORDER BY bban');
  return rows.map((row) => text(row, 'bban'));
}
