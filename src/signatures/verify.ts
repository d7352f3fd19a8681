import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { type Capture, type CaptureFormat, notePlaceholders } from '../captures/capture.ts';
import { findFragment } from '../captures/octets.ts';
import { readCapture } from '../captures/read.ts';
import type { Certificate } from '../certificates/certificate.ts';
import { parseCertificateFile, readPublicKeyFile } from '../certificates/certificate-file.ts';
import { getTime } from '../clock.ts';
import { describeReadError, readErrorCode, readFileWithin } from '../core/read-file.ts';
import { createDamagedFault, createForeignFault, readAsked, readMaterial } from '../credentials/material.ts';
import { Fault } from '../errors.ts';
import { getHeader, type Header, type HttpRequest } from '../message.ts';
import type { CommandContext } from '../session/context.ts';
import type { Environment } from '../settings/home.ts';
import { IDENTITY_FILES } from '../settings/identity.ts';
import { type OpenedSettings, openSettings } from '../settings/precedence.ts';
import { multiplyLimits, VERIFY_SEARCH } from '../signing/budget.ts';
import { type Difference, listDifferences } from '../signing/differences.ts';
import { FINDINGS } from '../signing/findings.ts';
import { parseLenientDate, readHttpDate } from '../signing/http-date.ts';
import { REQUEST_PROFILE, RESPONSE_PROFILE } from '../signing/signing-string.ts';
import { createVerifier, type Verification, type VerifyOptions } from '../signing/verify.ts';
import { parseInstant } from '../values/instant.ts';
import {
  buildReport,
  hasSignedPlaceholder,
  type Judgement,
  type ShownComparison,
  type ShownFinding,
  type ShownVerification,
  type VerifyFlags,
} from './report.ts';

/**
 * Verifies the signature of a captured request.
 * @param flags with `share`, the report is redacted for sharing
 * @throws Fault INPUT_INVALID for a capture, a time or a certificate that can't be read
 * @see C-verify-at, C-verify-share, C-verify-same-report
 * @see G2-hostile, G4-signature-invalid-order
 */
export async function verifyRequest(
  context: CommandContext,
  bytes: Uint8Array,
  flags: VerifyFlags & { readonly share?: boolean },
): Promise<ShownVerification> {
  const { shown, request, notes } = await verifyCapture(context, bytes, flags, 'now');
  return flags.share === true ? (await import('./share.ts')).redactReport(shown, request, notes) : shown;
}

/** Compares a working request with a failing one; each is verified at its own time unless one is given. */
export async function compareRequests(
  context: CommandContext,
  first: Uint8Array,
  second: Uint8Array,
  flags: VerifyFlags,
): Promise<ShownComparison> {
  const working = await verifyCapture(context, first, flags, 'date');
  const failing = await verifyCapture(context, second, flags, 'date');
  const differences = listDifferences(working, failing);
  const beside = (shown: ShownVerification) => ({
    ...shown,
    findings: shown.findings.map((one) => addDifferences(one, differences)),
  });
  return { first: beside(working.shown), second: beside(failing.shown), differences };
}

/** Verifies one capture. @param unstated the time of verification for a capture without a time */
async function verifyCapture(
  context: CommandContext,
  bytes: Uint8Array,
  flags: VerifyFlags,
  unstated: 'now' | 'date',
) {
  const capture = readCapturedRequest(bytes, flags, context.surroundings.cwd);
  const judgement = parseVerificationTime(flags.at, capture, getTime(), unstated);
  return judgeCapture(context, capture, judgement, flags, findFragment(bytes, capture.request.target));
}

/**
 * Verifies a request as a server received it.
 * @param at the time of arrival in milliseconds since 1970
 * @see D11-verification
 */
export async function verifyReceived(
  context: CommandContext,
  request: HttpRequest,
  at: number,
): Promise<ShownVerification> {
  const capture: Capture = { format: 'http', request, sentAt: at, notes: [] };
  return (await judgeCapture(context, capture, { at }, {}, undefined)).shown;
}

