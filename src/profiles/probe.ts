import { randomBytes } from 'node:crypto';
import { TRUST_FAULTS } from '../certificates/trust.ts';
import { call } from '../client/call.ts';
import { getOperation } from '../client/operation.ts';
import { KINDS, readPaymentStatus } from '../client/payments.ts';
import { getTime, measureTime } from '../clock.ts';
import { freshId } from '../core/uuid.ts';
import { openRemoteSigner } from '../credentials/remote.ts';
import { getKeyIdOptions, getSignOptions } from '../credentials/signer.ts';
import { Fault, type FaultDetails } from '../errors.ts';
import type { CommandContext } from '../session/context.ts';
import { findSharedBankHint } from '../session/hints.ts';
import { buildClockHint, readResponsePolicy, verifyResponsesOnce } from '../session/middleware.ts';
import { openConnection, type RemoteConnection } from '../session/remote.ts';
import type { Settings } from '../settings/precedence.ts';
import type { RemoteBank } from '../settings/profile.ts';
import { FINDINGS } from '../signing/findings.ts';
import type { DistantSigner, Signer } from '../signing/sign.ts';
import { signRequests } from '../transport/sign-requests.ts';
import { ADMISSIONS, type AdmissionCode } from '../wire/admission.ts';
import { readMessages } from '../wire/errors.ts';

export type Found =
  | 'good'
  | 'connection'
  | 'tls'
  | 'client-certificate'
  | 'path'
  | 'clock'
  | 'certificate'
  | 'signature'
  | 'role'
  | 'answer'
  | 'unclear';

/** The result of the probe. */
export interface Trial {
  readonly ok: boolean;
  readonly found: Found;
  readonly message: string;
  readonly remedy?: string;
}

interface TrialResult {
  readonly trial: Trial;
  /** The fault from the bank or connection. */
  readonly fault?: Fault;
}

/**
 * Probes a bank with a request for a resource that doesn't exist: the request is signed and checked as usual, but
 * starts no SCA. Stores nothing.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING, PERMISSIONS for files that can't be used
 * @see C-profile-trial
 */
export async function tryBank(
  bank: RemoteBank,
  settings: Pick<Settings, 'values' | 'profile'>,
  means: CommandContext,
): Promise<TrialResult> {
  const signer = await openRemoteSigner(bank, means, getKeyIdOptions(settings));
  const way = await openConnection(bank, means);
  try {
    // The stored certificate of another profile's bank doesn't apply.
    const tpp = verifyResponsesOnce(
      way.tpp,
      readResponsePolicy(settings.profile.name, bank),
      async () => undefined,
    );
    return await tryOver({ ...way, tpp }, signer, settings);
  } finally {
    await way.close();
  }
}

/**
 * Probes a bank over an open transport. A TPP with only the account information role can't read payments, so its probe
 * reads a list of transactions. A TPP with both roles in its certificate may have only one at the bank.
 */
export async function tryOver(
  way: Pick<RemoteConnection, 'tpp' | 'basePath'>,
  signer: Signer | DistantSigner,
  settings: Pick<Settings, 'values'>,
): Promise<TrialResult> {
  const roles = signer.certificate.psd2?.roles ?? [];
  if (!roles.includes('PSP_AI')) return tryReading('payments', way, signer, settings);
  if (!roles.includes('PSP_PI')) return tryReading('accounts', way, signer, settings);
  const ofPayments = await tryReading('payments', way, signer, settings);
  if (ofPayments.trial.found !== 'role') return ofPayments;
  const ofAccounts = await tryReading('accounts', way, signer, settings);
  if (!ofAccounts.trial.ok) return ofPayments;
  return { trial: createGood(`${ACCEPTED} for account information. ${ofPayments.trial.message}`) };
}

async function tryReading(
  asked: AskedFor,
  way: Pick<RemoteConnection, 'tpp' | 'basePath'>,
  signer: Signer | DistantSigner,
  settings: Pick<Settings, 'values'>,
): Promise<TrialResult> {
  try {
    await readNothing(asked, way, signer, settings);
    return { trial: createGood(`${ACCEPTED}.`) };
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.code === 'INPUT_INVALID') throw fault;
    const trial = judgeTrial(fault, asked);
    return trial.ok ? { trial } : { trial, fault };
  }
}

