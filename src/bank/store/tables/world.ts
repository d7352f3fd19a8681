import { DamagedContent, type Op, run, type Tx } from '../../../store/contract.ts';
import {
  column,
  createObjectColumns,
  createOptionalColumns,
  findNumber,
  findRow,
  findText,
  hasRow,
  Table,
} from '../../../store/table.ts';
import type { RunCalendar } from '../../../values/bank-calendar.ts';
import type { AskedFault, SetFault, World } from '../../domain/world.ts';
import { OPEN, WAITING } from '../schema.ts';
import { insertAccount, insertCard } from './accounts.ts';
import { insertAgreement, insertCustomer } from './customers.ts';
import { book } from './ledger.ts';
import { countUses, insertKidEntry } from './numbers.ts';
import type { StepCause } from './payments.ts';

/** The state that every transaction reads first. */
export interface BankState {
  /** The days on which the batch runs. */
  readonly calendar: RunCalendar;
  readonly seed: string;
  /** The number of the world's generation, incremented by initialise and restore. */
  readonly generation: bigint;
  /** The bank's time in milliseconds since 1970, never before the last stored one (S6-watermark). */
  bankNow: number;
  /** The real time in milliseconds since 1970, read after the lock or snapshot was acquired. */
  readonly realNow: number;
  /** The offset from real time in milliseconds. @see D11-bank-time */
  readonly clockOffset: number;
  /** The time of the last completed run on the bank's clock; earlier runs aren't executed later. */
  readonly runsWatermark: number;
  /** The sequence of the open run. */
  readonly openRun?: bigint;
  /** True if a fault is set. @see D11-faults */
  readonly hasFaults: boolean;
  /** The start of the oldest open SCA. */
  readonly oldestOpenSca?: number;
  /** The next expiry of an unapproved payment. */
  readonly nextLapse?: number;
  /** The time of the oldest stored X-Request-ID. */
  readonly oldestRequest?: number;
  /** The earliest end of a stored authorisation. */
  readonly oldestEnded?: number;
  /** The earliest last SCA of a stored session. */
  readonly oldestSession?: number;
  /** The time of the oldest stored call without the PSU. */
  readonly oldestCall?: number;
  /** The last used number of the world's sequence before this transaction. */
  readonly sequenceBefore: bigint;
  /** The last used number; `takeSequence` increments it. */
  sequence: bigint;
  /** The operation or part of the due work that changes payments now, and its X-Request-ID. @see D4-cause */
  cause: StepCause;
}

/**
 * Loads the world, and creates it at first use in the same transaction, so that only one of several processes creates
 * it.
 * @param found creates the data of a world from its seed
 * @throws DamagedContent if only the world's row is missing
 * @see S7-generation, S1-store-damaged
 */
export function* loadWorld(
  tx: Tx,
  { seed, calendar, furnish }: WorldTerms,
  found: (seed: string) => World,
): Op<BankState> {
  const world = yield* readWorld(tx, calendar);
  if (world) return world;
  if (yield* hasRow('SELECT 1 FROM customers LIMIT 1'))
    throw new DamagedContent('it has customers, but the row of its world is missing');
  const data = found(seed);
  yield* createWorld(tx, seed, data);
  const founded = yield* readWorld(tx, calendar);
  if (!founded) throw new Error('a world was founded and is not there');
  if (furnish !== undefined) yield* furnish(founded, data);
  return founded;
}

/** The terms of a world: the seed of a new one with what is added to its data, and the calendar of the batch. */
export interface WorldTerms {
  readonly seed: string;
  readonly furnish?: ((world: BankState, data: World) => Op<unknown>) | undefined;
  readonly calendar: RunCalendar;
}

const READ_WORLD = `SELECT seed, generation, clock_offset_ms, watermark_ms, runs_watermark_ms, open_run, sequence,
  (SELECT MIN(id) FROM faults) AS first_fault,
  (SELECT MIN(created_at_ms) FROM authorisations WHERE ${OPEN}) AS oldest_open_ms,
  (SELECT MIN(lapses_at_ms) FROM payments WHERE lapses_at_ms IS NOT NULL) AS next_lapse_ms,
  (SELECT created_at_ms FROM requests ORDER BY sequence LIMIT 1) AS oldest_request_ms,
  (SELECT MIN(ended_at_ms) FROM authorisations WHERE ended_at_ms IS NOT NULL) AS oldest_ended_ms,
  (SELECT MIN(finalised_at_ms) FROM sessions) AS oldest_session_ms,
  (SELECT MIN(called_at_ms) FROM unattended_calls) AS oldest_call_ms
FROM world`;

/**
 * Reads the offset of the bank's clock in milliseconds; 0 before the world exists. Uses no other part of the schema.
 */
