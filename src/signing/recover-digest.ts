import { isUtf8 } from 'node:buffer';
import { hash as hashOf } from 'node:crypto';
import { bodyCandidates } from './body-candidates.ts';
import { type BodyMeans, isGzip } from './body-codings.ts';
import type { Budget } from './budget.ts';
import { type CutBody, readCutBody } from './cut-body.ts';
import { type DigestValue, digestOf } from './digest.ts';
import type { FindingCause, Suspect } from './findings.ts';

/** Why a digest is not that of the body, with the bytes it is of where they were found. */
export interface HashedBody {
  readonly cause: FindingCause<'digest-mismatch'>;
  /** In place of what the cause says. */
  readonly says?: string;
  readonly remedy?: string | undefined;
  readonly bytes?: Uint8Array;
  readonly suspects?: readonly Suspect[];
}

/**
 * Which change of the body makes the digest right.
 * @see G3-any-issuer, G4-digest-mismatch
 */
export function recoverDigest(
  body: Uint8Array,
  value: DigestValue,
  { contentEncoding, sentAt, contentLength }: DeclaredBody,
  budget: Budget,
): HashedBody {
  if (body.length === 0) return hashedForNothing(value);
  const cut = readCutBody(body);
  const completed = cut && hashedBeforeCut(body, value, cut, contentLength);
  if (completed !== undefined) return completed;
  const found = searchDigest(body, value, { contentEncoding, sentAt }, budget);
  const isUnexplained =
    found.cause === 'not-searched' || (found.cause === 'unknown' && found.says === undefined);
  return cut !== undefined && isUnexplained ? unknownEnd(body, cut, contentLength) : found;
}

/** What the headers say of the body. */
export interface DeclaredBody extends Pick<BodyMeans, 'contentEncoding' | 'sentAt'> {
  readonly contentLength?: string | undefined;
}

const CUT_REMEDY = 'Send the whole body. Content-Length counts bytes, not characters.';

/** The JSON was complete when it was hashed, and only its closing characters are missing. @see G4-cut-body */
function hashedBeforeCut(
  body: Uint8Array,
  { algorithm, hash }: DigestValue,
  { closers, extraBytes }: CutBody,
  contentLength: string | undefined,
): HashedBody | undefined {
  const [completed] = [closers, `${closers}\n`, `\n${closers}`, `\n${closers}\n`]
    .map((end) => ({ end, bytes: Buffer.concat([body, Buffer.from(end)]) }))
    .filter(({ bytes }) => digestOf(algorithm, bytes).equals(hash));
  if (completed === undefined) return undefined;
  const { end, bytes } = completed;
  const counted =
    contentLength === String(body.length) && extraBytes.includes(end.length)
      ? ' Content-Length counts characters: it lacks as many bytes as the characters beyond ASCII have more than one.'
      : '';
  const says = `The body is cut: its end, ${end.replaceAll('\n', '\\n')}, was hashed, but not sent.${counted}`;
  return { cause: 'body-lost', says, remedy: CUT_REMEDY, bytes };
}

/** More than closing characters is missing, so nothing proves what was hashed. */
function unknownEnd(
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

function searchDigest(
  body: Uint8Array,
  value: DigestValue,
  { contentEncoding, sentAt }: DeclaredBody,
  budget: Budget,
): HashedBody {
  if (!budget.allows(body.length)) return budget.ended();
  const { decompress, compress } = budget;
  const means = { contentEncoding, sentAt, decompress, compress };
  for (const [name, written] of OTHER_ALGORITHMS) {
    if (budget.isSpentAfter(body.length)) return budget.ended();
    if (hashOf(name, body, 'buffer').equals(value.hash)) return hashedByOther(written, value);
  }
  for (const { cause, what, remedy, bytes } of bodyCandidates(body, means)) {
    if (budget.isSpentAfter(bytes.length)) return budget.ended();
    if (digestOf(value.algorithm, bytes).equals(value.hash))
      return { cause, says: `It's the hash of ${what}.`, remedy, bytes };
  }
  return notFound(body, means);
}

/** Nothing, and what it is written as, are few: they are tried without a search. */
function hashedForNothing({ algorithm, hash }: DigestValue): HashedBody {
  const fits = (bytes: Uint8Array) => digestOf(algorithm, bytes).equals(hash);
  for (const { cause, what, bytes } of bodyCandidates(new Uint8Array(), {}))
    if (fits(bytes)) return { cause, says: `It's the hash of ${what}, but the body is empty.`, bytes };
  const newline = ['\n', '\r\n', ' \r\n'].map((text) => Buffer.from(text)).find(fits);
  if (newline === undefined) return { cause: 'body-lost' };
  return {
    cause: 'missing-newline',
    says: "It's the hash of a line end, but the body is empty.",
    bytes: newline,
  };
}

/** Hashes as long as those of SHA-256 and SHA-512. */
const OTHER_ALGORITHMS: readonly (readonly [name: string, written: string])[] = [
  ['sha3-256', 'SHA3-256'],
  ['sha512-256', 'SHA-512/256'],
  ['blake2s256', 'BLAKE2s'],
  ['sha3-512', 'SHA3-512'],
  ['blake2b512', 'BLAKE2b'],
];

function hashedByOther(name: string, { algorithm }: DigestValue): HashedBody {
  const says = `It's the ${name} hash of the body, not ${algorithm}.`;
  return { cause: 'unknown', says, remedy: 'Hash the body with SHA-256.' };
}

/** A coding that is declared and can't be undone: the means are missing, or a gateway was before us. */
function notFound(body: Uint8Array, { contentEncoding, decompress }: BodyMeans): HashedBody {
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
