import { isUtf8 } from 'node:buffer';
import { hash as hashOf } from 'node:crypto';
import { toBuffer } from '../core/base64.ts';
import { jsonFaultAt } from '../core/json-fault.ts';
import { trimBlanks } from '../core/octets.ts';
import type { HttpRequest } from '../message.ts';
import { type BodyMeans, generateBodyCandidates, isGzip } from './body-candidates.ts';
import type { Budget } from './budget.ts';
import { describeNearHeader } from './check-headers.ts';
import {
  type DigestAlgorithm,
  type DigestValue,
  findMatchingAlgorithm,
  hashBody,
  readDigest,
  writeDigest,
} from './digest.ts';
import type { FindingCause, Report, Suspect, TextDifference } from './findings.ts';
import { readHttpDate } from './http-date.ts';
import { describePrintedBytes } from './signature-value.ts';
import type { HeaderIndex } from './signing-string.ts';

/**
 * Checks the Digest header against the body and returns the algorithms that were compared.
 * @see G3-all-checks, G4-digest-missing, G4-digest-format, G4-digest-mismatch
 */
export function checkDigest(
  request: HttpRequest,
  index: HeaderIndex,
  isRequired: boolean,
  budget: Budget,
  report: Report,
): readonly DigestAlgorithm[] {
  const header = 'digest';
  const sent = index.get(header);
  if (sent === undefined) {
    if (request.body.length === 0) return [];
    const severity = isRequired ? 'error' : 'warning';
    const detail = describeNearHeader('Digest', index);
    report('digest-missing', { header, severity, detail, expected: writeDigest(request.body) });
    return [];
  }
  const found = trimBlanks(sent.join(', '));
  // Nearly every request matches here and needs no tolerant parsing.
  const matching = findMatchingAlgorithm(found, request.body);
  if (matching !== undefined) return [matching];
  const { values, problems } = readDigest(found);
  for (const { cause, tolerated } of problems) {
    const expected = writeDigest(request.body, values[0]?.algorithm);
    const detail =
      cause === undefined ? describePrintedBytes(found.slice(found.indexOf('=') + 1)) : undefined;
    const severity = tolerated ? 'warning' : 'error';
    report('digest-format', { cause, header, severity, detail, expected, found });
  }
  for (const value of values) {
    const mismatches = findMismatches(request, index, value, budget);
    for (const { bytes, ...hashed } of mismatches) {
      const expected = writeDigest(request.body, value.algorithm);
      const isAlike = bytes !== undefined && !DIFFERS_THROUGHOUT.includes(hashed.cause);
      const difference = isAlike ? compareBodies(bytes, request.body) : undefined;
      const detail = bytes && describeHashedBytes(bytes, request.body, difference);
      report('digest-mismatch', { ...hashed, header, detail, expected, found, difference });
    }
    if (mismatches.length > 0) break;
  }
  return values.map(({ algorithm }) => algorithm);
}

/** Finds the faults of one digest value: its encoding and the bytes that it is the hash of. */
function findMismatches(
  request: HttpRequest,
  index: HeaderIndex,
  value: DigestValue,
  budget: Budget,
): readonly HashedBody[] {
  const written: HashedBody[] = value.form === 'plain' ? [] : [{ cause: value.form }];
  if (hashBody(value.algorithm, request.body).equals(value.hash)) return written;
  const contentEncoding = index.get('content-encoding')?.join(', ');
  const contentLength = index.get('content-length')?.[0]?.trim();
  const { time } = readHttpDate(index.get('date')?.[0]?.trim() ?? '');
  const sentAt = time && time / 1000;
  return [
    ...written,
    findHashedBody(request.body, value, { contentEncoding, sentAt, contentLength }, budget),
  ];
}

/** The causes for which the bytes differ from the first one on. */
const DIFFERS_THROUGHOUT: readonly FindingCause<'digest-mismatch'>[] = [
  'content-encoding',
  'encoded',
  'empty-object',
  'unknown',
];

/** Describes where hashed and sent bytes differ. @see G4-hashed-bytes */
function describeHashedBytes(
  bytes: Uint8Array,
  body: Uint8Array,
  difference: TextDifference | undefined,
): string {
  const lengths = `The body has ${body.length} bytes, but ${bytes.length} bytes were hashed.`;
  if (difference === undefined) return lengths;
  return `${lengths} They first differ in line ${difference.line}, column ${difference.column}.`;
}

/** The cause of a digest mismatch, with the hashed bytes if they were found. */
interface HashedBody {
  readonly cause: FindingCause<'digest-mismatch'>;
  /** Replaces the text of the cause. */
  readonly says?: string;
  readonly remedy?: string | undefined;
  readonly bytes?: Uint8Array;
  readonly suspects?: readonly Suspect[];
}

