import { randomBytes, sign, verify } from 'node:crypto';
import { existsSync } from 'node:fs';
import { BANK_SCHEMA } from '../bank/store/schema.ts';
import { readClockOffset } from '../bank/store/tables/world.ts';
import { type Certificate, describeCertificate, readCertificate } from '../certificates/certificate.ts';
import { listenForCallback } from '../client/callback/listen.ts';
import { LEDGER_SCHEMA } from '../client/ledger/schema.ts';
import { getTime } from '../clock.ts';
import { DAY_MS } from '../core/units.ts';
import {
  openRemoteSigner,
  readAuthorities,
  readRemoteCertificate,
  readTlsClient,
} from '../credentials/remote.ts';
import { getKeyIdOptions } from '../credentials/signer.ts';
import { Fault } from '../errors.ts';
import { RuntimeFolder } from '../serve/runtime-folder.ts';
import { type CommandContext, createSilentIo } from '../session/context.ts';
import { readResponsePolicy, verifyResponsesOnce } from '../session/middleware.ts';
import { openBank } from '../session/open-bank.ts';
import { openConnection } from '../session/remote.ts';
import { withLedgerAt } from '../session/with-session.ts';
import { createDamaged, readIdentityCertificate, readIdentityKey, wasMade } from '../settings/identity.ts';
import { type GivenFlags, type OpenedSettings, openSettings } from '../settings/precedence.ts';
import type { RemoteBank } from '../settings/profile.ts';
import { buildSettingsPath } from '../settings/settings-file.ts';
import { readHttpDate } from '../signing/http-date.ts';
import { createSigner, type DistantSigner, type Signer } from '../signing/sign.ts';
import { REQUEST_PROFILE } from '../signing/signing-string.ts';
import { run } from '../store/contract.ts';
import { inspectStore } from '../store/sqlite/open.ts';
import { createInProcessTransport } from '../transport/in-process.ts';
import type { Transport } from '../transport/transport.ts';
import { formatCount, formatDuration } from '../values/duration.ts';
import { formatOsloMinute } from '../values/oslo.ts';
import { tryOver } from './probe.ts';

/** The names of the checks, in the displayed order. */
const CHECK_NAMES = 'node settings certificate key tls clock callback-port store bank'.split(' ');

/** The result of one check of `doctor`. @see C-doctor */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
  /** Absent if there is nothing to do. */
  readonly remedy?: string;
}

export interface Diagnosis {
  readonly checks: readonly Check[];
}

/** The message of a successful check, and the value for later checks. */
type Finding<T> = readonly [message: string, value?: T];

/** Runs and collects checks. */
class Checkup {
  readonly checks: Check[] = [];

  /**
   * Runs a check and records its message, or a Fault with its hint as the remedy.
   * @param remedy the remedy for a Fault without a hint
   */
  async check<T>(name: string, remedy: string, find: () => Finding<T> | Promise<Finding<T>>) {
    try {
      const [message, value] = await find();
      this.checks.push({ name, ok: true, message });
      return { ok: true, value };
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.checks.push({ name, ok: false, message: fault.message, remedy: fault.details.hint ?? remedy });
      return { ok: false };
    }
  }
}

function createFailure(message: string, hint: string): Fault {
  return new Fault('INPUT_INVALID', message, { hint });
}

/**
 * Checks everything that a call to the bank needs by using it, and creates nothing. Skips checks that need the result
 * of a failed one.
 * @see C-doctor
 */
export async function runChecks(context: CommandContext, given: GivenFlags): Promise<Diagnosis> {
  // The checks report everything themselves.
  const io = { ...createSilentIo(), askSecret: context.io.askSecret };
  const checkup = new Checkup();
  await checkup.check('node', '', () => checkNode(process.versions.node));
  const { value: settings } = await checkup.check('settings', 'Correct it and run psd2 doctor again.', () => {
    const opened = openSettings(context.surroundings, given);
    const file = buildSettingsPath(opened.home);
    const where = existsSync(file) ? file : 'no settings file needed';
    return [`Profile ${opened.profile.name}, ${where}.`, opened];
  });
  if (settings !== undefined) await checkProfile(checkup, settings, { ...context, io });
  const { checks } = checkup;
  return { checks: checks.sort((a, b) => CHECK_NAMES.indexOf(a.name) - CHECK_NAMES.indexOf(b.name)) };
}

/** The oldest supported version of Node. */
const LEAST_NODE = [20, 19];

/** Checks the version of Node. @throws Fault for an unsupported version */
export function checkNode(version: string): Finding<never> {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = LEAST_NODE;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return [`Node ${version}.`];
  throw createFailure(`Node ${version} is too old.`, `Install Node ${LEAST_NODE.join('.')} or newer.`);
}

const NEW_ONE = 'Get a new certificate.';
const AT_FIRST_USE = 'Created on first use.';

