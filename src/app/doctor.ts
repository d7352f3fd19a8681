import { randomBytes, sign, verify } from 'node:crypto';
import { existsSync } from 'node:fs';
import { BANK_SCHEMA } from '../bank/store/schema.ts';
import { readClockOffset } from '../bank/store/tables/world.ts';
import { type Certificate, describeCertificate, readCertificate } from '../certificates/certificate.ts';
import { listenForCallback } from '../client/callback/listen.ts';
import { LEDGER_SCHEMA } from '../client/ledger/schema.ts';
import { clock } from '../clock.ts';
import { DAY_MS } from '../core/units.ts';
import {
  openRemoteSigner,
  readAuthorities,
  readRemoteCertificate,
  readTlsClient,
} from '../credentials/remote.ts';
import { keyIdOptionsOf } from '../credentials/signer.ts';
import { Fault } from '../errors.ts';
import type { HttpRequest, HttpResponse } from '../message.ts';
import { tryOver } from '../profiles/probe.ts';
import { RuntimeFolder } from '../serve/runtime-folder.ts';
import { type CommandContext, createSilentIo } from '../session/context.ts';
import { readResponsePolicy, verifyResponsesOnce } from '../session/middleware.ts';
import { openBank } from '../session/open-bank.ts';
import { openConnection } from '../session/remote.ts';
import { withLedgerAt } from '../session/with-session.ts';
import type { Surroundings } from '../settings/home.ts';
import { damaged, readIdentityCertificate, readIdentityKey, wasMade } from '../settings/identity.ts';
import { type GivenFlags, type OpenedSettings, openSettings } from '../settings/precedence.ts';
import type { RemoteBank } from '../settings/profile.ts';
import { settingsPath } from '../settings/settings-file.ts';
import { readHttpDate } from '../signing/http-date.ts';
import { createSigner, type DistantSigner, type Signer } from '../signing/sign.ts';
import { THIS_BANK } from '../signing/signing-string.ts';
import { run } from '../store/contract.ts';
import { inspectStore } from '../store/sqlite/open.ts';
import { inProcess } from '../transport/in-process.ts';
import type { Transport } from '../transport/transport.ts';
import { durationInWords } from '../values/duration.ts';
import { osloMinute } from '../values/oslo.ts';

/** What `doctor` looked at, and what it found. @see C-doctor */
export interface Check {
  readonly name: CheckName;
  readonly ok: boolean;
  readonly message: string;
  /** What to do about it; absent where nothing is to be done. */
  readonly remedy?: string;
}

const CHECK_NAMES = [
  'node',
  'settings',
  'certificate',
  'key',
  'tls',
  'clock',
  'callback-port',
  'store',
  'bank',
] as const;

type CheckName = (typeof CHECK_NAMES)[number];

export interface Diagnosis {
  readonly checks: readonly Check[];
}

/** A check, and what later ones need of it: absent where it failed, or where there is nothing yet. */
interface Found<T> {
  readonly check: Check;
  readonly value?: T;
}

function good(name: CheckName, message: string): Check {
  return { name, ok: true, message };
}

function bad(name: CheckName, message: string, remedy: string): Check {
  return { name, ok: false, message, remedy };
}

/**
 * Does what a check is about; a fault is what it found. A bug leaves as it came.
 * @param remedy where the fault says none
 */
async function checked<T>(
  name: CheckName,
  remedy: string,
  act: () => Promise<Found<T>> | Found<T>,
): Promise<Found<T>> {
  try {
    return await act();
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { check: bad(name, fault.message, fault.details.hint ?? remedy) };
  }
}

/**
 * Looks at everything that a call to the bank needs, by doing it. Nothing is made: what is created on first use is no fault. A
 * check that can't be done, because what it needs has failed its own, is left out.
 * @see C-doctor
 */
