import { gunzipSync } from 'node:zlib';
import type { Break } from '../../src/breaks/break-request.ts';
import { Fault } from '../../src/errors.ts';
import { getHeader, type HttpRequest } from '../../src/message.ts';
import { DEFAULT_SEARCH, VERIFY_SEARCH } from '../../src/signing/budget.ts';
import type { Finding } from '../../src/signing/findings.ts';
import { createVerifier } from '../../src/signing/verify.ts';
import { BREAKS, breakRequest } from '../support/breaks/every-way.ts';
import { isOnePlace, reasonWhyHidden } from './hidden-pairs.ts';
import { AT, payment } from './requests.ts';

/** Every two breaks in one request. */

/** As short as can be, since what is looked for is tried in every part of it. */
const unsigned: HttpRequest = {
  method: 'POST',
  target: '/v1/payments/x?n=a%20b',
  headers: [
    ['Host', 'b.example'],
    ['X-Request-ID', '8c41d6f0-5b7e-4c3a-9f12-60d7e8a9b0c1'],
    ['PSU-ID', 'psu-7'],
  ],
  body: Buffer.from('{"b":"ø","a":1}'),
};

/** The payment has a body, so that one can't be shown by it; the other is looked for only when that is asked. */
export const SHOWN = BREAKS.filter(
  ({ name }) => name !== 'digest-mismatch/empty-object' && name !== 'required-header-absent',
);

/** Faults for which a signing string is looked for, which takes the verifier longer than all else. */
export const isSearched = ({ code }: Break) => /^signature-(?:invalid|double-hash|padding|hash)/.test(code);

const STRINGS = SHOWN.filter(isSearched);

/** Each fault of the signing string with the others that it is paired with, each pair once. */
export const STRING_PAIRS = STRINGS.map((first, place) => ({
  first,
  place,
  others: SHOWN.filter((one) => !isSearched(one) || STRINGS.indexOf(one) > place),
}));

const ASIDE = SHOWN.filter((one) => !isSearched(one));

/** Each other fault with those that come after it, each pair once. */
export const ASIDE_PAIRS = ASIDE.map((first, place) => ({ first, place, others: ASIDE.slice(place + 1) }));

const verify = createVerifier();

export interface Outcome {
  /** Pairs of which not both were found though nothing says why. */
  readonly lost: readonly string[];
  /** Pairs that are said to hide one another and do not. */
  readonly notHidden: readonly string[];
  /** Pairs that could not be made though they are in different places. */
  readonly refused: readonly string[];
}

export function outcomeOf(first: Break, others: readonly Break[]): Outcome {
  const lost: string[] = [];
  const notHidden: string[] = [];
  const refused: string[] = [];
  for (const second of others) {
    const pair = `${first.name} + ${second.name}`;
    const said = saidOf([first, second], AT);
    if (said === undefined) {
      if (!isOnePlace(first, second)) refused.push(pair);
      continue;
    }
    const areBoth = said.includes(first.name) && said.includes(second.name);
    const isHidden = reasonWhyHidden(first, second) !== undefined;
    if (!areBoth && !isHidden) lost.push(`${pair}: ${said.join(' ')}`);
    if (areBoth && isHidden) notHidden.push(pair);
  }
  return { lost, notHidden, refused };
}

/**
 * Undefined where the two change one part of the request. What nothing explains is not searched to the end: that takes
 * as long as all other pairs together. One in 32,768 signatures of another key looks like PSS, and one in 20 of those
 * that are as short as an elliptic curve's is the same in Base64 and base64url: those are made anew. So is one signature
 * in 128, which ends in a NUL or a line end: without it, it's mangled rather than cut short.
 */
function saidOf(made: readonly Break[], date: number): string[] | undefined {
  const request = brokenTwice(made, date);
  if (request === undefined) return undefined;
  const isUnknown = made.some(({ name }) => name === UNKNOWN);
  const recovery = { ...(isUnknown ? DEFAULT_SEARCH : VERIFY_SEARCH), decompress: gunzip };
  const { findings } = verify(request, { at: AT, clock: () => 0, recovery });
  const looksLikePss = findings.some(({ code, proved }) => code === 'signature-padding' && !proved);
  if (looksLikePss && made.some(({ code }) => code === 'key-mismatch')) return saidOf(made, date - 1000);
  if (lostNulOrLineEnd(made, findings)) return saidOf(made, date - 1000);
  if (isPlainAllTheSame(made, request)) return saidOf(made, date - 1000);
  const said = findings.map(({ code, cause }) => (cause === undefined ? code : `${code}/${cause}`));
  return isUnknown ? said.map((name) => name.replace(NOT_SEARCHED, UNKNOWN)) : said;
}

function lostNulOrLineEnd(made: readonly Break[], findings: readonly Finding[]): boolean {
  if (!made.some(({ name }) => name === 'signature-length/cut-short')) return false;
  return findings.some(({ code, message }) => code === 'signature-length' && NUL_OR_LINE_END.test(message));
}

const NUL_OR_LINE_END = /NUL byte is missing|line end, is missing/;

function isPlainAllTheSame(made: readonly Break[], { headers }: HttpRequest): boolean {
  if (!made.some(({ name }) => name === 'signature-encoding/base64url')) return false;
  const text = /signature="([^"]*)"/.exec(getHeader(headers, 'Signature') ?? '')?.[1];
  return text !== undefined && !/[-_]/.test(text);
}

function gunzip(bytes: Uint8Array): Uint8Array | undefined {
  return bytes[0] === 0x1f ? gunzipSync(bytes) : undefined;
}

const UNKNOWN = 'signature-invalid/unknown';
const NOT_SEARCHED = 'signature-invalid/not-searched';

function brokenTwice(made: readonly Break[], date: number): HttpRequest | undefined {
  const { signer, options } = payment;
  try {
    const names = made.map(({ name }) => name);
    return breakRequest(names, unsigned, signer, { ...options, date });
  } catch (error) {
    if (error instanceof Fault && error.code === 'USAGE') return undefined;
    throw error;
  }
}
