import type { KeyObject } from 'node:crypto';
import type { HttpRequest } from '../message.ts';
import { isOctets, trimBlanks } from '../octets.ts';
import type { Budget, Unsought } from './budget.ts';
import type { ListedLines } from './check-listed-headers.ts';
import { algorithmMatching } from './digest.ts';
import { type Finding, finding } from './findings.ts';
import { digestIn, type HashName, openSignature, type SignedDigest } from './rsa-block.ts';
import { type HeaderIndex, signingBytes, signingString } from './signing-string.ts';
import type { StringCandidate } from './string-candidate.ts';
import { StringSearch } from './string-search.ts';
import { suspectsOf, type Unexplained } from './suspects.ts';

export interface FailedSignature {
  readonly request: HttpRequest;
  readonly index: HeaderIndex;
  readonly lines: ListedLines;
  readonly publicKey: KeyObject;
  /** As long as the key. */
  readonly signature: Buffer;
  /** The signing string it is not of. */
  readonly text: string;
  readonly budget: Budget;
}

/**
 * Why a signature does not verify: decrypted with the public key it shows padding and hash, and a candidate
 * string with that hash is what was signed.
 * @see G3-search-limit
 */
export function recoverSignature(failed: FailedSignature): Finding[] {
  const block = openSignature(failed.publicKey, failed.signature);
  if (block.kind === 'unreadable') return [finding('key-mismatch')];
  if (block.kind === 'bare' && block.digest === undefined) return [BARE];
  const { hash: hashName = 'sha256', digest = NOTHING } = block;
  const found = search(failed, { ...block, hash: hashName, digest });
  const isSure =
    block.kind !== 'pss' || block.isCertain || 'candidate' in found || found.cause === 'as-listed';
  if (!isSure && found.cause === 'unknown') return [finding('key-mismatch')];
  const isOtherwiseRight = 'cause' in found && found.cause === 'as-listed' && hashName === 'sha256';
  if (block.kind === 'digest' && isOtherwiseRight && failed.lines.assumed === undefined) {
    return [paddingFinding('The name of its hash is encoded wrongly.')];
  }
  return [
    ...(block.kind === 'pss' && isSure ? [paddingFinding("It's padded by PSS.", 'RSASSA-PSS')] : []),
    ...(block.kind === 'bare' ? [BARE] : []),
    ...(hashName === 'sha256' ? [] : [hashFinding(hashName)]),
    ...(block.kind === 'bare' && 'cause' in found ? [] : buildFindings(failed, found)),
  ];
}

const NOTHING = Buffer.alloc(0);

function paddingFinding(detail: string, found?: string): Finding {
  return finding('signature-padding', { detail, expected: 'RSASSA-PKCS1-v1_5', found });
}

const BARE = paddingFinding("It doesn't say which hash was signed.");

function hashFinding(name: HashName): Finding {
  const shown = { expected: 'sha256', found: name };
  if (name === 'sha1' || name === 'sha512') return finding('signature-hash', { cause: name, ...shown });
  return finding('signature-hash', { detail: `The hash is ${name}.`, ...shown });
}

interface FoundString {
  readonly candidate: StringCandidate;
  /** The string that it should have been. */
  readonly text: string;
}

/** Nobody sends more, and to go through more takes what time there is. @see G2-hostile-strings */
const MAX_HEADERS = 1000;

/** `as-listed`: it is the signing string itself that was signed. */
type Found = FoundString | Unsought | { readonly cause: 'as-listed' };

const NONE: Unsought = { cause: 'unknown' };

function search({ request, index, lines, budget }: FailedSignature, block: SignedDigest): Found {
  const bases = (lines.assumed ?? [lines.lines]).map((base) => ({ base, text: signingString(base) }));
  // Hexadecimal is compared in a third of the time that it takes to make a Buffer for each hash.
  const wanted = block.digest.toString('hex');
  if (bases.some(({ text }) => digestIn(block, signingBytes(text)) === wanted)) return { cause: 'as-listed' };
  if (request.headers.length > MAX_HEADERS) return budget.ended();
  const searches = bases.map(({ base, text }) => {
    return { text, of: new StringSearch({ request, index, lines: base, hashName: block.hash }) };
  });
  for (const stage of ['likely', 'further'] as const) {
    for (const { text, of } of searches) {
      if (!budget.allows(text.length)) return budget.ended();
      for (const candidate of of[stage]()) {
        if (budget.isSpentAfter(candidate.bytes.length)) return budget.ended();
        if (digestIn(block, candidate.bytes) === wanted) return { candidate, text };
      }
    }
  }
  return NONE;
}

function buildFindings(failed: FailedSignature, found: Found): Finding[] {
  const { lines, text: expected, budget } = failed;
  if ('candidate' in found) {
    const { candidate, text } = found;
    const shown = { expected: text, found: candidate.shown ?? textOf(candidate.bytes, text) };
    return candidate.findings().map((one) => ({ ...one, ...shown }));
  }
  // What a missing header held can't be known, and that it is missing is said by its own finding.
  if (found.cause === 'as-listed' || !lines.complete) return [];
  // Without a search there is nobody to suspect.
  const suspects = budget.hasBegun ? suspectsOf(unexplained(failed)) : undefined;
  return [finding('signature-invalid', { ...found, suspects, expected })];
}

function unexplained({ request, index, lines }: FailedSignature): Unexplained {
  const digest = trimBlanks(index.get('digest')?.join(', ') ?? '');
  return { lines: lines.lines, isDigestRight: algorithmMatching(digest, request.body) !== undefined };
}

/** What was signed, in characters as those of the string it is compared with. */
function textOf(bytes: Uint8Array, like: string): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    isOctets(like) ? 'latin1' : 'utf8',
  );
}
