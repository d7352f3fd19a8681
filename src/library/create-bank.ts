import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Admission } from '../bank/settings.ts';
import { readPem } from '../certificates/pem.ts';
import { Authorities } from '../certificates/trust.ts';
import { getOperation } from '../client/operation.ts';
import { findNearest } from '../core/nearest.ts';
import { Fault } from '../errors.ts';
import type { Peer } from '../message.ts';
import { isBasePath } from '../serve/plan.ts';
import { type OpenedBank, openBank, refuseUnknownPolicy } from '../session/open-bank.ts';
import type { Signer } from '../signing/sign.ts';
import { createInProcessTransport } from '../transport/in-process.ts';
import type { Transport } from '../transport/transport.ts';
import { readRegistryValue } from '../wire/tpp-registry.ts';
import type { Bank, BankOptions, createBank as CreateBank, ServedBank } from './bank-types.ts';
import { createFetch } from './fetch.ts';
import { createClock, createFaults, createOperator, createPsuActs } from './operator.ts';
import { createTempDir, loadEmptyStore, type Place, withTempDir } from './places.ts';
import { createTpp, getProcessIdentity, getProcessQwac } from './tpp.ts';

/**
 * Checks options of a JavaScript caller: an unknown option would be ignored and test another bank than intended.
 * @param what the name of the function: `createBank`
 * @throws Fault INPUT_INVALID
 * @see A-library-options
 */
function checkOptions(what: string, given: unknown, names: readonly string[]): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    const shown = given === null ? 'null' : Array.isArray(given) ? 'a list' : `a ${typeof given}`;
    throw new Fault('INPUT_INVALID', `${what} takes an object of options, not ${shown}.`, {
      hint: `Options: ${names.join(', ')}.`,
    });
  }
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const meant = findNearest(unknown, names);
  throw new Fault('INPUT_INVALID', `${what} has no option ${JSON.stringify(unknown)}.`, {
    hint: meant === undefined ? `Options: ${names.join(', ')}.` : `Did you mean ${meant}?`,
  });
}

type PolicyOptions = Pick<
  BankOptions,
  'policy' | 'authorities' | 'registry' | 'mutualTls' | 'clientCertificate'
>;

const ONLY_PRODUCTION = ['authorities', 'registry', 'mutualTls', 'clientCertificate'] as const;

/**
 * Creates the admission of a bank: a sandbox admits every TPP and needs no settings.
 * @throws Fault INPUT_INVALID
 * @see A-library-policy
 */
async function createAdmission(given: PolicyOptions): Promise<Admission | undefined> {
  if (given.policy !== 'production') {
    // Opening the bank rejects any policy other than the two.
    const half = ONLY_PRODUCTION.find((name) => given[name] !== undefined && given[name] !== false);
    if (half === undefined) return undefined;
    throw new Fault('INPUT_INVALID', `${half} works only with policy: 'production'.`, {
      hint: 'A sandbox accepts every certificate.',
    });
  }
  const { createRegistryFault, parseCas } = await import('../serve/admission.ts');
  const { authorities: pems = [], registry, mutualTls = false } = given;
  const own = (await getProcessIdentity()).ca.certificate;
  const files = [own, ...(typeof pems === 'string' ? [pems] : pems)];
  const authorities = new Authorities(files.flatMap((pem) => parseCas('authorities', Buffer.from(pem))));
  if (registry === undefined) return { authorities, mutualTls };
  const reading = readRegistryValue(registry);
  if (!reading.ok) throw createRegistryFault('registry', reading.faults);
  return { authorities, mutualTls, registry: reading.registry };
}

/** Nothing listens there: `.test` is reserved (RFC 6761), so a request sent by mistake reaches nothing. */
const ORIGIN = 'https://bank.test';

/** The peer of in-process requests: on this machine, with the operator's rights. @see D11-operator */
const PEER: Peer = { address: '127.0.0.1', operator: true };

