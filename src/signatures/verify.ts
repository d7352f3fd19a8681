import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { type Capture, placeholderNotes } from '../captures/capture.ts';
import { findFragment } from '../captures/octets.ts';
import { readCapture } from '../captures/read.ts';
import { clock } from '../clock.ts';
import { describeReadError, readErrorCode, readFileWithin } from '../core/read-file.ts';
import { Fault } from '../errors.ts';
import { type Header, headerValue } from '../message.ts';
import type { CommandContext } from '../session/context.ts';
import { timesLimits, VERIFY_SEARCH } from '../signing/budget.ts';
import { type Difference, differencesOf } from '../signing/differences.ts';
import { meantTime, readHttpDate } from '../signing/http-date.ts';
import { ITS_ANSWERS, THIS_BANK } from '../signing/signing-string.ts';
import { createVerifier, type Verification, type VerifyOptions } from '../signing/verify.ts';
import { parseInstant } from '../values/instant.ts';
import { furtherAuthorities, verificationKeys } from './keys.ts';
import {
  type CapturedInput,
  hasSignedPlaceholder,
  type Judgement,
  type ShownComparison,
  type ShownFinding,
  type ShownVerification,
  shownVerification,
  type VerifyOptionsGiven,
} from './report.ts';

/**
 * Explains the signature of a captured request.
 * @throws Fault INPUT_INVALID for a capture, a time or a certificate that can't be read
 * @see C-verify-at, C-verify-share, C-verify-same-report
 * @see G2-hostile, G4-signature-invalid-order
 */
export async function verifyRequest(
  context: CommandContext,
  input: CapturedInput,
  given: VerifyOptionsGiven,
): Promise<ShownVerification> {
  const { shown, request, notes } = await examined(context, input, given, 'now');
  return given.share === true ? (await import('./share.ts')).shared(shown, request, notes) : shown;
}

/** A request that works beside one that does not; each is judged at its own time unless one is given. */
export async function compareRequests(
  context: CommandContext,
  [first, second]: readonly [CapturedInput, CapturedInput],
  given: VerifyOptionsGiven,
): Promise<ShownComparison> {
  const working = await examined(context, first, given, 'date');
  const failing = await examined(context, second, given, 'date');
  const differences = differencesOf(working, failing);
  const beside = (shown: ShownVerification) => ({
    ...shown,
    findings: shown.findings.map((one) => besideAnother(one, differences)),
  });
  return { first: beside(working.shown), second: beside(failing.shown), differences };
}

/** @param unstated when a request is judged whose capture doesn't say when it was sent */
async function examined(
  context: CommandContext,
  input: CapturedInput,
  given: VerifyOptionsGiven,
  unstated: 'now' | 'date',
) {
  const capture = captured(input, context.surroundings.cwd);
  const judgement = judgedAt(given.at, capture, clock(), unstated);
  const fragment = findFragment(input.bytes, capture.request.target);
  const options = { at: judgement.at, fragment, ...(await optionsOf(context, capture, given)) };
  const verification = await verified(context, capture, options);
  const shown = shownVerification(capture, verification, judgement);
  const { request, notes, isAnswer } = capture;
  return { request, notes, verification, shown: isAnswer === true ? aboutAnswer(shown) : shown };
}

/** What nothing is wrong with isn't searched for a cause, nor held against the profile's authorities. */
async function verified(
  context: CommandContext,
  { request, notes }: Capture,
  options: VerifyOptions,
): Promise<Verification> {
  const verify = createVerifier();
  const unsearched = verify(request, { ...options, recovery: false });
  const further = await furtherAuthorities(unsearched, context);
  if (unsearched.valid && further.length === 0) return unsearched;
  return verify(request, {
    ...options,
    authorities: [...(options.authorities ?? []), ...further],
    isStringKnown: !hasSignedPlaceholder(notes, unsearched.signedHeaders),
  });
}

/** Every answer that is signed has a Digest. @see C-verify-answers */
const OF_ANSWERS: Pick<VerifyOptions, 'dialect' | 'digestRequired'> = {
  dialect: ITS_ANSWERS,
  digestRequired: true,
};

/** What is asked of the signature, and what it is checked with. @see C-verify-role, C-verify-flags */
async function optionsOf(
  context: CommandContext,
  { isAnswer }: Capture,
  given: VerifyOptionsGiven,
): Promise<Omit<VerifyOptions, 'at'>> {
  const { role, strict, search } = given;
  return {
    recovery: { ...timesLimits(VERIFY_SEARCH, search), decompress, compress },
    strict,
    role,
    ...(await verificationKeys(given, context)),
    ...(isAnswer === true ? OF_ANSWERS : { requiredHeaders: true }),
  };
}

