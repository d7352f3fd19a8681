import { brotliDecompressSync, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { clock } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import { type HttpRequest, headerValue } from '../../message.ts';
import { differencesOf } from '../../signing/differences.ts';
import { readHttpDate } from '../../signing/http-date.ts';
import { timesLimits, VERIFY_SEARCH } from '../../signing/search-limits.ts';
import { type VerifyOptions, verify } from '../../signing/verify.ts';
import { parseInstant } from '../../values/instant.ts';
import type { Program } from '../program.ts';
import { captured } from './capture-input.ts';
import type { CapturedInput, ShownComparison, ShownVerification, VerifyOptionsGiven } from './shapes.ts';
import { shownVerification } from './shown-verification.ts';

/**
 * Explains the signature of a captured request.
 * @throws Fault INPUT_INVALID for a capture, a time or a certificate that can't be read
 * @see C-verify-at
 * @see G2-hostile, G4-signature-invalid-order
 */
export async function verifyRequest(
  program: Program,
  input: CapturedInput,
  given: VerifyOptionsGiven,
): Promise<ShownVerification> {
  return (await examined(program, input, given)).shown;
}

/** A request that works beside one that does not; each is judged at its own Date unless a time is given. */
export async function compareRequests(
  program: Program,
  [first, second]: readonly [CapturedInput, CapturedInput],
  given: VerifyOptionsGiven,
): Promise<ShownComparison> {
  const options = { ...given, at: given.at ?? OWN_DATE };
  const working = await examined(program, first, options);
  const failing = await examined(program, second, options);
  return { first: working.shown, second: failing.shown, differences: differencesOf(working, failing) };
}

async function examined(program: Program, input: CapturedInput, given: VerifyOptionsGiven) {
  const capture = captured(input, program.surroundings.cwd);
  const at = timeOf(given.at, capture.request);
  const verification = verify(capture.request, { at, ...(await optionsOf(program, given)) });
  return { request: capture.request, verification, shown: shownVerification(capture, verification, at) };
}

/** However small it was compressed. */
const MAX_DECOMPRESSED = 1024 * 1024;

function decompress(bytes: Uint8Array, coding: string): Uint8Array | undefined {
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
  if (coding === 'gzip') return gzipSync(bytes, { level });
  return coding === 'deflate' ? deflateSync(bytes, { level }) : undefined;
}

/** What the flags ask of the certificate, and which certificate that is. @see C-verify-role */
async function optionsOf(
  program: Program,
  { role, strict, certificate, passphraseFile, search }: VerifyOptionsGiven,
): Promise<Omit<VerifyOptions, 'at'>> {
  const recovery = { ...timesLimits(VERIFY_SEARCH, search), decompress, compress };
  const options = { recovery, strict, ...(role === undefined ? {} : { role }) };
  if (certificate === undefined) return options;
  const { readMaterial } = await import('../certificates/material.ts');
  const { leaf, path } = await readMaterial({ file: { name: certificate }, passphraseFile }, program);
  return { ...options, certificate: leaf, authorities: path.slice(1) };
}

/** In place of a time for `--at`. */
const OWN_DATE = 'date';

/** The time of judgement: now, the time given, or with `date` what the request itself says, as far as it can be read. */
function timeOf(given: string | undefined, { headers }: HttpRequest): number {
  if (given === undefined) return clock();
  if (given === OWN_DATE) return ownDate(headerValue(headers, 'date')?.trim() ?? '') ?? clock();
  const time = parseInstant(given);
  if (time !== undefined) return time;
  throw new Fault('USAGE', `--at ${JSON.stringify(given)} isn't a time.`, {
    hint: "Use a time with an offset or Z, such as 2027-02-01T12:00:00Z, or --at date for the request's own Date.",
  });
}

function ownDate(text: string): number | undefined {
  return readHttpDate(text).time ?? parseInstant(text);
}