async function judgeCapture(
  context: CommandContext,
  capture: Capture,
  judgement: Judgement,
  flags: VerifyFlags,
  fragment: string | undefined,
) {
  const { request, notes, isAnswer = false } = capture;
  const { strict = false, search = 1 } = flags;
  const options: VerifyOptions = {
    at: judgement.at,
    fragment,
    recovery: {
      ...multiplyLimits(VERIFY_SEARCH, search),
      decompress: decodeContent,
      compress: encodeContent,
    },
    strict,
    role: flags.role as VerifyOptions['role'],
    ...(await loadKeys(flags, context)),
    // Every signed response has a Digest. @see C-verify-answers
    ...(isAnswer ? { dialect: RESPONSE_PROFILE, digestRequired: true } : { requiredHeaders: true }),
  };
  const verification = runVerification(context, capture, options);
  const shown = buildReport(capture, verification, judgement);
  return { request, notes, verification, shown: isAnswer ? convertToAnswerReport(shown) : shown };
}

/** Verifies a request; skips the search, and the comparison with the profile's CAs, for a valid one. */
function runVerification(
  context: CommandContext,
  { request, notes }: Capture,
  options: VerifyOptions,
): Verification {
  const verify = createVerifier();
  const unsearched = verify(request, { ...options, recovery: false });
  // Reads the profile's authorities only if a CA's serial number could explain the keyId. @see G4-known-authorities
  const isOfAnother = unsearched.findings.some(
    ({ code, cause }) => code === 'keyid-mismatch' && cause !== 'ca-serial',
  );
  const further = isOfAnother ? loadProfileAuthorities(context) : [];
  if (unsearched.valid && further.length === 0) return unsearched;
  return verify(request, {
    ...options,
    authorities: [...(options.authorities ?? []), ...further],
    isStringKnown: !hasSignedPlaceholder(notes, unsearched.signedHeaders),
  });
}