/** Finds the change of the body that explains the digest. @see G3-any-issuer, G4-digest-mismatch */
function findHashedBody(
  body: Uint8Array,
  value: DigestValue,
  { contentEncoding, sentAt, contentLength }: DeclaredBody,
  budget: Budget,
): HashedBody {
  if (body.length === 0) return findHashedEmptyBody(value);
  const cut = readCutBody(body);
  const completed = cut && findHashedBeforeCut(body, value, cut, contentLength);
  if (completed !== undefined) return completed;
  const found = findDigestCandidate(body, value, { contentEncoding, sentAt }, budget);
  const isUnexplained =
    found.cause === 'not-searched' || (found.cause === 'unknown' && found.says === undefined);
  return cut !== undefined && isUnexplained ? createUnknownEnd(body, cut, contentLength) : found;
}

/** The body as the headers describe it. */
interface DeclaredBody extends Pick<BodyMeans, 'contentEncoding' | 'sentAt'> {
  readonly contentLength?: string | undefined;
}

const CUT_REMEDY = 'Send the whole body. Content-Length counts bytes, not characters.';

/** Finds JSON that was complete when it was hashed and lacks only its closing characters. @see G4-cut-body */
function findHashedBeforeCut(
  body: Uint8Array,
  { algorithm, hash }: DigestValue,
  { closers, extraBytes }: CutBody,
  contentLength: string | undefined,
): HashedBody | undefined {
  for (const end of [closers, `${closers}\n`, `\n${closers}`, `\n${closers}\n`]) {
    const bytes = Buffer.concat([body, Buffer.from(end)]);
    if (!hashBody(algorithm, bytes).equals(hash)) continue;
    const counted =
      contentLength === String(body.length) && extraBytes.includes(end.length)
        ? ' Content-Length counts characters: it lacks as many bytes as the characters beyond ASCII have more than one.'
        : '';
    const says = `The body is cut: its end, ${end.replaceAll('\n', '\\n')}, was hashed, but not sent.${counted}`;
    return { cause: 'body-lost', says, remedy: CUT_REMEDY, bytes };
  }
  return undefined;
}

/** Describes a cut body that lacks more than closing characters: the hashed bytes can't be proved. */
function createUnknownEnd(
  body: Uint8Array,
  { extraBytes: [extra = 0] }: CutBody,
  contentLength: string | undefined,
): HashedBody {
  const counted =
    contentLength === String(body.length) && extra > 0
      ? ' It has characters beyond ASCII, so Content-Length may count characters, which are fewer than its bytes.'
      : '';
  const says = `The body is cut: it ends in the middle of its JSON.${counted}`;
  return { cause: 'body-lost', says, remedy: CUT_REMEDY };
}

function findDigestCandidate(
  body: Uint8Array,
  value: DigestValue,
  { contentEncoding, sentAt }: DeclaredBody,
  budget: Budget,
): HashedBody {
  if (!budget.isAllowed(body.length)) return budget.describeEnd();
  const { decompress, compress } = budget.limits;
  const means = { contentEncoding, sentAt, decompress, compress };
  for (const [name, written] of OTHER_ALGORITHMS) {
    if (budget.isSpentAfter(body.length)) return budget.describeEnd();
    if (!hashOf(name, body, 'buffer').equals(value.hash)) continue;
    const says = `It's the ${written} hash of the body, not ${value.algorithm}.`;
    return { cause: 'unknown', says, remedy: 'Hash the body with SHA-256.' };
  }
  for (const { cause, what, remedy, bytes } of generateBodyCandidates(body, means)) {
    if (budget.isSpentAfter(bytes.length)) return budget.describeEnd();
    if (hashBody(value.algorithm, bytes).equals(value.hash))
      return { cause, says: `It's the hash of ${what}.`, remedy, bytes };
  }
  return createNotFound(body, means);
}

/** Finds the hashed bytes for an empty body. The candidates are few and don't count against the budget. */
function findHashedEmptyBody({ algorithm, hash }: DigestValue): HashedBody {
  const fits = (bytes: Uint8Array) => hashBody(algorithm, bytes).equals(hash);
  for (const { cause, what, bytes } of generateBodyCandidates(new Uint8Array(), {}))
    if (fits(bytes)) return { cause, says: `It's the hash of ${what}, but the body is empty.`, bytes };
  const newline = ['\n', '\r\n', ' \r\n'].map((text) => Buffer.from(text)).find(fits);
  if (newline === undefined) return { cause: 'body-lost' };
  const says = "It's the hash of a line end, but the body is empty.";
  return { cause: 'missing-newline', says, bytes: newline };
}