async function checkProfile(
  checkup: Checkup,
  settings: OpenedSettings,
  context: CommandContext,
): Promise<void> {
  const { profile } = settings;
  const certificate = await checkup.check('certificate', NEW_ONE, () => checkCertificate(settings, context));
  const store = await checkup.check('store', 'Move the file away. A new one is created on next use.', () =>
    checkStore(settings, context.surroundings.uid),
  );
  await checkup.check('callback-port', 'Choose another port.', () => checkCallbackPort(settings));
  if (profile.bank === 'embedded' && store.value !== undefined) {
    const offset = describeOffset(store.value);
    await checkup.check('clock', '', () => [offset]);
  }
  if (!certificate.ok) return;
  const tls =
    profile.bank === 'embedded' ||
    (await checkup.check('tls', 'psd2 profile show', () => checkTls(profile.remote, context))).ok;
  if (certificate.value === undefined) {
    await checkup.check('key', '', () => [AT_FIRST_USE]);
    await checkup.check('bank', '', () => ['In this program, created on first use.']);
    return;
  }
  const leaf = certificate.value;
  const key = "Set keyFile in the profile to the certificate's private key.";
  const { value: signer } = await checkup.check('key', key, () => checkKey(settings, leaf, context));
  if (signer === undefined || !tls) return;
  if (profile.bank === 'embedded') {
    await checkup.check('bank', 'Install psd2 again.', () => askEmbedded(settings, signer, context));
  } else {
    await askRemote(checkup, settings, profile.remote, signer, context);
  }
}

/** Checks the profile's signing certificate; the result has no value if the certificate doesn't exist yet. */
async function checkCertificate(
  { profile, places }: OpenedSettings,
  context: CommandContext,
): Promise<Finding<Certificate>> {
  if (profile.bank !== 'embedded') {
    return judgeCertificate((await readRemoteCertificate(profile.remote, context)).leaf);
  }
  if (!wasMade(places.keys)) return [AT_FIRST_USE];
  const reading = readCertificate(readIdentityCertificate(places.keys, context.surroundings.uid));
  if (reading.ok) return judgeCertificate(reading.certificate);
  throw createDamaged(places.keys, `The certificate in ${places.keys} can't be read: ${reading.reason}.`);
}

function judgeCertificate(certificate: Certificate): Finding<Certificate> {
  const { notBefore, notAfter } = certificate;
  const now = getTime();
  const { roles } = describeCertificate(certificate);
  if (now > notAfter) throw createFailure(`It expired on ${formatOsloMinute(notAfter)}.`, NEW_ONE);
  if (now < notBefore) {
    throw createFailure(
      `It isn't valid until ${formatOsloMinute(notBefore)}.`,
      "Check this machine's clock.",
    );
  }
  if (!roles.some((role) => role === 'PSP_PI' || role === 'PSP_AI')) {
    const text = 'It has no PSD2 role for payments or account information (PSP_PI, PSP_AI).';
    throw createFailure(text, 'Get a certificate with one of these roles.');
  }
  const days = Math.floor((notAfter - now) / DAY_MS);
  const left = `${formatCount(days, 'day')} left`;
  return [`Valid until ${formatOsloMinute(notAfter)}, ${left}, roles ${roles.join(', ')}.`, certificate];
}

/** Checks the client certificate of mutual TLS, and the CAs that verify the bank's certificate. */
async function checkTls(bank: RemoteBank, context: CommandContext): Promise<Finding<never>> {
  readAuthorities(bank);
  const client = await readTlsClient(bank, context);
  return [client === undefined ? 'No certificate for mutual TLS.' : 'The certificate matches its key.'];
}

/** Signs some bytes and verifies them with the certificate. */
async function checkKey(
  settings: OpenedSettings,
  certificate: Certificate,
  context: CommandContext,
): Promise<Finding<Signer | DistantSigner>> {
  const { profile, places } = settings;
  const options = getKeyIdOptions(settings);
  const signer =
    profile.bank === 'embedded'
      ? createSigner(readIdentityKey(places.keys, context.surroundings.uid), certificate, options)
      : await openRemoteSigner(profile.remote, context, options);
  const bytes = randomBytes(64);
  const signature =
    'privateKey' in signer ? sign('sha256', bytes, signer.privateKey) : await signer.makeSignature(bytes);
  if (verify('sha256', bytes, certificate.publicKey, signature)) {
    return ['Its signature matches the certificate.', signer];
  }
  const text = "Its signature doesn't match the certificate.";
  throw createFailure(text, 'Use the key the certificate was issued for.');
}

