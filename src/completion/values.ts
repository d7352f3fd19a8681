import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readSurroundings } from '../cli/terminal.ts';
import { listSnapshotFiles } from '../sandbox/snapshot-folder.ts';
import { findHomeFolder } from '../settings/home.ts';
import { type OpenedSettings, openSettings } from '../settings/precedence.ts';
import { readSettingsFile } from '../settings/settings-file.ts';
import { loadDriver } from '../store/sqlite/driver.ts';

/** A text that can replace the word at the cursor. */
export interface Candidate {
  readonly text: string;
  readonly summary?: string | undefined;
}

type Kind =
  | 'payment'
  | 'basket'
  | 'sca'
  | 'write'
  | 'account'
  | 'card'
  | 'agreement'
  | 'customer'
  | 'profile'
  | 'snapshot';

/** The kinds of values by place: a command and its argument or flag. The first match decides. */
const PLACES: readonly (readonly [place: RegExp, kind: Kind])[] = [
  [/^(?:payments (?:get|status|authorise|cancel)|status|basket create|sandbox payment \S+) ID$/, 'payment'],
  [/^basket \S+ ID$/, 'basket'],
  [/^sca \S+ ID$/, 'sca'],
  [/^payments resume REQUEST-ID$/, 'write'],
  [/^profile (?:use|remove) NAME$| --profile$/, 'profile'],
  [/^sandbox snapshot (?:delete|restore) NAME$/, 'snapshot'],
  [/ (?:ACCOUNT|--from-bban|--accounts)$/, 'account'],
  [/ (?:CARD|--from-card|--cards)$/, 'card'],
  [/ AGREEMENT$/, 'agreement'],
  [/ (?:CUSTOMER|PSU|--as)$/, 'customer'],
];

/**
 * Reads the values at a place; none if psd2 knows none. Never asks a bank. Omits a value that would be a flag, or that a
 * shell expands, because of its first character: a bank chooses its ids.
 */
export function readValues(place: string, profile: string | undefined): Candidate[] {
  return readAll(place, profile).filter(({ text }) => /^\w/.test(text));
}

function readAll(place: string, profile: string | undefined): Candidate[] {
  const kind = PLACES.find(([pattern]) => pattern.test(place))?.[1];
  if (kind === undefined) return [];
  const surroundings = readSurroundings(process);
  if (kind === 'profile') {
    const { profiles } = readSettingsFile(findHomeFolder(surroundings), surroundings.uid);
    return profiles.map(({ name }) => ({ text: name }));
  }
  const settings = openSettings(surroundings, { profile });
  if (kind === 'snapshot') {
    return listSnapshotFiles(settings).map(({ name, savedAt }) => ({ text: name, summary: savedAt }));
  }
  return readRows(settings, kind);
}

/** The rows of each kind with text and summary, newest first: in the profile's memory, or in its embedded bank. */
const QUERIES: Readonly<
  Record<Exclude<Kind, 'profile' | 'snapshot'>, { file: 'ledger' | 'store'; sql: string }>
> = {
  payment: {
    file: 'ledger',
    sql: `SELECT payment_id AS text, concat_ws(' ', amount, currency, creditor_name, status) AS summary
        FROM payments ORDER BY made_at_ms DESC`,
  },
  // Those that this profile has deleted have no time.
  basket: {
    file: 'ledger',
    sql: `SELECT basket_id AS text, coalesce(status, '') AS summary FROM baskets
        WHERE made_at_ms IS NOT NULL ORDER BY rowid DESC`,
  },
  sca: {
    file: 'ledger',
    sql: `SELECT authorisation_id AS text, concat_ws(' ', kind, subject_id) AS summary FROM started_scas
        WHERE authorisation_id IS NOT NULL ORDER BY sequence DESC`,
  },
  write: {
    file: 'ledger',
    sql: `SELECT request_id AS text, operation AS summary FROM writes
        WHERE status IS NULL ORDER BY sequence DESC`,
  },
  account: {
    file: 'store',
    sql: `SELECT bban AS text, accounts.name || ', ' || customers.name AS summary FROM accounts
        JOIN customers ON number = customer_number ORDER BY accounts.place`,
  },
  card: {
    file: 'store',
    sql: "SELECT id AS text, masked_pan || ' ' || coalesce(name, '') AS summary FROM card_accounts",
  },
  agreement: { file: 'store', sql: 'SELECT id AS text, name AS summary FROM agreements ORDER BY place' },
  customer: { file: 'store', sql: 'SELECT number AS text, name AS summary FROM customers ORDER BY place' },
};

/** The PSUs of a remote bank that the profile knows. */
const KNOWN_PSUS = `SELECT coalesce(customer_number, psu_id) AS text, context AS summary FROM psus`;

/** The maximum number of values, which is more than a menu can show. */
const MOST_VALUES = 200;

function readRows({ profile, places }: OpenedSettings, kind: keyof typeof QUERIES): Candidate[] {
  const { file, sql } =
    kind === 'customer' && profile.bank !== 'embedded'
      ? { file: 'ledger' as const, sql: KNOWN_PSUS }
      : QUERIES[kind];
  if (file === 'store' && profile.bank !== 'embedded') return [];
  const database = loadDriver()(locateReadOnly(places[file]), { readOnly: true });
  try {
    const rows = database.prepare(`${sql} LIMIT ${MOST_VALUES}`).all();
    return rows.map(({ text, summary }) => ({ text: String(text), summary: String(summary) }));
  } finally {
    database.close();
  }
}

/**
 * Returns the path of a store to read. Without a write-ahead log no other process has it open, and SQLite must not create
 * a log and shared memory for this one: it reads the file as immutable.
 */
function locateReadOnly(path: string): string {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return log === undefined ? `${pathToFileURL(path)}?immutable=1` : path;
}