export async function diagnose(context: CommandContext, given: GivenFlags): Promise<Diagnosis> {
  // What the checks say is all that is said.
  const io = { ...createSilentIo(), askSecret: context.io.askSecret };
  const quiet = { ...context, io };
  const settings = await checkSettings(context.surroundings, given);
  const checks = [checkNode(process.versions.node), settings.check];
  if (settings.value !== undefined) checks.push(...(await checksOf(settings.value, quiet)));
  return { checks: checks.sort((a, b) => CHECK_NAMES.indexOf(a.name) - CHECK_NAMES.indexOf(b.name)) };
}

async function checksOf(settings: OpenedSettings, context: CommandContext): Promise<Check[]> {
  const { profile } = settings;
  const certificate = await checkCertificate(settings, context);
  const store = await checkStore(settings, context.surroundings.uid);
  const checks = [certificate.check, await checkCallbackPort(settings), store.check];
  if (profile.bank === 'embedded' && store.value !== undefined) checks.push(clockOfEmbedded(store.value));
  if (!certificate.check.ok) return checks;
  if (profile.bank !== 'embedded') {
    const tls = await checkTls(profile.remote, context);
    return [...checks, tls, ...(await signingChecks(settings, certificate.value, tls.ok, context))];
  }
  return [...checks, ...(await signingChecks(settings, certificate.value, true, context))];
}

/** What is shown in mutual TLS, and which authorities the bank's certificate is checked with. */
async function checkTls(bank: RemoteBank, context: CommandContext): Promise<Check> {
  const { check } = await checked('tls', 'psd2 profile show', async () => {
    readAuthorities(bank);
    const client = await readTlsClient(bank, context);
    const own = client === undefined ? 'No certificate for mutual TLS.' : 'The certificate matches its key.';
    return { check: good('tls', own) };
  });
  return check;
}

/** @param canAsk whether the way to the bank can be opened */
async function signingChecks(
  settings: OpenedSettings,
  certificate: Certificate | undefined,
  canAsk: boolean,
  context: CommandContext,
): Promise<Check[]> {
  const { profile } = settings;
  if (certificate === undefined) {
    return [keyAtFirstUse, good('bank', 'In this program, created on first use.')];
  }
  const { check, value: signer } = await checkKey(settings, certificate, context);
  if (signer === undefined || !canAsk) return [check];
  if (profile.bank === 'embedded') return [check, (await askEmbedded(settings, signer, context)).check];
  return [check, ...(await askRemote(settings, profile.remote, signer, context))];
}

/** The oldest Node that psd2 runs on. */
const LEAST_NODE = [20, 19];

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = LEAST_NODE;
  const isOld = major < leastMajor || (major === leastMajor && minor < leastMinor);
  if (!isOld) return good('node', `Node ${version}.`);
  const least = LEAST_NODE.join('.');
  return bad('node', `Node ${version} is too old.`, `Install Node ${least} or newer.`);
}

/** The files of settings: whose they are, how they are written, and which profile they name. */
function checkSettings(surroundings: Surroundings, given: GivenFlags): Promise<Found<OpenedSettings>> {
  // What shows settings has to read them too.
  return checked('settings', 'Correct it and run psd2 doctor again.', () => {
    const settings = openSettings(surroundings, given);
    const file = settingsPath(settings.home);
    const where = existsSync(file) ? file : 'no settings file needed';
    return { check: good('settings', `Profile ${settings.profile.name}, ${where}.`), value: settings };
  });
}

/** Listens where the PSU's browser comes back, and gives the port back. */
async function checkCallbackPort({ values: { callbackPort } }: OpenedSettings): Promise<Check> {
  const { check } = await checked('callback-port', 'Choose another port.', async () => {
    const state = randomBytes(16).toString('hex');
    const callback = await listenForCallback({ state, port: callbackPort });
    const { port } = new URL(callback.redirectUri);
    await callback.close();
    const text =
      callbackPort === undefined ? 'A free port on 127.0.0.1 can be used.' : `Port ${port} is free.`;
    return { check: good('callback-port', text) };
  });
  return check;
}

const NEW_ONE = 'Get a new certificate.';
const AT_FIRST_USE = 'Created on first use.';

