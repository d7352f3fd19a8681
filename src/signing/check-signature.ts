import { type KeyObject, verify as verifyBytes } from 'node:crypto';
import type { PublicKey } from '../certificates/certificate.ts';
import { encodeBase64, toBuffer } from '../core/base64.ts';
import { isOctets, trimBlanks } from '../core/octets.ts';
import type { HttpRequest } from '../message.ts';
import { formatCount } from '../values/duration.ts';
import type { Budget, SearchNotRun } from './budget.ts';
import type { ListedLines } from './check-headers.ts';
import { findMatchingAlgorithm } from './digest.ts';
import { createFinding, type Finding, type Suspect } from './findings.ts';
import type { SignatureParameters } from './signature-header.ts';
import {
  type BarePadding,
  computeDigest,
  createLengthFinding,
  decodeSignature,
  type HashName,
  type RsaBlock,
  readSignatureValue,
  type SignedDigest,
} from './signature-value.ts';
import {
  buildSigningString,
  type Dialect,
  DOCUMENTED_NAMES,
  encodeSigningString,
  type HeaderIndex,
  MAX_HEADERS,
  REQUEST_TARGET,
  type SigningLine,
} from './signing-string.ts';
import type { StringCandidate } from './string-builds.ts';
import { StringSearch } from './string-search.ts';

interface SignatureCheck {
  readonly request: HttpRequest;
  readonly index: HeaderIndex;
  /** The key of the certificate, or the key given by the caller. */
  readonly key: PublicKey | undefined;
  readonly parameters: Partial<SignatureParameters> | undefined;
  readonly lines: ListedLines;
  readonly budget: Budget;
  readonly dialect: Dialect;
  /** The fragment (`#…`) of the URL, if known. */
  readonly fragment?: string | undefined;
}

/** The result of the RSA check; `not-checked` without a key or without a signature of the key's length. */
export type RsaOutcome = 'verified' | 'failed' | 'not-checked';

/**
 * Checks encoding and length of the signature, then verifies it over the signing string. Only RSA keys are verified.
 * @see G3-order, G5-rsa-only
 */
export function checkSignature(
  check: SignatureCheck,
  report: (one: Finding) => void,
): { readonly signingString: string | null; readonly rsa: RsaOutcome } {
  const { parameters, key, lines, dialect } = check;
  // The signing string is null without a Signature header.
  if (parameters === undefined) return { signingString: null, rsa: 'not-checked' };
  const text = buildSigningString(lines.lines);
  const publicKey = key?.keyType === 'rsa' ? key.publicKey : undefined;
  const signature = checkValue(parameters.signature, check, report);
  if (signature === undefined || publicKey === undefined) return { signingString: text, rsa: 'not-checked' };
  const header = lines.lines.find(({ value }) => value.includes('\n'))?.name;
  if (header !== undefined) {
    const detail = `The value of ${header} contains a line end, so lines of the signing string could be confused.`;
    report(createFinding('signature-invalid', { header, detail, expected: text }));
    return { signingString: text, rsa: 'failed' };
  }
  if (verifyBytes(dialect.hash, encodeSigningString(text), publicKey, signature))
    return { signingString: text, rsa: 'verified' };
  const derived = createDerivedLines(parameters);
  explainSignature({ ...check, parameters, derived, publicKey, signature, text }).forEach(report);
  return { signingString: text, rsa: 'failed' };
}

/** Creates the lines that later drafts derive from signature parameters. */
function createDerivedLines({ created, expires }: Partial<SignatureParameters>): SigningLine[] {
  return Object.entries({ '(created)': created, '(expires)': expires }).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  );
}

/** Decodes the signature; returns its bytes only if they are as long as the key. */
function checkValue(
  text: string | undefined,
  { key, budget }: SignatureCheck,
  report: (one: Finding) => void,
): Buffer | undefined {
  if (text === undefined) return undefined;
  const length = computeSignatureLength(key);
  const { bytes, wellEncoded, ...details } = readSignatureValue(text, length);
  if (!wellEncoded) {
    const expected = bytes && encodeBase64(bytes);
    report(createFinding('signature-encoding', { ...details, expected, found: text }));
  }
  if (bytes === undefined || key?.keyType !== 'rsa') return undefined;
  if (bytes.length === length) return bytes;
  const proof = { publicKey: key.publicKey, budget };
  if (length !== undefined) report(createLengthFinding(bytes, text, length, proof));
  return undefined;
}

/**
 * Returns the signature length of a key in bytes: undefined for other keys than RSA, the usual length without a key.
 */
function computeSignatureLength(key: PublicKey | undefined): number | undefined {
  if (key === undefined) return 256;
  return key.keyType === 'rsa' ? Math.ceil(key.keyBits / 8) : undefined;
}

