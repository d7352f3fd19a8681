import type { KeyObject } from 'node:crypto';
import type { HttpRequest } from '../message.ts';
import { isOctets, trimBlanks } from '../octets.ts';
import type { Budget, Unsought } from './budget.ts';
import type { ListedLines } from './check-listed-headers.ts';
import type { Dialect } from './dialect.ts';
import { algorithmMatching } from './digest.ts';
import { type Finding, finding } from './findings.ts';
import { misnamedHash, paddingFindings } from './padding-findings.ts';
import { digestIn, type HashName, openSignature, type SignedDigest } from './rsa-block.ts';
import type { SignatureParameters } from './signature-header.ts';
import { type HeaderIndex, type SigningLine, signingBytes, signingString } from './signing-string.ts';
import type { StringCandidate } from './string-candidate.ts';
import { StringSearch } from './string-search.ts';
import { suspectsOf, type Unexplained } from './suspects.ts';

export interface FailedSignature {
  readonly request: HttpRequest;
  readonly index: HeaderIndex;
  readonly parameters: Partial<SignatureParameters>;
  readonly lines: ListedLines;
  readonly publicKey: KeyObject;
  /** Lines that later drafts make of parameters: `(created)`, `(expires)`. */
  readonly derived: readonly SigningLine[];
  /** As long as the key. */
  readonly signature: Buffer;
  /** The signing string it is not of. */
  readonly text: string;
  readonly budget: Budget;
  readonly dialect: Dialect;
  /** `#…` of the URL, where it is known. */
  readonly fragment?: string | undefined;
}

/**
 * Why a signature does not verify: decrypted with the public key it shows padding and hash, and a candidate
 * string with that hash is what was signed.
 * @see G3-search-limit
 */
export function recoverSignature(failed: FailedSignature): Finding[] {
  const block = openSignature(failed.publicKey, failed.signature);
  if (block.kind === 'unreadable') return [finding('key-mismatch')];
  if (block.kind === 'bare' && block.digest === undefined) return paddingFindings(block, false);
  const { hash } = failed.dialect;
  const { hash: hashName = hash, digest = NOTHING } = block;
  const found = search(failed, { ...block, hash: hashName, digest });
  const isKnown = 'candidate' in found || isOfTheLines(found);
  const isSure = block.kind !== 'pss' || block.certainty !== 'possible' || isKnown;
  if (!isSure && found.cause === 'unknown') return [finding('key-mismatch')];
  const isOtherwiseRight = 'cause' in found && found.cause === 'as-listed' && hashName === hash;
  if (block.kind === 'digest' && isOtherwiseRight && failed.lines.assumed === undefined) {
    return [misnamedHash()];
  }
  return [
    ...(isSure ? paddingFindings(block, isKnown) : []),
    ...(hashName === hash ? [] : [hashFinding(hashName, hash)]),
    ...(block.kind === 'bare' && 'cause' in found ? [] : buildFindings(failed, found)),
  ];
}

const NOTHING = Buffer.alloc(0);

function hashFinding(name: HashName, expected: HashName): Finding {
  const shown = { expected, found: name };
  if (name === 'sha1' || name === 'sha512') return finding('signature-hash', { cause: name, ...shown });
  return finding('signature-hash', { detail: `The hash is ${name}.`, ...shown });
}

function isOfTheLines(found: Found): found is OfTheLines {
  return 'cause' in found && (found.cause === 'as-listed' || found.cause === 'by-the-list');
}

interface FoundString {
  readonly candidate: StringCandidate;
  /** The string that it should have been. */
  readonly text: string;
}

/** Nobody sends more, and to go through more takes what time there is. @see G2-hostile-strings */
const MAX_HEADERS = 1000;

/**
 * `as-listed`: it is the signing string itself that was signed. `by-the-list`: it is what a list says that is at fault
 * itself, and was told of: with a line for a name that has no header, or for each time that a name stands in it.
 */
type OfTheLines = { readonly cause: 'as-listed' | 'by-the-list' };
type Found = FoundString | Unsought | OfTheLines;

const NONE: Unsought = { cause: 'unknown' };

function search(failed: FailedSignature, block: SignedDigest): Found {
  const { request, index, lines, derived, budget, dialect, fragment } = failed;
  const { signedHeaders } = dialect;
  const bases = (lines.assumed ?? [lines.lines]).map((base) => ({ base, text: signingString(base) }));
  // Hexadecimal is compared in a third of the time that it takes to make a Buffer for each hash.
  const wanted = block.digest.toString('hex');
  const isSigned = (text: string) => digestIn(block, signingBytes(text)) === wanted;
  if (bases.some(({ text }) => isSigned(text))) return { cause: 'as-listed' };
  const absent = withAbsent(lines, derived).map((all) => signingString(all));
  if ([...absent, ...toTheLetter(failed)].some(isSigned)) return { cause: 'by-the-list' };
  if (request.headers.length > MAX_HEADERS) return budget.ended();
  const searches = bases.map(({ base, text }) => {
    return {
      text,
      of: new StringSearch({
        request,
        index,
        lines: base,
        derived,
        signedHeaders,
        hashName: block.hash,
        fragment,
      }),
    };
  });
  for (const stage of ['likely', 'further'] as const) {
    for (const { text, of } of searches) {
      if (!budget.allows(text.length)) return budget.ended();
      for (const candidate of of[stage]()) {
        const { bytes, hashedBytes = 0 } = candidate;
        if (budget.isSpentAfter(bytes.length + hashedBytes)) return budget.ended();
        if (digestIn(block, bytes) === wanted) return { candidate, text };
      }
    }
  }
  return NONE;
}

/** What a list says that is refused: nothing where it is empty, or a line for each time that a name stands in it. */
function toTheLetter({ parameters, lines: { lines, listed } }: FailedSignature): string[] {
  const words = parameters.headers?.toLowerCase().split(/[\s,;]+/);
  const names = words?.filter((word) => word !== '') ?? [];
  if (listed === undefined) return words !== undefined && names.length === 0 ? [''] : [];
  if (names.length === listed.length || names.length > 2 * listed.length) return [];
  const repeated = names.map((name) => lines.find((line) => line.name === name));
  return repeated.includes(undefined) ? [] : [signingString(repeated.filter((line) => line !== undefined))];
}

/** All that is listed, with what programs print for nothing where there is no header. */
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
  const { lines, text: expected, budget } = failed;
  if ('candidate' in found) {
    const { candidate, text } = found;
    const shown = { expected: text, found: candidate.shown ?? textOf(candidate.bytes, text) };
    return candidate.findings().map((one) => ({ ...one, ...shown }));
  }
  // What a missing header held can't be known, and that it is missing is said by its own finding.
  if (isOfTheLines(found) || !lines.complete) return [];
  // Without a search there is nobody to suspect.
  const suspects = budget.hasBegun ? suspectsOf(unexplained(failed, found.cause === 'unknown')) : undefined;
  return [finding('signature-invalid', { ...found, suspects, expected })];
}

function unexplained({ request, index, lines }: FailedSignature, isSearched: boolean): Unexplained {
  const digest = trimBlanks(index.get('digest')?.join(', ') ?? '');
  const isDigestRight = algorithmMatching(digest, request.body) !== undefined;
  return { lines: lines.lines, isDigestRight, isSearched };
}

/** What was signed, in characters as those of the string it is compared with. */
function textOf(bytes: Uint8Array, like: string): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    isOctets(like) ? 'latin1' : 'utf8',
  );
}