/** The profile's signing certificate; without value where none is made yet. */
function checkCertificate(
  { profile, places }: OpenedSettings,
  means: CommandContext,
): Promise<Found<Certificate>> {
  return checked('certificate', NEW_ONE, async () => {
    if (profile.bank !== 'embedded') return judged((await readRemoteCertificate(profile.remote, means)).leaf);
    if (!wasMade(places.keys)) return { check: good('certificate', AT_FIRST_USE) };
    const reading = readCertificate(readIdentityCertificate(places.keys, means.surroundings.uid));
    if (reading.ok) return judged(reading.certificate);
    throw damaged(places.keys, `The certificate in ${places.keys} can't be read: ${reading.reason}.`);
  });
}

function judged(certificate: Certificate): Found<Certificate> {
  const { notBefore, notAfter } = certificate;
  const now = clock();
  const { roles } = describeCertificate(certificate);
  if (now > notAfter) {
    return { check: bad('certificate', `It expired on ${osloMinute(notAfter)}.`, NEW_ONE) };
  }
  if (now < notBefore) {
    const text = `It isn't valid until ${osloMinute(notBefore)}.`;
    return { check: bad('certificate', text, "Check this machine's clock.") };
  }
  if (!roles.some((role) => role === 'PSP_PI' || role === 'PSP_AI')) {
    const text = 'It has no PSD2 role for payments or account information (PSP_PI, PSP_AI).';
    return { check: bad('certificate', text, 'Get a certificate with one of these roles.') };
  }
  const days = Math.floor((notAfter - now) / DAY_MS);
  const left = days === 1 ? '1 day left' : `${days} days left`;
  const text = `Valid until ${osloMinute(notAfter)}, ${left}, roles ${roles.join(', ')}.`;
  return { check: good('certificate', text), value: certificate };
}

/** Signs some bytes and verifies them with the certificate. */
function checkKey(
  settings: OpenedSettings,
  certificate: Certificate,
  means: CommandContext,
): Promise<Found<Signer | DistantSigner>> {
  return checked('key', "Set keyFile in the profile to the certificate's private key.", async () => {
    const signer = await openSigner(settings, certificate, means);
    const bytes = randomBytes(64);
    const signature =
      'privateKey' in signer ? sign('sha256', bytes, signer.privateKey) : await signer.makeSignature(bytes);
    if (verify('sha256', bytes, certificate.publicKey, signature)) {
      return { check: good('key', 'Its signature matches the certificate.'), value: signer };
    }
    const text = "Its signature doesn't match the certificate.";
    return { check: bad('key', text, 'Use the key the certificate was issued for.') };
  });
}

/** Where no certificate is made yet, no key is. */
const keyAtFirstUse: Check = good('key', AT_FIRST_USE);

function openSigner(
  settings: OpenedSettings,
  certificate: Certificate,
  means: CommandContext,
): Signer | Promise<Signer | DistantSigner> {
  const { profile, places } = settings;
  const options = keyIdOptionsOf(settings);
  if (profile.bank !== 'embedded') return openRemoteSigner(profile.remote, means, options);
  return createSigner(readIdentityKey(places.keys, means.surroundings.uid), certificate, options);
}

const MOVE_AWAY = 'Move the file away. A new one is created on next use.';

/** What the stores of a profile hold of the bank's clock, in milliseconds. */
type Offset = number;

/** The embedded bank's store and the client's ledger: whole, ours, and not locked. */
function checkStore({ profile, places }: OpenedSettings, uid: number | undefined): Promise<Found<Offset>> {
  return checked('store', MOVE_AWAY, async () => {
    const means = { uid, now: clock, random: Math.random };
    const ledger = await inspectStore(places.ledger, { ...means, schema: LEDGER_SCHEMA }, () =>
      run('SELECT 1'),
    );
    const offset =
      profile.bank === 'embedded'
        ? await inspectStore(places.store, { ...means, schema: BANK_SCHEMA }, readClockOffset)
        : undefined;
    const isMade = ledger !== undefined || offset !== undefined;
    const text = isMade ? 'Intact and not locked.' : 'Created on first use.';
    return { check: good('store', text), value: offset ?? 0 };
  });
}

