import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type OpenedBank,
  type BankOptions as OpenOptions,
  openBank,
  refuseUnknownPolicy,
} from '../app/open-bank.ts';
import type { Admission } from '../bank/settings.ts';
import { readPem } from '../certificates/pem.ts';
import { runBatch } from '../client/operator.ts';
import { Fault } from '../errors.ts';
import type { Peer } from '../message.ts';
import { isBasePath } from '../serve/plan.ts';
import type { Signer } from '../signing/sign.ts';
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
import { webFetch } from './fetch.ts';
import { clockOf, faultsAt, operatorAt, psuAt } from './operator.ts';
import { admissionFrom, expectOptions } from './options.ts';
import { emptyStore, type Place, takePlace } from './places.ts';
import { processQwac, tppAt } from './tpp.ts';

/** Nothing is there: `.test` is nobody's (RFC 6761), so that what leaves for it by mistake arrives nowhere. */
const ORIGIN = 'https://bank.test';

/** Who asks in-process is on this machine, and may do what the operator does. @see D11-operator */
const PEER: Peer = { address: '127.0.0.1', operator: true };

interface Given
  extends Omit<BankOptions, 'clock' | 'seed' | 'signResponses' | 'authorities' | 'registry' | 'mutualTls'> {
  /** A fork is the same bank to who knows its seal. */
  readonly signer?: Signer | undefined;
  readonly admission: Admission | undefined;
}

const OPTIONS = [
  'clock',
  'seed',
  'basePath',
  'terseErrors',
  'policy',
  'authorities',
  'registry',
  'mutualTls',
  'clientCertificate',
  'signResponses',
  'onUnexpected',
];

/**
 * A bank of its own in this process.
 * @throws Fault INPUT_INVALID for an option or a base path that is none, BANK_REFUSED for a clock that can't be set, STORE_UNUSABLE where
 *   SQLite can't be used
 * @see A-create-bank
 */
export const createBank: typeof CreateBank = async (options = {}) => {
  expectOptions('createBank', options, OPTIONS);
  const { clock, seed, signResponses = false, authorities, registry, mutualTls, ...rest } = options;
  refuseBasePath(rest.basePath);
  refuseUnknownPolicy({ policy: rest.policy === 'production' ? undefined : rest.policy });
  const given = { ...rest, admission: await admissionFrom(options) };
  const empty = await emptyStore();
  const signer = signResponses ? await newSigner() : undefined;
  const fill = async (path: string) => writeFileSync(path, empty, { mode: 0o600 });
  const bank = await openAt(takePlace(), { ...given, signer }, fill);
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

/** A seal whose key is in no file afterwards. */
async function newSigner(): Promise<Signer> {
  // Who signs no answers needs no certificates.
  const { openBankSigner } = await import('../app/bank-seal.ts');
  const place = takePlace();
  try {
    return await openBankSigner(place.folder, { uid: process.getuid?.(), platform: process.platform });
  } finally {
    place.remove();
  }
}

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
  /** For who makes data: the operator. */
  readonly #operator: Transport;
  readonly #served = new Set<Promise<ServedBank>>();
  #closing: Promise<void> | undefined;

  constructor(place: Place, path: string, given: Given) {
    const { basePath = '', terseErrors = false, onUnexpected = warn, policy = 'sandbox' } = given;
    const { admission, signer } = given;
    this.#place = place;
    this.#given = given;
    this.#options = {
      ...{ path, isVolatile: true, basePath, terseErrors, onUnexpected, policy },
      ...(admission === undefined ? {} : { admission }),
      ...(signer === undefined ? {} : { signResponses: signer }),
    };
    this.#bank = openBank({ ...this.#options, publicUrl: ORIGIN });
    this.#operator = async (request) => this.#atWork().handle(request, PEER);
    this.#door = this.#doorOf(given.clientCertificate);
    this.url = ORIGIN + basePath;
    this.fetch = webFetch(this.#door, this.url);
    const operate = operatorAt(this.#operator, basePath);
    this.clock = clockOf(operate);
    const { approve, decline } = psuAt(operate);
    this.approve = approve;
    this.decline = decline;
    this.faults = faultsAt(operate);
    this.runBatch = () => operate(runBatch, undefined);
  }

  async tpp(): Promise<Tpp> {
    this.#atWork();
    if (this.#given.admission?.mutualTls !== true) return tppAt(this.#door, this.url);
    const qwac = await processQwac();
    return { ...(await tppAt(this.#doorOf(qwac.certificate), this.url)), qwac };
  }

  async seed(world: SeedWorld | readonly SeedWorld[], options: { prune?: boolean } = {}): Promise<Seeded> {
    this.#atWork();
    expectOptions('seed', options, ['prune']);
    const { basePath = '', onUnexpected } = this.#options;
    const way = inProcess(this.#operator);
    // Who seeds nothing needs no YAML.
    const { seedBank } = await import('./seed.ts');
    return seedBank(
      { way, folder: this.#place.folder, basePath, onUnexpected },
      world,
      options.prune ?? false,
    );
  }

  /** @see A-library-fork */
  async fork(): Promise<Bank> {
    const bank = this.#atWork();
    return openAt(takePlace(), this.#given, (path) => bank.copyTo(path));
  }

  async serve(options: { port?: number } = {}): Promise<ServedBank> {
    this.#atWork();
    expectOptions('serve', options, ['port']);
    const { serveAt } = await import('./serve.ts');
    const serving = serveAt(this.#options, this.#place.folder, options.port ?? 0);
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

  /**
   * At a sandbox everybody here is the operator too; under production policy only who calls the operator's paths.
   * @param client what a connection would show, PEM
   */
  #doorOf(client: string | undefined): Transport {
    if (this.#given.admission === undefined) return this.#operator;
    const peer = strangerWith(client);
    const operators = `${this.#options.basePath ?? ''}/operator/`;
    return async (request) =>
      this.#atWork().handle(request, request.target.startsWith(operators) ? PEER : peer);
  }

  #atWork(): OpenedBank {
    if (this.#closing !== undefined) throw closedBank();
    return this.#bank;
  }
}

/** @throws Fault INPUT_INVALID for a text that is no certificate */
function strangerWith(client: string | undefined): Peer {
  if (client === undefined) return { address: '127.0.0.1', operator: false };
  const reading = readPem(client);
  const der = reading.ok ? reading.blocks.find(({ label }) => label === 'CERTIFICATE')?.der : undefined;
  if (der === undefined) throw new Fault('INPUT_INVALID', 'clientCertificate must be a certificate in PEM.');
  const tls = { version: 'TLSv1.3', clientCertificate: der };
  return { address: '127.0.0.1', operator: false, tls };
}

function warn(fault: unknown): void {
  process.emitWarning(fault instanceof Error ? fault : String(fault));
}

/** A mistake of the test, not of the bank: it has a code of its own, which no command ends with. */
function closedBank(): Error {
  return Object.assign(new Error('This bank is closed.'), { code: 'BANK_CLOSED' });
}
