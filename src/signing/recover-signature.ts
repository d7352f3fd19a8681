import { hash, type KeyObject } from 'node:crypto';
import type { HttpRequest } from '../message.ts';
import type { Budget } from './budget.ts';
import type { ListedLines } from './check-listed-headers.ts';
import { type Finding, finding } from './findings.ts';
import { type HashName, openSignature } from './rsa-block.ts';
import { type HeaderIndex, signingBytes } from './signing-string.ts';
import { type StringCandidate, stringCandidates } from './string-candidates.ts';

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
 * @see signing.md §3, last paragraph
 */
export function recoverSignature(failed: FailedSignature): Finding[] {
  const block = openSignature(failed.publicKey, failed.signature);
  if (block.kind === 'unreadable') return [finding('key-mismatch')];
  if (block.kind === 'pss') return [finding('signature-padding', { detail: 'It is padded by PSS.' })];
  if (block.kind === 'bare')
    return [finding('signature-padding', { detail: 'It does not say which hash was signed.' })];
  if (block.hash === 'sha256') {
    const isSameHash = hash('sha256', signingBytes(failed.text), 'buffer').equals(block.digest);
    if (isSameHash)
      return [finding('signature-padding', { detail: 'The name of its hash is encoded wrongly.' })];
    return buildFinding(failed, search(failed, block.hash, block.digest));
  }
  const found = search(failed, block.hash, block.digest);
  return [hashFinding(block.hash), ...(typeof found === 'string' ? [] : buildFinding(failed, found))];
}

function hashFinding(name: HashName): Finding {
  if (name === 'sha1' || name === 'sha512') return finding('signature-hash', { cause: name });
  return finding('signature-hash', { detail: `The hash is ${name}.` });
}

type Found = StringCandidate | 'as-listed' | 'none' | 'not-searched' | 'not-searchable';

function search(
  { request, index, lines, text, budget }: FailedSignature,
  hashName: HashName,
  digest: Buffer,
): Found {
  // What a missing header held can't be known, and that it is missing is said by its own finding.
  if (!lines.complete) return 'not-searchable';
  if (!budget.allows(text.length)) return 'not-searched';
  if (hash(hashName, signingBytes(text), 'buffer').equals(digest)) return 'as-listed';
  for (const candidate of stringCandidates({ request, index, lines: lines.lines, hashName })) {
    if (budget.isSpentAfter(candidate.bytes.length)) return 'not-searched';
    if (hash(hashName, candidate.bytes, 'buffer').equals(digest)) return candidate;
  }
  return 'none';
}

function buildFinding({ lines }: FailedSignature, found: Found): Finding[] {
  if (found === 'as-listed' || found === 'not-searchable') return [];
  if (found === 'not-searched') return [finding('signature-invalid', { cause: 'not-searched' })];
  return [found === 'none' ? byElimination(lines) : found.finding()];
}

/**
 * Headers whose sent value nothing else in the request confirms, the one that libraries and gateways write anew
 * most often first. The digest is confirmed by the body, the date was searched.
 */
const UNCONFIRMED = ['x-request-id', 'tpp-redirect-uri', 'psu-id', 'psu-corporate-id'];

/** The right key and hash, and no way of building the string: then a value that nothing confirms was another. */
function byElimination({ lines }: ListedLines): Finding {
  const header = UNCONFIRMED.find((name) => lines.some((line) => line.name === name));
  if (header === undefined) return finding('signature-invalid', { cause: 'unknown' });
  const detail = `No way of building the string explains it, so a value was; the likeliest is ${header}.`;
  return finding('signature-invalid-value', { cause: 'replaced', header, detail });
}
