import { loadDriver, type SqliteDatabase, type SqliteStatement } from '../../src/store/sqlite/driver.ts';

/** What is on disk, read with plain SQL on a connection of its own, past the bank. */

export interface PaymentRow {
  readonly sequence: bigint;
  readonly id: string;
  readonly tpp: string;
  readonly psu: string | null;
  readonly service: string;
  readonly product: string;
  /** The bulk that it is in. */
  readonly bulk: bigint | null;
  readonly status: string;
  readonly funds_available: bigint | null;
  readonly debtor_account: string;
  readonly effective_date: string;
  readonly date_moved: bigint;
  readonly held_at_approval: bigint;
  readonly settles_late: bigint;
  readonly lapses_at_ms: bigint | null;
  readonly approved_at_ms: bigint | null;
}

export interface BulkRow {
  readonly sequence: bigint;
  readonly id: string;
}

export interface BasketRow {
  readonly sequence: bigint;
  readonly id: string;
  readonly tpp: string;
  readonly psu: string | null;
  readonly state: string;
  /** Sequences of its payments, as they were given. */
  readonly payments: string;
}

export interface ScaRow {
  readonly id: string;
  readonly purpose: string;
  /** A payment, bulk or basket. */
  readonly subject: bigint | null;
  readonly tpp: string;
  readonly tpp_session_id: string;
  readonly redirect_uri: string;
  readonly psu: string | null;
  readonly identified: string | null;
  readonly sca_status: string;
  readonly created_at_ms: bigint;
}

export interface StepRow {
  readonly payment: bigint;
  readonly from_status: string;
  readonly to_status: string;
}

/** One line of a booking, with the booking's own columns. */
export interface LineRow {
  readonly sequence: bigint;
  readonly kind: string;
  readonly booked_at_ms: bigint;
  readonly payment: bigint | null;
  readonly leg: bigint | null;
  readonly account: string;
  readonly currency: string;
  readonly amount_minor: bigint;
}

export interface BalanceRow {
  readonly account: string;
  readonly currency: string;
  readonly balance_minor: bigint;
  readonly reserved_minor: bigint;
  readonly pending_minor: bigint;
}

export interface ReservationRow {
  readonly payment: bigint;
  readonly account: string;
  readonly currency: string;
  readonly amount_minor: bigint;
}

export interface AgreementRow {
  /** Customer, account, whether they may see it and pay from it; joined by commas, null when nobody is engaged. */
  readonly engagements: string | null;
}

/** An account or card account, by its bban or reference. */
export interface AccountRow {
  readonly id: string;
  readonly number: string;
}

export interface WorldRow {
  readonly generation: bigint;
  readonly clock_offset_ms: bigint;
  /** The slot of the run that is open; -1 for one that the operator asked for, null when none is. */
  readonly open_slot: bigint | null;
}

export interface ConsentRow {
  readonly tpp: string;
  readonly psu: string;
  /** The agreement's place among those that there are. */
  readonly agreement: string | bigint | null;
  readonly accounts: string | null;
}

export interface Books {
  readonly world: WorldRow;
  readonly payments: readonly PaymentRow[];
  readonly bulks: readonly BulkRow[];
  readonly baskets: readonly BasketRow[];
  readonly scas: readonly ScaRow[];
  readonly agreements: readonly AgreementRow[];
  readonly consents: readonly ConsentRow[];
  readonly steps: readonly StepRow[];
  readonly lines: readonly LineRow[];
  readonly balances: readonly BalanceRow[];
  readonly reservations: readonly ReservationRow[];
  readonly accounts: readonly AccountRow[];
  /** By their customerNumber. */
  readonly customers: readonly AccountRow[];
}