/** Adapts the texts of findings, which are written for requests, to a response. @see C-verify-answers */
function convertToAnswerReport(shown: ShownVerification): ShownVerification {
  return {
    ...shown,
    findings: shown.findings.map((finding): ShownFinding => {
      const { message, remedy, suspects } = finding;
      return {
        ...finding,
        message: convertToAnswerText(message),
        remedy: convertToAnswerText(remedy),
        suspects: suspects?.map((one) => ({ ...one, reason: convertToAnswerText(one.reason) })),
      };
    }),
    checks: shown.checks.map((check) => ({
      ...check,
      detail: check.detail && convertToAnswerText(check.detail),
    })),
  };
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bTPP-Signature-Certificate\b/g, 'ASPSP-Signature-Certificate'],
  [/\b([Aa]) request\b(?!-)/g, '$1n answer'],
  [/(?<![(-])\brequest(s?)\b(?!-)/g, 'answer$1'],
  [/(?<![(-])\bRequest(s?)\b(?!-)/g, 'Answer$1'],
];

function convertToAnswerText(text: string): string {
  return WORDS.reduce((words, [pattern, word]) => words.replaceAll(pattern, word), text);
}

/**
 * Adds the differences from a working request to a finding: common parts are no suspects, and only proved headers are
 * named.
 * @see G3-never-false, C-verify-diff
 */
export function addDifferences(finding: ShownFinding, differences: readonly Difference[]): ShownFinding {
  if (finding.proved) return finding;
  const { suspects = [], header: _, remedy, ...rest } = finding;
  const unexplained = FINDINGS['digest-mismatch'];
  const left = suspects.filter(({ header }) => header === undefined || hasDifference(header, differences));
  return {
    ...rest,
    // The remedy for an edited body advises this comparison.
    remedy: remedy.startsWith(unexplained.remedy) ? unexplained.remedy : remedy,
    suspects: left.length === 0 ? undefined : left,
  };
}

function hasDifference(header: string, differences: readonly Difference[]): boolean {
  return differences.some(({ part, name }) =>
    header === '(request-target)'
      ? part === 'method' || part === 'target'
      : part === 'header' && name === header,
  );
}

/** The limit of a decompressed body, whatever its compressed size. */
const MAX_DECOMPRESSED = 1024 * 1024;

/** Loads zlib only for a body that may be compressed. */
function loadZlib() {
  return process.getBuiltinModule('node:zlib');
}

function decodeContent(bytes: Uint8Array, coding: string): Uint8Array | undefined {
  const { brotliDecompressSync, gunzipSync, inflateSync } = loadZlib();
  const limits = { maxOutputLength: MAX_DECOMPRESSED };
  try {
    if (coding === 'gzip') return gunzipSync(bytes, limits);
    return coding === 'br' ? brotliDecompressSync(bytes, limits) : inflateSync(bytes, limits);
  } catch {
    // The body has another compression, or is too long when decompressed, so the decompressed form wasn't hashed.
    return undefined;
  }
}

function encodeContent(bytes: Uint8Array, coding: string, level: number): Uint8Array | undefined {
  if (coding === 'gzip') return loadZlib().gzipSync(bytes, { level });
  return coding === 'deflate' ? loadZlib().deflateSync(bytes, { level }) : undefined;
}

/** The value of `--at` for the request's own Date. */
const OWN_DATE = 'date';
/** The maximum age at a live bank, by `I-limits-clock`. */
const FRESH_SECONDS = REQUEST_PROFILE.maxSkewSeconds;

/**
 * Parses the time of verification: the given time, or with `date` the request's own Date; else the capture's time of
 * sending; else its own Date with its age, so that age hides no fault; else now. A future Date is verified now.
 * @param unstated without a given or captured time: `now` verifies a future Date now and reports an age, `date` does
 *   neither
 * @throws Fault USAGE for an invalid time
 * @see C-verify-at, C-verify-capture-time
 */
export function parseVerificationTime(
  given: string | undefined,
  { request: { headers }, sentAt }: Pick<Capture, 'request' | 'sentAt'>,
  now: number,
  unstated: 'now' | 'date',
): Judgement {
  if (given === OWN_DATE) return { at: readOwnDate(headers) ?? now };
  if (given !== undefined) return { at: parseTime(given) };
  if (sentAt !== undefined) return { at: sentAt };
  const date = readOwnDate(headers);
  if (unstated === 'date') return { at: date ?? now };
  const age = date === undefined ? 0 : Math.floor((now - date) / 1000);
  if (date === undefined || age < 0) return { at: now };
  return age <= FRESH_SECONDS ? { at: date } : { at: date, age };
}

function parseTime(given: string): number {
  const time = parseInstant(given);
  if (time !== undefined) return time;
  throw new Fault('USAGE', `--at ${JSON.stringify(given)} isn't a time.`, {
    hint: "Use a time with an offset or Z, such as 2027-02-01T12:00:00Z, or --at date for the request's own Date.",
  });
}

/** Parses the request's Date in any readable form. */
function readOwnDate(headers: readonly Header[]): number | undefined {
  const text = getHeader(headers, 'date')?.trim() ?? '';
  return readHttpDate(text).time ?? parseLenientDate(text) ?? parseInstant(text);
}

/**
 * The limit of all files of one capture together, because a command may name one file many times.
 * @see S12-file-limits
 */
const CAPTURED_FILES_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Reads a captured request.
 * @throws Fault INPUT_INVALID, FILE_UNREADABLE
 * @see C-verify-curl-input, C-verify-har
 */
export function readCapturedRequest(
  bytes: Uint8Array,
  { from, request }: Pick<VerifyFlags, 'from' | 'request'>,
  cwd: string,
): Capture {
  let left = CAPTURED_FILES_LIMIT_BYTES;
  const readFile = (name: string) => {
    const content = readBelow(cwd, name, left);
    left -= content.length;
    return content;
  };
  const capture = readCapture(bytes, {
    format: from as CaptureFormat | undefined,
    request: request !== undefined && /^[0-9]+$/.test(request) ? Number(request) : request,
    readFile,
  });
  return { ...capture, notes: [...capture.notes, ...notePlaceholders(capture)] };
}

/**
 * Reads a file that a curl command names. Refuses files outside the current folder, after resolving links.
 * @param limit in bytes
 * @see C-verify-curl, S12-file-limits
 */
function readBelow(folder: string, name: string, limit: number): Uint8Array {
  const path = resolve(folder, name);
  if (isOutside(folder, path) || isOutside(realpathSync(folder), resolvePath(path, name))) {
    throw new Fault('INPUT_INVALID', `The command reads ${name}, which is outside the current folder.`, {
      hint: 'Run verify in the folder with the file, or put the body in the command.',
    });
  }
  try {
    return readFileWithin(path, limit);
  } catch (cause) {
    throw createUnreadable(name, cause);
  }
}

function createUnreadable(name: string, cause: unknown): Fault {
  const code = readErrorCode(cause);
  const hint = 'Put the body in a file in the current folder.';
  if (code === 'EISDIR' || code === 'NOT_PLAIN')
    return new Fault('INPUT_INVALID', `The command reads ${name}, which isn't a plain file.`, {
      hint,
      cause,
    });
  if (code === 'TOO_LARGE')
    return new Fault('INPUT_INVALID', `With ${name}, the command reads more than 64 MiB from files.`, {
      hint: 'Pass only the part with the request.',
      cause,
    });
  const reason = describeReadError(cause, CAPTURED_FILES_LIMIT_BYTES);
  return new Fault('FILE_UNREADABLE', `The command reads ${name}, which can't be read: ${reason}.`, {
    hint,
    cause,
  });
}

function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || way === '..' || way.startsWith('../') || way.startsWith('..\\') || isAbsolute(way);
}