interface BankParts
  extends Omit<BankOptions, 'clock' | 'seed' | 'signResponses' | 'authorities' | 'registry' | 'mutualTls'> {
  /** A fork has the same seal, so that clients accept it as the same bank. */
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
 * Creates a separate bank in this process.
 * @throws Fault INPUT_INVALID for an option or a base path that is none, BANK_REFUSED for a clock that can't be set,
 * STORE_UNUSABLE if SQLite can't be used
 * @see A-create-bank
 */
export const createBank: typeof CreateBank = async (options = {}) => {
  checkOptions('createBank', options, OPTIONS);
  const { clock, seed, signResponses = false, authorities, registry, mutualTls, ...rest } = options;
  refuseBasePath(rest.basePath);
  refuseUnknownPolicy({ policy: rest.policy === 'production' ? undefined : rest.policy });
  const given = { ...rest, admission: await createAdmission(options) };
  const empty = await loadEmptyStore();
  const signer = signResponses ? await createSigner() : undefined;
  const fill = async (path: string) => writeFileSync(path, empty, { mode: 0o600 });
  const bank = await openAt(createTempDir(), { ...given, signer }, fill);
  try {
    // The first request creates the world.
    await (clock === undefined ? bank.clock.now() : bank.clock.set(clock));
    if (seed !== undefined) await bank.seed(seed);
    return bank;
  } catch (fault) {
    await bank.close();
    throw fault;
  }
};

/** Creates a seal whose key is in no file afterwards. */
async function createSigner(): Promise<Signer> {
  // A bank that signs no responses needs no certificates.
  const { openBankSigner } = await import('../credentials/signer.ts');
  return withTempDir((folder) => openBankSigner(folder, process.getuid?.()));
}

function refuseBasePath(path = ''): void {
  if (isBasePath(path)) return;
  throw new Fault(
    'INPUT_INVALID',
    `basePath is ${JSON.stringify(path)}, but must be a path such as /api-sandbox.`,
  );
}

/** @param fill makes the bank's file */
async function openAt(place: Place, given: BankParts, fill: (path: string) => Promise<void>): Promise<Bank> {
  const path = join(place.folder, 'bank.db');
  try {
    await fill(path);
    return createInProcessBank(place, path, given);
  } catch (fault) {
    place.remove();
    throw fault;
  }
}

function createInProcessBank(place: Place, path: string, given: BankParts): Bank {
  const { basePath = '', terseErrors = false, onUnexpected = warn, policy = 'sandbox' } = given;
  const { admission, signer: signResponses } = given;
  const options = {
    ...{ path, isVolatile: true, basePath, terseErrors, onUnexpected, policy },
    ...{ admission, signResponses },
  };
  const opened = openBank({ ...options, publicUrl: ORIGIN });
  const served = new Set<Promise<ServedBank>>();
  let closing: Promise<void> | undefined;
  const atWork = (): OpenedBank => {
    if (closing !== undefined) throw createClosedError();
    return opened;
  };
  // Sends seed data as the operator. Like web requests, nothing is retried.
  const operator: Transport = async (request) => atWork().handle(request, PEER);
  /**
   * Selects the transport of a client: under the sandbox policy every client is also the operator; under production
   * policy only clients of the operator's paths.
   * @param client the certificate of a connection, PEM
   */
  const transportFor = (client: string | undefined): Transport => {
    if (admission === undefined) return operator;
    const peer = createStranger(client);
    return async (request) =>
      atWork().handle(request, request.target.startsWith(`${basePath}/operator/`) ? PEER : peer);
  };
  const transport = transportFor(given.clientCertificate);
  const url = ORIGIN + basePath;
  const operate = createOperator(operator, basePath);
  const finish = async () => {
    for (const one of await Promise.allSettled(served)) {
      if (one.status === 'fulfilled') await one.value.close();
    }
    await opened.close();
    place.remove();
  };
  const close = () => {
    closing ??= finish();
    return closing;
  };
  return {
    ...{ url, close, [Symbol.asyncDispose]: close, ...createPsuActs(operate) },
    fetch: createFetch(transport, url),
    clock: createClock(operate),
    faults: createFaults(operate),
    runBatch: () => operate(getOperation('run batch'), undefined),
    tpp: async () => {
      atWork();
      if (admission?.mutualTls !== true) return createTpp(transport, url);
      const qwac = await getProcessQwac();
      return { ...(await createTpp(transportFor(qwac.certificate), url)), qwac };
    },
    seed: async (world, asked = {}) => {
      atWork();
      checkOptions('seed', asked, ['prune']);
      // A bank without seeds doesn't load YAML.
      const { seedBank } = await import('./seed.ts');
      const bank = { way: createInProcessTransport(operator), folder: place.folder, basePath, onUnexpected };
      return seedBank(bank, world, asked.prune ?? false);
    },
    /** @see A-library-fork */
    fork: async () => {
      const bank = atWork();
      return openAt(createTempDir(), given, (copy) => bank.copyTo(copy));
    },
    serve: async (asked = {}) => {
      atWork();
      checkOptions('serve', asked, ['port']);
      const { serveAt } = await import('./serve.ts');
      const serving = serveAt(options, place.folder, asked.port ?? 0);
      served.add(serving);
      serving.catch(() => served.delete(serving));
      return serving;
    },
  };
}

/** @throws Fault INPUT_INVALID for a text that is no certificate */
function createStranger(client: string | undefined): Peer {
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

/** Creates the error for a mistake of the test, not of the bank: it has a separate code, which is no exit code. */
function createClosedError(): Error {
  return Object.assign(new Error('This bank is closed.'), { code: 'BANK_CLOSED' });
}