interface FailedSignature extends SignatureCheck {
  readonly parameters: Partial<SignatureParameters>;
  readonly publicKey: KeyObject;
  /** The lines that later drafts derive from signature parameters: `(created)`, `(expires)`. */
  readonly derived: readonly SigningLine[];
  /** The signature bytes, as long as the key. */
  readonly signature: Buffer;
  /** The expected signing string. */
  readonly text: string;
}

/**
 * Finds the cause of a failed signature: the public key reveals the padding and the hash, and a candidate string with
 * that hash is the signed string.
 * @see G3-search-limit
 */
function explainSignature(failed: FailedSignature): Finding[] {
  const block = decodeSignature(failed.publicKey, failed.signature);
  if (block.kind === 'unreadable') return [createFinding('key-mismatch')];
  if (block.kind === 'bare' && block.digest === undefined) return createPaddingFindings(block, false);
  const { hash } = failed.dialect;
  const { hash: hashName = hash, digest = NOTHING } = block;
  const found = findSignedString(failed, { ...block, hash: hashName, digest });
  const isKnown = 'candidate' in found || isOfTheLines(found);
  const isSure = block.kind !== 'pss' || block.certainty !== 'possible' || isKnown;
  if (!isSure && found.cause === 'unknown') return [createFinding('key-mismatch')];
  const isOtherwiseRight = 'cause' in found && found.cause === 'as-listed' && hashName === hash;
  if (block.kind === 'digest' && isOtherwiseRight && failed.lines.assumed === undefined) {
    return [createPaddingFinding('The name of its hash is encoded wrongly.')];
  }
  return [
    ...(isSure ? createPaddingFindings(block, isKnown) : []),
    ...(hashName === hash ? [] : [hashFinding(hashName, hash)]),
    ...(block.kind === 'bare' && 'cause' in found ? [] : buildFindings(failed, found)),
  ];
}

const NOTHING = Buffer.alloc(0);

function hashFinding(name: HashName, expected: HashName): Finding {
  const shown = { expected, found: name };
  if (name === 'sha1' || name === 'sha512') return createFinding('signature-hash', { cause: name, ...shown });
  return createFinding('signature-hash', { detail: `The hash is ${name}.`, ...shown });
}

function isOfTheLines(found: Found): found is ExplainedByLines {
  return 'cause' in found && (found.cause === 'as-listed' || found.cause === 'by-the-list');
}

/**
 * The signed string is explained without a search. `as-listed`: it is the signing string itself. `by-the-list`: it
 * follows a faulty headers list literally; that fault has its own finding.
 */
type ExplainedByLines = { readonly cause: 'as-listed' | 'by-the-list' };
/** A candidate that was signed, and the expected string as `text`. */
type FoundString = { readonly candidate: StringCandidate; readonly text: string };
type Found = FoundString | SearchNotRun | ExplainedByLines;

function findSignedString(failed: FailedSignature, block: SignedDigest): Found {
  const { request, index, lines, derived, budget, dialect, fragment } = failed;
  const { signedHeaders } = dialect;
  const bases = (lines.assumed ?? [lines.lines]).map((base) => ({ base, text: buildSigningString(base) }));
  // Comparing hexadecimal takes a third of the time of creating a Buffer for each hash.
  const wanted = block.digest.toString('hex');
  const isSigned = (text: string) => computeDigest(block, encodeSigningString(text)) === wanted;
  if (bases.some(({ text }) => isSigned(text))) return { cause: 'as-listed' };
  const absent = withAbsent(lines, derived).map((all) => buildSigningString(all));
  if ([...absent, ...toTheLetter(failed)].some(isSigned)) return { cause: 'by-the-list' };
  if (request.headers.length > MAX_HEADERS) return budget.describeEnd();
  const source = { request, index, derived, signedHeaders, hashName: block.hash, fragment };
  const searches = bases.map(({ base, text }) => ({
    text,
    of: new StringSearch({ ...source, lines: base }),
  }));
  for (const stage of ['generateLikely', 'generateFurther'] as const) {
    for (const { text, of } of searches) {
      if (!budget.isAllowed(text.length)) return budget.describeEnd();
      for (const candidate of of[stage]()) {
        const { bytes, hashedBytes = 0 } = candidate;
        if (budget.isSpentAfter(bytes.length + hashedBytes)) return budget.describeEnd();
        if (computeDigest(block, bytes) === wanted) return { candidate, text };
      }
    }
  }
  return { cause: 'unknown' };
}

/** Lists the lines of a rejected headers list literally: none for an empty list, one for each occurrence of a name. */
function toTheLetter({ parameters, lines: { lines, listed } }: FailedSignature): string[] {
  const words = parameters.headers?.toLowerCase().split(/[\s,;]+/);
  const names = words?.filter((word) => word !== '') ?? [];
  if (listed === undefined) return words !== undefined && names.length === 0 ? [''] : [];
  if (names.length === listed.length || names.length > 2 * listed.length) return [];
  const repeated = names.map((name) => lines.find((line) => line.name === name));
  return repeated.includes(undefined)
    ? []
    : [buildSigningString(repeated.filter((line) => line !== undefined))];
}