const QUERIES = {
  world: `SELECT generation, clock_offset_ms,
      (SELECT COALESCE(slot_ms, -1) FROM runs WHERE runs.sequence = open_run) AS open_slot FROM world`,
  payments: `SELECT sequence, id, tpp, psu, service, product, bulk, status, funds_available, debtor_account, effective_date, date_moved,
      held_at_approval, settles_late, lapses_at_ms, approved_at_ms FROM payments ORDER BY sequence`,
  bulks: 'SELECT sequence, id FROM bulks ORDER BY sequence',
  baskets: `SELECT sequence, id, tpp, psu, state, (SELECT group_concat(payment, ' ' ORDER BY place)
      FROM basket_payments WHERE basket = baskets.sequence) AS payments FROM baskets ORDER BY sequence`,
  scas: `SELECT id, purpose, subject, tpp, tpp_session_id, redirect_uri, psu, identified, sca_status, created_at_ms
      FROM authorisations ORDER BY sequence`,
  agreements: `SELECT (SELECT group_concat(customer_number || ' ' || account || ' ' || may_view || may_register, ', '
      ORDER BY place) FROM engagements WHERE agreement = agreements.id) AS engagements
      FROM agreements WHERE type = 'CORPORATE' ORDER BY place`,
  consents: `SELECT tpp, psu, CASE WHEN agreement = '' THEN '-' ELSE (SELECT COUNT(*) FROM agreements other
      WHERE other.type = 'CORPORATE' AND other.place < own.place) END AS agreement,
      (SELECT group_concat(account, ' ' ORDER BY account) FROM consent_accounts granted
        WHERE granted.tpp = consents.tpp AND granted.psu = consents.psu
          AND granted.agreement = consents.agreement) AS accounts
      FROM consents LEFT JOIN agreements own ON own.id = consents.agreement ORDER BY tpp, psu, own.place`,
  steps: 'SELECT payment, from_status, to_status FROM transitions ORDER BY place',
  // One text is read faster than many rows, and mostly it is the same as before.
  lines: `SELECT group_concat(b.sequence || ' ' || b.kind || ' ' || b.booked_at_ms || ' ' || COALESCE(b.payment, '-')
      || ' ' || COALESCE(b.leg, '-') || ' ' || l.account || ' ' || l.currency || ' ' || l.amount_minor, ','
      ORDER BY b.sequence, l.rowid) AS text FROM bookings b JOIN booking_lines l ON l.booking = b.sequence`,
  balances: `SELECT account, currency, balance_minor, reserved_minor, pending_minor FROM balances
      ORDER BY account, currency`,
  reservations: 'SELECT payment, account, currency, amount_minor FROM reservations ORDER BY payment',
  accounts: 'SELECT id, bban AS number FROM accounts UNION ALL SELECT id, related_account FROM card_accounts',
  customers: 'SELECT id, number FROM customers',
} as const;

/** Reads the books again only when somebody has committed since. */
export class BookReader {
  readonly #database: SqliteDatabase;
  readonly #version: SqliteStatement;
  readonly #statements: Readonly<Record<keyof Books, SqliteStatement>>;
  #lines: { readonly text: string; readonly rows: readonly LineRow[] } | undefined;
  #read: { readonly version: unknown; readonly books: Books } | undefined;

  constructor(path: string) {
    this.#database = loadDriver()(path, { readOnly: true });
    this.#version = this.#database.prepare('PRAGMA data_version');
    const prepared = Object.entries(QUERIES).map(([name, sql]) => {
      const statement = this.#database.prepare(sql);
      statement.setReadBigInts(true);
      return [name, statement] as const;
    });
    this.#statements = Object.fromEntries(prepared) as Record<keyof Books, SqliteStatement>;
  }

  read(): Books {
    const version = this.#version.all()[0]?.data_version;
    const known = this.#read;
    if (known && known.version === version) return known.books;
    const all = <T>(name: keyof Books) => this.#statements[name].all() as readonly unknown[] as readonly T[];
    const [world] = all<WorldRow>('world');
    if (!world) throw new Error('the store has no world');
    const books: Books = {
      world,
      payments: all('payments'),
      bulks: all('bulks'),
      baskets: all('baskets'),
      scas: all('scas'),
      agreements: all('agreements'),
      consents: all('consents'),
      steps: all('steps'),
      lines: this.#linesOf(String(all<{ text: unknown }>('lines')[0]?.text)),
      balances: all('balances'),
      reservations: all('reservations'),
      accounts: all('accounts'),
      customers: all('customers'),
    };
    this.#read = { version, books };
    return books;
  }

  #linesOf(text: string): readonly LineRow[] {
    if (this.#lines?.text !== text) this.#lines = { text, rows: text.split(',').map(lineOf) };
    return this.#lines.rows;
  }

  close(): void {
    this.#database.close();
  }
}

function lineOf(text: string): LineRow {
  const [sequence = '', kind = '', bookedAt = '', payment, leg, account = '', currency = '', amount = ''] =
    text.split(' ');
  return {
    sequence: BigInt(sequence),
    kind,
    booked_at_ms: BigInt(bookedAt),
    payment: payment === '-' ? null : BigInt(payment ?? ''),
    leg: leg === '-' ? null : BigInt(leg ?? ''),
    account,
    currency,
    amount_minor: BigInt(amount),
  };
}