/** Algorithms whose hashes are as long as those of SHA-256 and SHA-512. */
const OTHER_ALGORITHMS: readonly (readonly [name: string, written: string])[] = [
  ['sha3-256', 'SHA3-256'],
  ['sha512-256', 'SHA-512/256'],
  ['blake2s256', 'BLAKE2s'],
  ['sha3-512', 'SHA3-512'],
  ['blake2b512', 'BLAKE2b'],
];

/**
 * Describes a digest without a known cause. If a declared coding can't be undone, the decompressor is missing or a
 * gateway decompressed the body.
 */
function createNotFound(body: Uint8Array, { contentEncoding, decompress }: BodyMeans): HashedBody {
  const coding = contentEncoding?.trim().toLowerCase() ?? '';
  const isCompressed = isGzip(body) || (coding !== '' && !isUtf8(body));
  if (isCompressed && decompress?.(body, coding === '' ? 'gzip' : coding) === undefined) {
    const says = "The body is compressed, and the search for the cause can't undo that.";
    return { cause: 'not-searched', says };
  }
  if (coding === '' || coding === 'identity' || isCompressed) return { cause: 'unknown' };
  const header = 'content-encoding';
  const reason = `Content-Encoding says ${coding}, but the body isn't compressed: something may have undone it.`;
  return { cause: 'unknown', suspects: [{ header, reason }] };
}

/** JSON that ends before it is complete. */
interface CutBody {
  /** The characters that close its strings, objects and arrays, such as `"}}`. */
  readonly closers: string;
  /** The differences of the byte length to the number of UTF-16 units and of code points. */
  readonly extraBytes: readonly number[];
}

/** Matches an incomplete literal or escape. */
const BEGUN = /^(?:t(?:ru?)?|f(?:a(?:ls?)?)?|nu?l?|-|\\(?:u[0-9a-f]{0,3})?)$/i;
const MAX_BEGUN = 5;
const MAX_BYTES = 1024 * 1024;

/**
 * Detects a body that is the beginning of JSON; returns undefined for complete JSON and for other text.
 * @see G4-cut-body
 */
function readCutBody(body: Uint8Array): CutBody | undefined {
  if (body.length > MAX_BYTES) return undefined;
  const text = toBuffer(body).toString('utf8');
  if (!/^[\s\ufeff]{0,8}[{[]/.test(text)) return undefined;
  const json = text.replace(/^\ufeff/, '');
  const fault = jsonFaultAt(json);
  const rest = json.slice(fault);
  if (rest.length > MAX_BEGUN || (rest !== '' && !BEGUN.test(rest))) return undefined;
  const closers = listClosers(json);
  if (closers === '') return undefined;
  return { closers, extraBytes: [body.length - text.length, body.length - [...text].length] };
}

function listClosers(json: string): string {
  const open: string[] = [];
  let isInString = false;
  for (let place = 0; place < json.length; place += 1) {
    const character = json.charAt(place);
    if (isInString) {
      if (character === '\\') place += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') open.push(character === '{' ? '}' : ']');
    else if (character === '}' || character === ']') open.pop();
  }
  return (isInString ? '"' : '') + open.reverse().join('');
}

/** The number of characters in an excerpt before and after the difference. */
const BEFORE = 24;
const AFTER = 24;

/** Finds the first difference of two bodies; returns undefined if they are equal. @see G4-digest-mismatch */
export function compareBodies(hashed: Uint8Array, sent: Uint8Array): TextDifference | undefined {
  const [one, other] = [toBuffer(hashed), toBuffer(sent)];
  const shorter = Math.min(one.length, other.length);
  let offset = 0;
  while (offset < shorter && one[offset] === other[offset]) offset += 1;
  if (offset === one.length && offset === other.length) return undefined;
  while (offset > 0 && (isInside(one[offset]) || isInside(other[offset]))) offset -= 1;
  const before = other.subarray(0, offset).toString('utf8');
  const lineStart = before.lastIndexOf('\n') + 1;
  const lead = [...before.slice(-2 * BEFORE)].slice(-BEFORE).map(showCharacter).join('');
  const tail = (bytes: Buffer) =>
    [...bytes.subarray(offset, offset + 4 * AFTER).toString('utf8')]
      .slice(0, AFTER)
      .map(showCharacter)
      .join('');
  return {
    offset,
    line: before.split('\n').length,
    column: [...before.slice(lineStart)].length + 1,
    expected: lead + tail(one),
    found: lead + tail(other),
    same: lead.length,
  };
}

/** Returns true for a continuation byte of UTF-8. */
function isInside(octet: number | undefined): boolean {
  return octet !== undefined && (octet & 0xc0) === 0x80;
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes a character that is invisible or that a terminal interprets. */
function showCharacter(character: string): string {
  if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(character)) return character;
  return ESCAPES[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
