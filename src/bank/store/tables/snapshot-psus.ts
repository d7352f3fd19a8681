import { type Op, run } from '../../../store/contract.ts';
import { small, text } from '../../../store/row.ts';

/** What a snapshot reads whole of PSUs, and of what they let TPPs see. @see D16-snapshot */

/** A PSU that has had an SCA with a TPP. */
export interface KnownPsu {
  readonly tpp: string;
  readonly psu: string;
  readonly lastSca: number;
}

export function* listKnownPsus(): Op<KnownPsu[]> {
  const rows = yield* run(
    'SELECT tpp, customer_number, last_sca_ms FROM psus WHERE last_sca_ms IS NOT NULL ORDER BY tpp, customer_number',
  );
  return rows.map((row) => ({
    tpp: text(row, 'tpp'),
    psu: text(row, 'customer_number'),
    lastSca: small(row, 'last_sca_ms'),
  }));
}

export interface GivenConsent {
  readonly tpp: string;
  readonly psu: string;
  /** Id of the agreement; empty where the PSU acts for itself. */
  readonly agreement: string;
  readonly accounts: readonly string[];
}

export function* listConsents(): Op<GivenConsent[]> {
  const rows = yield* run('SELECT tpp, psu, agreement FROM consents ORDER BY tpp, psu, agreement');
  const consents: GivenConsent[] = [];
  for (const row of rows) {
    const [tpp, psu, agreement] = [text(row, 'tpp'), text(row, 'psu'), text(row, 'agreement')];
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

export function* listFormerNumbers(): Op<string[]> {
  const rows = yield* run('SELECT bban FROM former_numbers ORDER BY bban');
  return rows.map((row) => text(row, 'bban'));
}
