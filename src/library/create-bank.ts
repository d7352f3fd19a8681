import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenedBank, type BankOptions as OpenOptions, openBank } from '../app/open-bank.ts';
import { isBasePath } from '../app/serve/plan.ts';
import { runBatch } from '../client/operator/batch.ts';
import { Fault } from '../errors.ts';
import type { Peer } from '../message.ts';
import { inProcess } from '../transport/in-process.ts';
import type { Transport } from '../transport/transport.ts';
import type {
  Bank,
  BankClock,
  BankFaults,
  BankOptions,
  createBank as CreateBank,
  Fetch,
  Seeded,
  SeedWorld,
  ServedBank,
  Tpp,
} from './bank-types.ts';
import { clockOf } from './clock.ts';
import { emptyStore } from './empty-store.ts';
import { faultsAt } from './faults.ts';
import { webFetch } from './fetch.ts';
import { operatorAt } from './operate.ts';
import { type Place, takePlace } from './places.ts';
import { psuAt } from './play-psu.ts';
import { tppAt } from './tpp.ts';

/** Nothing is there: `.test` is nobody's (RFC 6761), so that what leaves for it by mistake arrives nowhere. */
const ORIGIN = 'https://bank.test';

/** Who asks in-process is on this machine, and may do what the operator does. @see D11-operator */
const PEER: Peer = { address: '127.0.0.1', operator: true };

type Given = Omit<BankOptions, 'clock' | 'seed'>;

/**
 * A bank of its own in this process.
 * @throws Fault INPUT_INVALID for a base path that is none, BANK_REFUSED for a clock that can't be set, STORE_UNUSABLE where
 *   SQLite can't be used
 * @see A-create-bank
 */
export const createBank: typeof CreateBank = async ({ clock, seed, ...given } = {}) => {
  refuseBasePath(given.basePath);
  const empty = await emptyStore();
  const bank = await openAt(takePlace(), given, async (path) => writeFileSync(path, empty, { mode: 0o600 }));
  try {
    // The world is founded by the first request.
    await (clock === undefined ? bank.clock.now() : bank.clock.set(clock));
    if (seed !== undefined) await bank.seed(seed);
    return bank;
  } catch (fault) {
    await bank.close();
    throw fault;
  }
};

function refuseBasePath(path = ''): void {
  if (isBasePath(path)) return;
  throw new Fault(
    'INPUT_INVALID',
    `basePath is ${JSON.stringify(path)}, but must be a path such as /api-sandbox.`,
  );
}

/** @param fill makes the bank's file */
async function openAt(place: Place, given: Given, fill: (path: string) => Promise<void>): Promise<Bank> {
  const path = join(place.folder, 'bank.db');
  try {
    await fill(path);
    return new InProcessBank(place, path, given);
  } catch (fault) {
    place.remove();
    throw fault;
  }
}

class InProcessBank implements Bank {
  readonly url: string;
  readonly fetch: Fetch;
  readonly clock: BankClock;
  readonly approve: Bank['approve'];
  readonly decline: Bank['decline'];
  readonly runBatch: Bank['runBatch'];
  readonly faults: BankFaults;
  readonly #place: Place;
  readonly #given: Given;
  readonly #options: OpenOptions;
  readonly #bank: OpenedBank;
  /** As web requests go: nothing is sent again by itself. */
  readonly #door: Transport;
  readonly #served = new Set<Promise<ServedBank>>();
  #closing: Promise<void> | undefined;

  constructor(place: Place, path: string, given: Given) {
    const { basePath = '', terseErrors = false, onUnexpected = warn } = given;
    this.#place = place;
    this.#given = given;
    this.#options = { path, isVolatile: true, basePath, terseErrors, onUnexpected };
    this.#bank = openBank({ ...this.#options, publicUrl: ORIGIN });
    this.#door = async (request) => this.#atWork().handle(request, PEER);
    this.url = ORIGIN + basePath;
    this.fetch = webFetch(this.#door, this.url);
    const operate = operatorAt(this.#door, basePath);
    this.clock = clockOf(operate);
    const { approve, decline } = psuAt(operate);
    this.approve = approve;
    this.decline = decline;
    this.faults = faultsAt(operate);
    this.runBatch = () => operate(runBatch, undefined);
  }

  async tpp(): Promise<Tpp> {
    this.#atWork();
    return tppAt(this.#door, this.url);
  }

  async seed(world: SeedWorld | readonly SeedWorld[], { prune = false } = {}): Promise<Seeded> {
    this.#atWork();
    const { basePath = '', onUnexpected } = this.#options;
    const way = inProcess(this.#door);
    // Who seeds nothing needs no YAML.
    const { seedBank } = await import('./seed.ts');
    return seedBank({ way, folder: this.#place.folder, basePath, onUnexpected }, world, prune);
  }

  /** @see A-library-fork */
  async fork(): Promise<Bank> {
    const bank = this.#atWork();
    return openAt(takePlace(), this.#given, (path) => bank.copyTo(path));
  }

  async serve({ port = 0 } = {}): Promise<ServedBank> {
    this.#atWork();
    const { serveAt } = await import('./serve.ts');
    const serving = serveAt(this.#options, this.#place.folder, port);
    this.#served.add(serving);
    serving.catch(() => this.#served.delete(serving));
    return serving;
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #finish(): Promise<void> {
    for (const served of await Promise.allSettled(this.#served)) {
      if (served.status === 'fulfilled') await served.value.close();
    }
    await this.#bank.close();
    this.#place.remove();
  }

  #atWork(): OpenedBank {
    if (this.#closing !== undefined) throw new Error('This bank is closed.');
    return this.#bank;
  }
}

function warn(fault: unknown): void {
  process.emitWarning(fault instanceof Error ? fault : String(fault));
}