/** Listens on the callback's port, and closes it again. */
async function checkCallbackPort({ values: { callbackPort } }: OpenedSettings): Promise<Finding<never>> {
  const state = randomBytes(16).toString('hex');
  const callback = await listenForCallback({ state, port: callbackPort });
  const { port } = new URL(callback.redirectUri);
  await callback.close();
  return [callbackPort === undefined ? 'A free port on 127.0.0.1 can be used.' : `Port ${port} is free.`];
}

/**
 * Checks that the embedded bank's store and the client's ledger are intact, owned by the user and not locked.
 * @returns a finding with the offset of the bank's clock, in milliseconds
 */
async function checkStore(
  { profile, places }: OpenedSettings,
  uid: number | undefined,
): Promise<Finding<number>> {
  const means = { uid, now: getTime, random: Math.random };
  const ledger = await inspectStore(places.ledger, { ...means, schema: LEDGER_SCHEMA }, () =>
    run('SELECT 1'),
  );
  const offset =
    profile.bank === 'embedded'
      ? await inspectStore(places.store, { ...means, schema: BANK_SCHEMA }, readClockOffset)
      : undefined;
  const isMade = ledger !== undefined || offset !== undefined;
  return [isMade ? 'Intact and not locked.' : AT_FIRST_USE, offset ?? 0];
}

/** Describes the embedded bank's clock by its offset from this machine's. */
function describeOffset(offset: number): string {
  const seconds = Math.trunc(offset / 1000);
  if (seconds === 0) return "The embedded bank uses this machine's time.";
  const side = seconds > 0 ? 'ahead of' : 'behind';
  return `The embedded bank's clock is set ${formatDuration(Math.abs(seconds))} ${side} this machine's.`;
}

/** Sends one signed request to a remote bank, and compares its Date with this machine's clock. */
async function askRemote(
  checkup: Checkup,
  settings: OpenedSettings,
  bank: RemoteBank,
  signer: Signer | DistantSigner,
  context: CommandContext,
): Promise<void> {
  const behind: number[] = [];
  const bankCheckup = new Checkup();
  await bankCheckup.check('bank', 'Check the base URL of the profile.', async () => {
    const connection = await openConnection(bank, context);
    try {
      const policy = readResponsePolicy(settings.profile.name, bank, settings.home);
      const readPin = () =>
        withLedgerAt(
          settings.places.ledger,
          async (ledger) => (await ledger.pin(policy.origin))?.fingerprint,
          context.io.reportUnexpected,
        );
      // The clocks are compared first: a wrong clock also affects the verification of responses.
      const tpp = verifyResponsesOnce(compareDates(connection.tpp, behind), policy, readPin);
      return judgeTrial(await tryOver({ ...connection, tpp }, signer, settings));
    } finally {
      await connection.close();
    }
  });
  const [seconds] = behind;
  const isRight =
    seconds === undefined || (await checkup.check('clock', SET_CLOCK, () => judgeClock(seconds))).ok;
  // A refused Date proves that the bank was reached; only the clock is wrong.
  if (isRight) checkup.checks.push(...bankCheckup.checks);
}

/** Sends the same request to an embedded bank that exists only for this check. */
async function askEmbedded(
  settings: OpenedSettings,
  signer: Signer | DistantSigner,
  context: CommandContext,
): Promise<Finding<never>> {
  const folder = new RuntimeFolder();
  const onUnexpected = context.io.reportUnexpected;
  const bank = openBank({ path: folder.path('bank.db'), isVolatile: true, onUnexpected });
  try {
    return judgeTrial(
      await tryOver({ tpp: createInProcessTransport(bank.handle), basePath: '' }, signer, settings),
    );
  } finally {
    await bank.close();
    folder.remove();
  }
}

function judgeTrial({ trial }: Awaited<ReturnType<typeof tryOver>>): Finding<never> {
  if (trial.ok) return [trial.message];
  throw createFailure(trial.message, trial.remedy ?? 'psd2 profile show');
}

const SET_CLOCK = "Set this machine's clock, or sync it with NTP.";

/** Compares the clock's deviation with the limit above which banks refuse a Date. @see I-limits-clock */
function judgeClock(behindSeconds: number): Finding<never> {
  const off = Math.abs(behindSeconds);
  if (off === 0) return ["Shows the bank's time."];
  const text = `${formatDuration(off)} ${behindSeconds > 0 ? 'behind' : 'ahead of'} the bank's.`;
  if (off <= REQUEST_PROFILE.maxSkewSeconds) return [text];
  throw createFailure(text, SET_CLOCK);
}

/** Wraps a transport: adds to `behind` the seconds between the middle of each exchange and the response's Date. */
function compareDates(transport: Transport, behind: number[]): Transport {
  return async (request) => {
    const sentAt = getTime();
    const response = await transport(request);
    const date = response.headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
    const read = readHttpDate(date ?? '');
    if (read.ok) behind.push(Math.trunc((read.time + 500 - (sentAt + getTime()) / 2) / 1000));
    return response;
  };
}