/** The embedded bank goes by this machine's clock, and what it was moved by. */
function clockOfEmbedded(offset: Offset): Check {
  const seconds = Math.trunc(offset / 1000);
  if (seconds === 0) return good('clock', "The embedded bank uses this machine's time.");
  const side = seconds > 0 ? 'ahead of' : 'behind';
  const off = durationInWords(Math.abs(seconds));
  return good('clock', `The embedded bank's clock is set ${off} ${side} this machine's.`);
}

type Signing = Signer | DistantSigner;

const SET_CLOCK = "Set this machine's clock, or sync it with NTP.";

/** One signed request to a bank elsewhere, and what its Date says of this machine's clock. */
async function askRemote(
  settings: OpenedSettings,
  bank: RemoteBank,
  signer: Signing,
  context: CommandContext,
): Promise<Check[]> {
  const dates: number[] = [];
  const found = await checked('bank', 'Check the base URL of the profile.', async () => {
    const way = await openConnection(bank, context);
    try {
      const asked = readResponsePolicy(settings.profile.name, bank, settings.home);
      // A clock that is off makes each answer's Date wrong: it is told first.
      const dated = tellingDate(way.tpp, (behindSeconds) => dates.push(behindSeconds));
      const tpp = verifyResponsesOnce(dated, asked, () => pinOf(asked.origin, settings, context));
      return answered(await tryOver({ ...way, tpp }, signer, settings));
    } finally {
      await way.close();
    }
  });
  const [behindSeconds] = dates;
  if (behindSeconds === undefined) return [found.check];
  const ofClock = clockCheck(behindSeconds);
  // A bank that refuses the Date is reached: the clock is what is wrong.
  return ofClock.ok ? [ofClock, found.check] : [ofClock];
}

/** What the profile's ledger knows; none is made to look into. */
async function pinOf(
  origin: string,
  { places }: OpenedSettings,
  { io }: CommandContext,
): Promise<string | undefined> {
  const pin = await withLedgerAt(places.ledger, (ledger) => ledger.pin(origin), io.reportUnexpected);
  return pin?.fingerprint;
}

/** The same to a bank of this program that is made for it alone and gone afterwards. */
function askEmbedded(
  settings: OpenedSettings,
  signer: Signing,
  context: CommandContext,
): Promise<Found<never>> {
  return checked('bank', 'Install psd2 again.', async () => {
    const folder = new RuntimeFolder();
    const { reportUnexpected: onUnexpected } = context.io;
    const bank = openBank({ path: folder.path('bank.db'), isVolatile: true, onUnexpected });
    try {
      return answered(await tryOver({ tpp: inProcess(bank.handle), basePath: '' }, signer, settings));
    } finally {
      await bank.close();
      folder.remove();
    }
  });
}

function answered({ trial }: Awaited<ReturnType<typeof tryOver>>): Found<never> {
  if (trial.ok) return { check: good('bank', trial.message) };
  return { check: bad('bank', trial.message, trial.remedy ?? 'psd2 profile show') };
}

/** A bank refuses a Date that is further off. @see I-limits-clock */
function clockCheck(behindSeconds: number): Check {
  const off = Math.abs(behindSeconds);
  if (off === 0) return good('clock', "Shows the bank's time.");
  const side = behindSeconds > 0 ? 'behind' : 'ahead of';
  const text = `${durationInWords(off)} ${side} the bank's.`;
  return off <= THIS_BANK.maxSkewSeconds ? good('clock', text) : bad('clock', text, SET_CLOCK);
}

/** Tells of each answer by how many whole seconds the middle of the exchange was behind its Date. */
function tellingDate(way: Transport, tell: (behindSeconds: number) => void): Transport {
  return async (request: HttpRequest): Promise<HttpResponse> => {
    const sent = clock();
    const response = await way(request);
    const date = response.headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
    const read = readHttpDate(date ?? '');
    if (read.ok) tell(Math.trunc((read.time + 500 - (sent + clock()) / 2) / 1000));
    return response;
  };
}