/** The report of an answer: the texts of findings are written for requests. @see C-verify-answers */
function aboutAnswer(shown: ShownVerification): ShownVerification {
  return {
    ...shown,
    findings: shown.findings.map((finding): ShownFinding => {
      const { message, remedy, suspects } = finding;
      return {
        ...finding,
        message: ofAnswer(message),
        remedy: ofAnswer(remedy),
        ...(suspects === undefined
          ? {}
          : { suspects: suspects.map((one) => ({ ...one, reason: ofAnswer(one.reason) })) }),
      };
    }),
    checks: shown.checks.map((check) =>
      check.detail === undefined ? check : { ...check, detail: ofAnswer(check.detail) },
    ),
  };
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bTPP-Signature-Certificate\b/g, 'ASPSP-Signature-Certificate'],
  [/\b([Aa]) request\b(?!-)/g, '$1n answer'],
  [/(?<![(-])\brequest(s?)\b(?!-)/g, 'answer$1'],
  [/(?<![(-])\bRequest(s?)\b(?!-)/g, 'Answer$1'],
];

function ofAnswer(text: string): string {
  return WORDS.reduce((words, [pattern, word]) => words.replaceAll(pattern, word), text);
}

/**
 * A finding of a request beside another that works: what both have alike is no suspect, and no header is named that isn't
 * proved.
 * @see G3-never-false, C-verify-diff
 */
export function besideAnother(finding: ShownFinding, differences: readonly Difference[]): ShownFinding {
  if (finding.proved) return finding;
  const { suspects = [], header: _, ...rest } = finding;
  const left = suspects.filter(({ header }) => header === undefined || differsIn(header, differences));
  return { ...rest, ...(left.length === 0 ? {} : { suspects: left }) };
}

function differsIn(header: string, differences: readonly Difference[]): boolean {
  return differences.some(({ part, name }) =>
    header === '(request-target)'
      ? part === 'method' || part === 'target'
      : part === 'header' && name === header,
  );
}

/** However small it was compressed. */
const MAX_DECOMPRESSED = 1024 * 1024;

/** Loaded where a body may be compressed, and not for every request. */
function zlib() {
  return process.getBuiltinModule('node:zlib');
}

function decompress(bytes: Uint8Array, coding: string): Uint8Array | undefined {
  const { brotliDecompressSync, gunzipSync, inflateSync } = zlib();
  const limits = { maxOutputLength: MAX_DECOMPRESSED };
  try {
    if (coding === 'gzip') return gunzipSync(bytes, limits);
    return coding === 'br' ? brotliDecompressSync(bytes, limits) : inflateSync(bytes, limits);
  } catch {
    // It is not so compressed, or too long when it is not: then this is not what was hashed.
    return undefined;
  }
}

function compress(bytes: Uint8Array, coding: string, level: number): Uint8Array | undefined {
  if (coding === 'gzip') return zlib().gzipSync(bytes, { level });
  return coding === 'deflate' ? zlib().deflateSync(bytes, { level }) : undefined;
}

/** In place of a time for `--at`. */
const OWN_DATE = 'date';
/** So old passes at a live bank, by `I-limits-clock`. */
const FRESH_SECONDS = THIS_BANK.maxSkewSeconds;

/**
 * Returns the given time, or with `date` the request's own Date; else the time at which the capture says that the
 * request was sent; else its own Date with its age, so that age hides no fault; else now. A Date in the future is judged
 * now.
 * @param unstated without a given or stated time: `now` judges a future Date now and tells an age, `date` does neither
 * @throws Fault USAGE for what is no time
 * @see C-verify-at, C-verify-capture-time
 */
export function judgedAt(
  given: string | undefined,
  { request: { headers }, sentAt }: Pick<Capture, 'request' | 'sentAt'>,
  now: number,
  unstated: 'now' | 'date',
): Judgement {
  if (given === OWN_DATE) return { at: ownDate(headers) ?? now };
  if (given !== undefined) return { at: timeGiven(given) };
  if (sentAt !== undefined) return { at: sentAt };
  const date = ownDate(headers);
  if (unstated === 'date') return { at: date ?? now };
  const age = date === undefined ? 0 : Math.floor((now - date) / 1000);
  if (date === undefined || age < 0) return { at: now };
  return age <= FRESH_SECONDS ? { at: date } : { at: date, age };
}

function timeGiven(given: string): number {
  const time = parseInstant(given);
  if (time !== undefined) return time;
  throw new Fault('USAGE', `--at ${JSON.stringify(given)} isn't a time.`, {
    hint: "Use a time with an offset or Z, such as 2027-02-01T12:00:00Z, or --at date for the request's own Date.",
  });
}

/** As far as it can be read, however it is written. */
function ownDate(headers: readonly Header[]): number | undefined {
  const text = headerValue(headers, 'date')?.trim() ?? '';
  return readHttpDate(text).time ?? meantTime(text) ?? parseInstant(text);
}

/** What all files of one capture may have: a command may name one file many times. @see S12-file-limits */
const CAPTURED_FILES_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * A request as somebody wrote it down.
 * @throws Fault INPUT_INVALID, FILE_UNREADABLE
 * @see C-verify-curl-input, C-verify-har
 */
export function captured({ bytes, format, request }: CapturedInput, cwd: string): Capture {
  let left = CAPTURED_FILES_LIMIT_BYTES;
  const readFile = (name: string) => {
    const content = readBelow(cwd, name, left);
    left -= content.length;
    return content;
  };
  const capture = readCapture(bytes, {
    format,
    request: request !== undefined && /^[0-9]+$/.test(request) ? Number(request) : request,
    readFile,
  });
  return { ...capture, notes: [...capture.notes, ...placeholderNotes(capture)] };
}

/**
 * Reads a file that a curl command names; one outside the current folder is not opened, links followed.
 * @param limit in bytes
 * @see C-verify-curl, S12-file-limits
 */
function readBelow(folder: string, name: string, limit: number): Uint8Array {
  const path = resolve(folder, name);
  if (isOutside(folder, path) || isOutside(realpathSync(folder), realPath(path, name))) {
    throw new Fault('INPUT_INVALID', `The command reads ${name}, which is outside the current folder.`, {
      hint: 'Run verify in the folder with the file, or put the body in the command.',
    });
  }
  try {
    return readFileWithin(path, limit);
  } catch (cause) {
    throw unreadable(name, cause);
  }
}

function unreadable(name: string, cause: unknown): Fault {
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

function realPath(path: string, name: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    if (readErrorCode(cause) !== 'ENOENT') throw unreadable(name, cause);
    throw new Fault('FILE_UNREADABLE', `The command reads ${name}, which doesn't exist.`, {
      hint: 'Run verify in the folder with the file.',
      cause,
    });
  }
}