/** Lists all listed lines, with the texts that programs print for an absent value if a header is missing. */
function withAbsent(
  { lines, listed, complete }: ListedLines,
  derived: readonly SigningLine[],
): SigningLine[][] {
  if (complete || listed === undefined) return [];
  const known = [...lines, ...derived];
  return ['', 'null', 'undefined', 'None'].map((nothing) =>
    listed.map((name) => known.find((line) => line.name === name) ?? { name, value: nothing }),
  );
}

function buildFindings(failed: FailedSignature, found: Found): Finding[] {
  const { request, index, lines, text: expected, budget } = failed;
  if ('candidate' in found) {
    const { candidate, text } = found;
    const shown = { expected: text, found: candidate.shown ?? decodeSignedText(candidate.bytes, text) };
    return candidate.findings().map((one) => ({ ...one, ...shown }));
  }
  // The value of a missing header is unknown, and another finding reports that it is missing.
  if (isOfTheLines(found) || !lines.complete) return [];
  // Without a search there are no suspects.
  const isSearched = found.cause === 'unknown';
  const digest = trimBlanks(index.get('digest')?.join(', ') ?? '');
  const isDigestRight = findMatchingAlgorithm(digest, request.body) !== undefined;
  const suspects = budget.hasBegun ? listSuspects(lines.lines, { isDigestRight, isSearched }) : undefined;
  return [createFinding('signature-invalid', { ...found, suspects, expected })];
}

/** Decodes the signed bytes in the charset of the compared string. */
function decodeSignedText(bytes: Uint8Array, like: string): string {
  return toBuffer(bytes).toString(isOctets(like) ? 'latin1' : 'utf8');
}

/**
 * Creates the findings of a signature's padding; none for PKCS #1 v1.5. `isKnown`: the signed string was found.
 * @see G4-signature-padding
 */
function createPaddingFindings(block: RsaBlock, isKnown: boolean): Finding[] {
  if (block.kind === 'pss') {
    const bytes = block.salt?.length ?? 0;
    const salt = bytes === 0 ? 'without a salt' : `with a salt of ${formatCount(bytes, 'byte')}`;
    if (block.certainty === 'certain' || isKnown)
      return [createPaddingFinding(`It's padded by PSS, ${salt}.`, 'RSASSA-PSS')];
    const odds = 'One in 32,768 signatures of another key looks so too.';
    return [
      { ...createPaddingFinding(`It looks padded by PSS, ${salt}. ${odds}`, 'RSASSA-PSS'), proved: false },
    ];
  }
  return block.kind === 'bare' ? [createPaddingFinding(BARE[block.padding])] : [];
}

const BARE: Readonly<Record<BarePadding, string>> = {
  signature: "It doesn't say which hash was signed.",
  encryption: "It's padded for encryption.",
  none: "It isn't padded at all.",
};

function createPaddingFinding(detail: string, found?: string): Finding {
  return createFinding('signature-padding', { detail, expected: 'RSASSA-PKCS1-v1_5', found });
}

const WRITTEN: ReadonlyMap<string, string> = new Map([
  ...[...DOCUMENTED_NAMES, ['host', 'Host'] as const, ['content-type', 'Content-Type'] as const],
  [REQUEST_TARGET, 'the path and query'],
]);

/** Headers that libraries and gateways often rewrite, the most frequent first. */
const LIKELIEST = ['x-request-id', 'tpp-redirect-uri', 'psu-id', 'psu-corporate-id'];

/** Headers that another check confirms come last: the body confirms Digest, the clock confirms Date. */
const CONFIRMED = ['digest', 'date'];

/**
 * Lists the unconfirmed parts of a request whose signed string wasn't found, the most likely first. None of them is a
 * proved cause.
 * @param isDigestRight true if Digest matches the body; `isSearched`: the search was completed
 * @see G3-never-false
 */
export function listSuspects(
  lines: readonly SigningLine[],
  { isDigestRight, isSearched }: { readonly isDigestRight: boolean; readonly isSearched: boolean },
): Suspect[] {
  const reasonOf = (header: string) => {
    if (header === 'date' && isSearched) return 'No Date within 24 hours explains it, but another might.';
    return header === 'digest' && isDigestRight
      ? 'Digest matches the body, but both may have been changed together.'
      : `Nothing else in the request confirms ${WRITTEN.get(header) ?? header}.`;
  };
  const names = lines.map(({ name }) => name).sort((left, right) => rankSuspect(left) - rankSuspect(right));
  return [
    ...names.map((header) => ({ header, reason: reasonOf(header) })),
    { reason: "The string may have been built in a way this search doesn't know." },
  ];
}

function rankSuspect(name: string): number {
  if (CONFIRMED.includes(name)) return 100 + CONFIRMED.indexOf(name);
  const place = LIKELIEST.indexOf(name);
  return place < 0 ? LIKELIEST.length : place;
}