/** Reads a resource that doesn't exist at any bank, with a valid id. */
function readNothing(
  asked: AskedFor,
  { tpp, basePath }: Pick<RemoteConnection, 'tpp' | 'basePath'>,
  signer: Signer | DistantSigner,
  settings: Pick<Settings, 'values'>,
): Promise<unknown> {
  const { acceptFix, psuIpAddress, redirectUri: tppRedirectUri = 'http://127.0.0.1/cb' } = settings.values;
  const transport = signRequests(tpp, signer, { clock: getTime, ...getSignOptions(settings) });
  const caller = { transport, stopwatch: measureTime, clock: getTime };
  const ids = { requestId: freshId(), tppSessionId: freshId() };
  const context = { ...ids, basePath, acceptFix, psuIpAddress, tppRedirectUri };
  const id = randomBytes(16).toString('hex').slice(0, 22);
  if (asked === 'payments') {
    return call(caller, readPaymentStatus, { ...KINDS.domestic, paymentId: id }, { ...context, psu: {} });
  }
  // These dates are in the wrong order, which is refused before the bank checks the PSU and would start an SCA.
  // @see D7-list-dates
  const dates = { bookingStatus: 'booked', dateFrom: '2000-01-02', dateTo: '2000-01-01' };
  const psu = { psuId: freshId() };
  return call(
    caller,
    getOperation('list account transactions'),
    { accountId: id, ...dates },
    { ...context, psu },
  );
}

/** The operation of the probe: a payment's status, or an account's transactions. */
type AskedFor = 'payments' | 'accounts';

/** Interprets the probe's fault. @see C-profile-trial */
export function judgeTrial(fault: Fault, asked: AskedFor = 'payments'): Trial {
  const { details, message } = fault;
  if (fault.code === 'NETWORK') return createBad(details.failing ?? 'connection', message, details.hint);
  if (fault.code === 'ANSWER_UNTRUSTED') return createBad('answer', message, details.hint);
  if (fault.code === 'ANSWER_INVALID') {
    if (details.failing === 'client-certificate')
      return createBad('client-certificate', message, details.hint);
    return createBad('path', message, CHECK_BASE_URL);
  }
  return judgeAnswer(details, asked) ?? createBad('unclear', formatSentence(message));
}

function judgeAnswer(
  { tppMessages, clockBehindSeconds, status = 0 }: FaultDetails,
  asked: AskedFor,
): Trial | undefined {
  const messages = readMessages(tppMessages);
  const [{ code, text, path } = { code: '', text: undefined, path: undefined }] = messages;
  const said = formatSentence(text === undefined ? `${status} ${code}`.trim() : text);
  // A failing bank has accepted nothing, whatever code it returns.
  if (status >= 500) return createBad('unclear', `The bank failed: ${said}`);
  if (code === 'RESOURCE_UNKNOWN') return createExpected(asked, code);
  if (clockBehindSeconds !== undefined) {
    return createRefused('clock', said, buildClockHint(clockBehindSeconds));
  }
  if (status === 404) return createBad('path', `The bank doesn't know this path: ${said}`, CHECK_BASE_URL);
  const told = text === undefined ? undefined : parseFinding(text);
  if (told !== undefined) return judgeFinding(told, said, asked);
  const ofOthers = findSharedBankHint('read payment status', messages, false);
  if (ofOthers !== undefined) return createRefused('certificate', said, ofOthers);
  if (code === 'FORBIDDEN' && !isHeader(path, CERTIFICATE))
    return createBad(
      'role',
      `${describeReadRefusal(asked)}: ${said}`,
      `Check that the certificate has the role ${ROLES[asked]}. If it does, ask the bank whether it knows this TPP with that role.`,
    );
  if (code === 'ROLE_INVALID') {
    return createBad(
      'role',
      `${describeMissingRole(asked)}: ${said}`,
      `Get a certificate with ${ROLES[asked]}.`,
    );
  }
  const found = interpretCode(code, path);
  if (found !== undefined) return createRefused(found, said);
  if (asked === 'accounts' && isOfDates(code, path)) return createExpected(asked, code);
  // The signature is verified before the PSU, so a request for an SCA means success.
  if (/^(?:SCA|PSU|CONSENT)_/.test(code)) return createGood(`${ACCEPTED}: ${said}`);
  return status === 0 ? undefined : createBad('unclear', `Unexpected answer from the bank: ${said}`);
}

/** Creates the result for the expected refusals, which mean success. */
function createExpected(asked: AskedFor, code: string): Trial {
  const what = code === 'RESOURCE_UNKNOWN' ? `It has no such ${asked.slice(0, -1)}` : 'It refused the dates';
  return createGood(`${ACCEPTED}. ${what} (${code}), as expected.`);
}

/** Returns true if the refusal is about dates in the wrong order. @see D7-list-dates */
function isOfDates(code: string, path: string | undefined): boolean {
  if (code === 'PERIOD_INVALID') return true;
  return code === 'FORMAT_ERROR' && (isHeader(path, 'datefrom') || isHeader(path, 'dateto'));
}

/** Interprets a finding about the certificate, or about an option of the signature in the profile. */
function judgeFinding(told: ReportedFinding, said: string, asked: AskedFor): Trial {
  const found = interpretFinding(told.code);
  if (found === 'role') {
    const what = told.code === 'registry-role' ? describeReadRefusal(asked) : describeMissingRole(asked);
    return createBad('role', `${what}: ${told.said}`, told.remedy);
  }
  if (found === 'clock' || found === 'signature') return createRefused(found, said);
  return createRefused(found, told.said, told.remedy);
}