function resolvePath(path: string, name: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    if (readErrorCode(cause) !== 'ENOENT') throw createUnreadable(name, cause);
    throw new Fault('FILE_UNREADABLE', `The command reads ${name}, which doesn't exist.`, {
      hint: 'Run verify in the folder with the file.',
      cause,
    });
  }
}

/**
 * Loads the certificate, the key and the authorities in the flags.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, each with a remedy
 * @see G4-known-authorities, G4-given-key
 */
async function loadKeys(
  { cert, 'passphrase-file': passphraseFile, key, ca }: VerifyFlags,
  context: CommandContext,
): Promise<Pick<VerifyOptions, 'certificate' | 'publicKey' | 'authorities'>> {
  const given = cert === undefined ? undefined : await readMaterial({ file: cert, passphraseFile }, context);
  return {
    certificate: given?.leaf,
    publicKey: key === undefined ? undefined : loadKey(key, context),
    authorities: [...(given?.path.slice(1) ?? []), ...(ca === undefined ? [] : loadAuthorities(ca, context))],
  };
}

function loadKey(name: string, { surroundings, io }: CommandContext): VerifyOptions['publicKey'] {
  const reading = readPublicKeyFile(readAsked(name, surroundings).bytes);
  if (!reading.ok) {
    throw new Fault('INPUT_INVALID', `${name} has no usable public key: ${reading.reason}.`, {
      hint: 'Use an RSA public key as PEM, JWK, or JWKS with one key. From a private key: openssl pkey -pubout -in KEY.pem',
    });
  }
  if (reading.isOfPrivateKey) io.notice(`${name} holds a private key. Only its public half is used.`);
  return reading.key;
}

function loadAuthorities(name: string, { surroundings }: CommandContext): readonly Certificate[] {
  const reading = parseCertificateFile(readAsked(name, surroundings).bytes);
  if (reading.kind === 'foreign') throw createForeignFault(name, reading.file);
  if (reading.kind === 'damaged') throw createDamagedFault(name, reading.reason);
  const certificates = reading.kind === 'pkcs12' ? [] : reading.contents.certificates;
  if (certificates.length > 0) return certificates;
  throw new Fault('INPUT_INVALID', `${name} has no certificate in PEM or DER.`, {
    hint: "Use the CA's certificate. It begins with -----BEGIN CERTIFICATE-----.",
  });
}

/**
 * Loads the authorities of the profile in use, if they are readable: the CA of its embedded bank, or the chain beside
 * its certificate and the CA of its bank. Creates nothing, and opens nothing with a passphrase.
 * @see G4-known-authorities
 */
function loadProfileAuthorities({ surroundings, io }: CommandContext): readonly Certificate[] {
  try {
    return listFiles(openSettings(surroundings))
      .filter((file) => existsSync(file))
      .flatMap((file) => loadCertificates(file, surroundings));
  } catch (error) {
    // The authorities are optional.
    if (!(error instanceof Fault)) throw error;
    io.notice(`The profile's certification authorities weren't used. ${error.message}`);
    return [];
  }
}

function listFiles({ profile, places }: OpenedSettings): string[] {
  if (profile.bank === 'embedded') return [join(places.keys, IDENTITY_FILES.ca)];
  const { certFile, caFile } = profile.remote;
  return caFile === undefined ? [certFile] : [certFile, caFile];
}

function loadCertificates(file: string, surroundings: Environment): readonly Certificate[] {
  const reading = parseCertificateFile(readAsked(file, surroundings).bytes);
  return reading.kind === 'contents' ? reading.contents.certificates : [];
}
