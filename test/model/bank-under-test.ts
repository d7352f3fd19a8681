import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBank } from '../../src/bank/bank.ts';
import { type Authorisation, UNOPENED } from '../../src/bank/domain/authorisation.ts';
import { deriveOrderedId } from '../../src/bank/domain/ids.ts';
import { createInitialData } from '../../src/bank/domain/initial-data.ts';
import { createEntry } from '../../src/bank/domain/ledger.ts';
import type { BankSettings } from '../../src/bank/settings.ts';
import { BANK_SCHEMA } from '../../src/bank/store/schema.ts';
import { insertAuthorisation } from '../../src/bank/store/tables/authorisations.ts';
import { book } from '../../src/bank/store/tables/ledger.ts';
import { keepWorld, loadWorld, takeSequence } from '../../src/bank/store/tables/world.ts';
import type { Handle, HttpResponse } from '../../src/message.ts';
import { readInteger, run } from '../../src/store/contract.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/open.ts';
import { type Death, MortalDriver } from '../support/mortal-driver.ts';
import { CROWD, USUAL } from './model/psu.ts';
import { requestOf, type Sent } from './sent.ts';

/** One process of the bank. */
interface Process {
  readonly driver: MortalDriver;
  readonly store: SqliteStore;
  readonly handle: Handle;
}

const SEED = 'psd2';
/** Where files are kept in memory, when the system has such a place: what is tried here is not the disk. */
const MEMORY = '/dev/shm';

/**
 * One file of a bank's world, and the processes that work on it: the first, which can die and is then started anew,
 * and a second beside it.
 */
export class BankUnderTest {
  readonly path: string;
  readonly #folder: string;
  /** The machine's time, in milliseconds since 1970. */
  real = 0;
  /** What the bank itself found unexpected. */
  unexpected: unknown[] = [];
  #secrets = 0;
  #first: Process;
  #second: Process | undefined;

  constructor() {
    this.#folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'psd2-model-'));
    this.path = join(this.#folder, 'bank.db');
    this.#first = this.#start();
  }

  #start(): Process {
    const driver = new MortalDriver();
    const store = openSqliteStore({
      path: this.path,
      schema: BANK_SCHEMA,
      now: () => this.real,
      random: () => 0.5,
      driver: driver.open,
    });
    const settings: BankSettings = {
      seed: SEED,
      clock: () => this.real,
      stopwatch: () => 0,
      processorTime: () => 0,
      wait: async () => {},
      secret: () => `secret-${++this.#secrets}`,
      basePath: '',
      publicUrl: 'https://127.0.0.1:8443',
      policy: 'sandbox',
      onUnexpected: (fault) => this.unexpected.push(fault),
    };
    return { driver, store, handle: createBank(settings, store) };
  }

  /** Sends to the first process, or to the second. */
  send(sent: Sent, to: 'first' | 'second' = 'first'): Promise<HttpResponse> {
    this.#second ??= this.#start();
    const { handle } = to === 'first' ? this.#first : this.#second;
    return handle(requestOf(sent, this.real), { address: '127.0.0.1', operator: sent.signer === 'operator' });
  }

  /** Sends to the first process, which dies on the way, or once it has answered; another is started in its place. */
  async sendAndDie(sent: Sent, death: Death): Promise<{ answer: HttpResponse; diedOnTheWay: boolean }> {
    const { driver } = this.#first;
    driver.dieAt(death);
    const answer = await this.send(sent);
    const diedOnTheWay = driver.isDead;
    driver.bury();
    this.#first = this.#start();
    // What it found unexpected was its own end.
    if (diedOnTheWay) this.unexpected = [];
    return { answer, diedOnTheWay };
  }

  /** Changes the balance of an account by øre, past every route, at a time of the bank's clock. @see D9-balance-is-lines */
  async changeBalance(account: string, difference: number, bookedAt: number): Promise<void> {
    const change = createEntry('SUSPENSE', account, 'NOK', BigInt(difference));
    await this.#first.store.write(function* () {
      const [world] = yield* run('UPDATE world SET sequence = sequence + 1 RETURNING sequence');
      yield* book([{ sequence: readInteger(world!, 'sequence'), kind: 'balance', bookedAt, entry: change }]);
    });
  }

  /** Starts SCAs that nobody waits for, past every route, at a time of the bank's clock. */
  async openSessions(tpp: string, psu: string, { count, at }: { count: number; at: number }): Promise<void> {
    await this.#first.store.write(function* (tx) {
      const world = yield* loadWorld(tx, { seed: SEED, calendar: 'every-day' }, createInitialData);
      for (let started = 0; started < count; started += 1) {
        yield* insertAuthorisation(crowded(takeSequence(world), { tpp, psu, at }));
      }
      yield* keepWorld(world);
    });
  }

  async close(): Promise<void> {
    await this.#first.store.close();
    await this.#second?.store.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** An SCA of the crowd that the model starts. */
function crowded(
  sequence: bigint,
  { tpp, psu, at }: { tpp: string; psu: string; at: number },
): Authorisation {
  return {
    sequence,
    authorisationId: deriveOrderedId(SEED, 'authorisation', sequence),
    purpose: 'session',
    tpp,
    tppName: '',
    tppSessionId: CROWD.session,
    redirectUri: USUAL,
    psu,
    scaStatus: 'RECEIVED',
    secret: `secret-${sequence}`,
    createdAt: at,
    prefersApp: false,
    progress: UNOPENED,
  };
}