const ROLES = { payments: 'PSP_PI', accounts: 'PSP_AI' } as const;

/**
 * Describes a refused read. A terse bank doesn't say if the certificate lacks the role or the bank doesn't know the
 * TPP.
 */
function describeReadRefusal(asked: AskedFor): string {
  return `The bank doesn't let this TPP read ${asked}`;
}

function describeMissingRole(asked: AskedFor): string {
  return `The certificate lacks the role for ${asked}, ${ROLES[asked]}`;
}

/** Adds a full stop to the bank's text, if it lacks one. */
function formatSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const CHECK_BASE_URL =
  "Check the base URL. It's the part before /v1 in the addresses in the bank's documentation.";

const ACCEPTED = 'The bank accepted the certificate and signature';

type RefusalKind = 'clock' | 'certificate' | 'client-certificate' | 'signature';

/** The descriptions and remedies of refusals. */
const REFUSALS: Readonly<Record<RefusalKind, readonly [what: string, remedy: string]>> = {
  clock: ['The bank refused the Date', "Set this machine's clock."],
  certificate: [
    'The bank refused the certificate',
    'Check the certificate with psd2 cert lint FILE, and that the bank knows it.',
  ],
  'client-certificate': [
    'The bank refused the connection',
    'Set tlsCertFile and tlsKeyFile in the profile to the QWAC and its key.',
  ],
  signature: [
    'The bank refused the signature',
    'Check which format the bank wants, and set --keyid-style, --request-target and --empty-body-digest to match.',
  ],
};

/** Creates the result for a refusal. @param remedy replaces the default one */
function createRefused(found: RefusalKind, said: string, remedy = REFUSALS[found][1]): Trial {
  return createBad(found, `${REFUSALS[found][0]}: ${said}`, remedy);
}

function interpretFinding(finding: string): RefusalKind | 'role' {
  if (finding === 'certificate-role' || finding === 'registry-role') return 'role';
  if (finding.startsWith('tls-')) return 'client-certificate';
  if (/^(?:certificate|registry)-/.test(finding)) return 'certificate';
  return finding.startsWith('date-') ? 'clock' : 'signature';
}

/** Interprets a refusal's code, including codes of other banks of the standard. */
function interpretCode(code: string, path: string | undefined): RefusalKind | undefined {
  if (code.startsWith('CERTIFICATE_') || isHeader(path, CERTIFICATE)) return 'certificate';
  if (isHeader(path, 'date')) return 'clock';
  if (code.startsWith('SIGNATURE_') || isHeader(path, 'signature') || isHeader(path, 'digest'))
    return 'signature';
  return code === 'BAD_REQUEST' ? 'signature' : undefined;
}

const CERTIFICATE = 'tpp-signature-certificate';

function isHeader(path: string | undefined, name: string): boolean {
  return path?.toLowerCase() === name;
}

function createGood(message: string): Trial {
  return { ok: true, found: 'good', message };
}

function createBad(found: Exclude<Found, 'good'>, message: string, remedy?: string): Trial {
  return { ok: false, found, message, remedy };
}

/** A finding in a message of psd2's own bank. */
interface ReportedFinding {
  readonly code: string;
  /** The text without its remedy. */
  readonly said: string;
  /** The remedy from the table that the bank uses. */
  readonly remedy: string;
}

/**
 * Parses a message of psd2's own bank, which begins with the code of the finding and ends with its remedy.
 * @see D2-finding-text, D12-admission
 */
function parseFinding(text: string): ReportedFinding | undefined {
  const [code = ''] = /^[a-z]+(?:-[a-z]+)*/.exec(text) ?? [];
  const [remedy, ...others] = listRemedies(code);
  if (remedy === undefined) return undefined;
  const told = [remedy, ...others].find((one) => text.endsWith(` ${one}`));
  if (told === undefined) return { code, said: text, remedy };
  return { code, said: text.slice(0, -told.length).trimEnd(), remedy: told };
}

/** Lists the remedies, starting with that of the code's row. */
function listRemedies(code: string): readonly string[] {
  if (Object.hasOwn(ADMISSIONS, code)) {
    const ofTrust = Object.values(TRUST_FAULTS).map(([, remedy]) => remedy);
    return [ADMISSIONS[code as AdmissionCode].remedy, ...(code.endsWith('-untrusted') ? ofTrust : [])];
  }
  if (!Object.hasOwn(FINDINGS, code)) return [];
  const { remedy, causes } = FINDINGS[code as keyof typeof FINDINGS];
  return [remedy, ...Object.values(causes).flatMap((cause) => cause.remedy ?? [])];
}
