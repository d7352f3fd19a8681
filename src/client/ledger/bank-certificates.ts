import { type Op, type Row, readNumber, readText, run } from '../../store/contract.ts';

/** A pinned certificate. */
export interface PinnedCertificate {
  /** SHA-256, 64 lower-case hexadecimal digits. */
  readonly fingerprint: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export function* findPin(origin: string): Op<PinnedCertificate | undefined> {
  const [row] = yield* run('SELECT * FROM bank_certificates WHERE origin = ?', origin);
  return row === undefined ? undefined : read(row);
}

/** Stores the first pin; concurrent calls get the stored one. */
export function* saveFirstPin(origin: string, { fingerprint, at }: PinnedCertificate): Op<string> {
  yield* run(
    `INSERT INTO bank_certificates (origin, fingerprint, pinned_at_ms) VALUES (?, ?, ?)
     ON CONFLICT (origin) DO NOTHING`,
    ...[origin, fingerprint, at],
  );
  return (yield* findPin(origin))?.fingerprint ?? fingerprint;
}

/** @returns the previous pin */
export function* replacePin(
  origin: string,
  { fingerprint, at }: PinnedCertificate,
): Op<PinnedCertificate | undefined> {
  const before = yield* findPin(origin);
  yield* run(
    `INSERT INTO bank_certificates (origin, fingerprint, pinned_at_ms) VALUES (?, ?, ?)
     ON CONFLICT (origin) DO UPDATE SET fingerprint = excluded.fingerprint, pinned_at_ms = excluded.pinned_at_ms`,
    ...[origin, fingerprint, at],
  );
  return before;
}

function read(row: Row): PinnedCertificate {
  return { fingerprint: readText(row, 'fingerprint'), at: readNumber(row, 'pinned_at_ms') };
}