export function* readClockOffset(): Op<number> {
  const hasWorld = yield* hasRow(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'world'`);
  return (hasWorld ? yield* findNumber('SELECT clock_offset_ms FROM world') : undefined) ?? 0;
}

const WORLD = createObjectColumns({
  seed: column.text('seed'),
  generation: column.bigint('generation'),
  clockOffset: column.number('clock_offset_ms'),
  watermark: column.number('watermark_ms'),
  runsWatermark: column.number('runs_watermark_ms'),
  openRun: createOptionalColumns(column.bigint('open_run')),
  sequence: column.bigint('sequence'),
  firstFault: createOptionalColumns(column.number('first_fault')),
  oldestOpenSca: createOptionalColumns(column.number('oldest_open_ms')),
  nextLapse: createOptionalColumns(column.number('next_lapse_ms')),
  oldestRequest: createOptionalColumns(column.number('oldest_request_ms')),
  oldestEnded: createOptionalColumns(column.number('oldest_ended_ms')),
  oldestSession: createOptionalColumns(column.number('oldest_session_ms')),
  oldestCall: createOptionalColumns(column.number('oldest_call_ms')),
});

function* readWorld(tx: Tx, calendar: RunCalendar): Op<BankState | undefined> {
  const world = yield* findRow(WORLD.read, READ_WORLD);
  if (!world) return undefined;
  const { watermark, firstFault, ...state } = world;
  return {
    ...state,
    calendar,
    bankNow: Math.max(tx.now + world.clockOffset, watermark),
    realNow: tx.now,
    hasFaults: firstFault !== undefined,
    sequenceBefore: world.sequence,
    cause: {},
  };
}

/**
 * Returns the next number of the world's sequence. The transaction has held the write lock since it read the world, so
 * no other process uses the number; `keepWorld` stores it.
 */
export function takeSequence(world: BankState): bigint {
  world.sequence += 1n;
  return world.sequence;
}

/**
 * Stores the world at the end of a transaction, including the bank's time as the last one seen.
 * @param mayRead true if the work may have been read-only; the world is then stored only if numbers were used
 * @see S6-watermark
 */
export function* keepWorld(world: BankState, mayRead = false): Op<void> {
  if (mayRead && world.sequence === world.sequenceBefore) return;
  yield* run('UPDATE world SET sequence = ?, watermark_ms = ?', world.sequence, world.bankNow);
}

function* createWorld(tx: Tx, seed: string, data: World): Op<void> {
  const sql = `INSERT INTO world (id, seed, generation, clock_offset_ms, watermark_ms, runs_watermark_ms, sequence)
    VALUES (1, ?, 1, 0, ?, ?, 0)`;
  yield* run(sql, seed, tx.now, tx.now);
  yield* insertWorldData(data, tx.now);
}

/** The tables in an order in which no deleted row is still referenced. */
const WORLD_TABLES = `
  requests unattended_calls sessions consent_accounts consents authorisations basket_payments
  baskets runs transitions reservations payments bulks transactions booking_lines
  bookings balances kid_entries engagements agreements card_transactions card_accounts accounts
  customers natural_keys former_numbers faults`
  .trim()
  .split(/\s+/);

/**
 * Resets the world to its initial data in one transaction: payments, baskets, sessions and consents end, the clock
 * offset becomes 0, the watermark is now, and the generation increases. The sequence continues, so that no earlier id
 * recurs; a psu-id stays valid (D6-consent).
 * @see D8-initial-data
 * @see S6-initialise-clock, S7-generation, I-sandbox-initialise, D8-initialise
 */
export function* initialiseWorld(world: BankState, data: World): Op<void> {
  yield* endWorld(world, 0);
  yield* insertWorldData(data, world.realNow);
}

/**
 * Empties the world for a replacement: the generation increases, and the clock is real time + offset. Missed runs
 * aren't executed.
 */
export function* endWorld(world: BankState, clockOffset: number): Op<void> {
  world.bankNow = world.realNow + clockOffset;
  for (const table of WORLD_TABLES) yield* run(`DELETE FROM ${table}`);
  yield* run('UPDATE psus SET last_sca_ms = NULL');
  const sql = `UPDATE world SET generation = generation + 1, clock_offset_ms = ?, watermark_ms = ?,
    runs_watermark_ms = ?, open_run = NULL`;
  yield* run(sql, clockOffset, world.bankNow, world.bankNow);
}

/**
 * Sets the bank's clock to real time + offset, which may be before the last time seen. Runs whose time recurs aren't
 * repeated if they processed payments, because they have a row.
 * @see D11-bank-time
 * @see S6-initialise-clock
 */
export function* setClock(world: BankState, to: number): Op<void> {
  world.bankNow = to;
  const sql = `UPDATE world SET clock_offset_ms = ?,
    runs_watermark_ms = CASE WHEN runs_watermark_ms > ? THEN ? ELSE runs_watermark_ms END`;
  yield* run(sql, to - world.realNow, to, to);
}

/** Inserts a world's data in the given order; balances are bookings against OPENING (D9-balance-is-lines). */
function* insertWorldData(data: World, bookedAt: number): Op<void> {
  for (const customer of data.customers) yield* insertCustomer(customer);
  for (const account of data.accounts) yield* insertAccount(account);
  for (const card of data.cardAccounts) yield* insertCard(card);
  for (const agreement of data.agreements) yield* insertAgreement(agreement);
  for (const one of data.kidEntries) yield* insertKidEntry(one);
  yield* countUses(data.usedKeys);
  const opened = [
    ...data.accounts,
    ...data.cardAccounts.map(({ resourceId: id, ...card }) => ({ id, ...card })),
  ];
  yield* book(
    opened.map(({ id, currency, openingMinor }, place) => ({
      // Below the world's sequence, which starts at 1.
      sequence: BigInt(place - opened.length),
      kind: 'opening',
      bookedAt,
      entry: [
        { account: 'OPENING', currency, amountMinor: -openingMinor },
        { account: id, currency, amountMinor: openingMinor },
      ],
    })),
  );
}

/**
 * Adjusts the data after the clock moved back to `bankNow`: later start times become `bankNow`, so that no age is
 * negative and nothing lives longer than from now. Each statement finds only the later rows by an index.
 * @see S6-going-back
 * @see S3-short-lock
 */
export function* beginNoLaterThan(bankNow: number): Op<void> {
  for (const [table, column, condition = 'TRUE'] of [
    ['psus', 'last_sca_ms'],
    ['sessions', 'finalised_at_ms'],
    ['unattended_calls', 'called_at_ms'],
    ['authorisations', 'created_at_ms', OPEN],
    ['authorisations', 'ended_at_ms'],
    ['payments', 'approved_at_ms', 'run_day IS NOT NULL'],
    ['payments', 'approved_at_ms', WAITING],
  ] as const) {
    const later = `${column} > ? AND ${condition}`;
    yield* run(`UPDATE ${table} SET ${column} = ? WHERE ${later}`, bankNow, bankNow);
  }
  // Requests are in the order of time.
  const last = 'SELECT sequence FROM requests WHERE created_at_ms <= ? ORDER BY sequence DESC LIMIT 1';
  yield* run(
    `UPDATE requests SET created_at_ms = ? WHERE sequence > COALESCE((${last}), 0)`,
    bankNow,
    bankNow,
  );
}

/** Finds the secret that signs page tokens; undefined before the first one. @see D7-page-token */
export function findPagingSecret(): Op<string | undefined> {
  return findText('SELECT paging_secret FROM world');
}

/**
 * Finds or stores the secret that signs page tokens.
 * @param fresh returns a new secret
 */
export function* loadPagingSecret(fresh: () => string): Op<string> {
  const known = yield* findPagingSecret();
  if (known !== undefined) return known;
  const secret = fresh();
  yield* run('UPDATE world SET paging_secret = ?', secret);
  return secret;
}

const FAULTS = new Table<SetFault>('faults', {
  faultId: column.number('id'),
  fault: column.text('fault'),
  operation: createOptionalColumns(column.text('operation')),
  call: createOptionalColumns(column.number('nth_call')),
  status: createOptionalColumns(column.number('status')),
  milliseconds: createOptionalColumns(column.number('milliseconds')),
  calls: column.number('calls'),
  strikes: column.number('strikes'),
});

/** Lists the faults in the order in which they were set. */
export function listFaults(): Op<SetFault[]> {
  return FAULTS.list('ORDER BY id');
}

/**
 * Inserts a fault.
 * @returns the fault with its id
 */
export function* insertFault({ fault, ...of }: AskedFault): Op<SetFault> {
  const faultId = yield* findNumber('UPDATE world SET faults_set = faults_set + 1 RETURNING faults_set');
  if (faultId === undefined) throw new Error('a fault was set in no world');
  const { operation, call, status, milliseconds } = of;
  const set = { faultId, fault, operation, call, status, milliseconds, calls: 0, strikes: 0 };
  yield* FAULTS.insert(set);
  return set;
}

export function* countCall(faultId: number): Op<void> {
  yield* run('UPDATE faults SET calls = calls + 1 WHERE id = ?', faultId);
}

export function* countStrike(faultId: number): Op<void> {
  yield* run('UPDATE faults SET strikes = strikes + 1 WHERE id = ?', faultId);
}

/**
 * Removes a fault; payments without funds because of it have funds again.
 * @returns true if it was set
 */
export function* removeFault(faultId: number): Op<boolean> {
  yield* run('UPDATE payments SET unfunded_by = NULL WHERE unfunded_by = ?', faultId);
  return yield* hasRow('DELETE FROM faults WHERE id = ? RETURNING id', faultId);
}

/**
 * Removes all faults.
 * @returns their number
 */
export function* removeFaults(): Op<number> {
  const rows = yield* run('DELETE FROM faults RETURNING id');
  yield* run('UPDATE payments SET unfunded_by = NULL WHERE unfunded_by IS NOT NULL');
  return rows.length;
}
