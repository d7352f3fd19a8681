import { hash } from 'node:crypto';
import type { HttpRequest } from '../message.ts';
import { type Finding, finding } from './findings.ts';
import type { LineVariant } from './line-variant.ts';
import { lineVariants } from './line-variants.ts';
import { permutations } from './permutations.ts';
import type { HashName } from './rsa-block.ts';
import { type HeaderIndex, type SigningLine, signingBytes, signingString } from './signing-string.ts';
import { type StringBuild, stringBuilds } from './string-builds.ts';
import { dateVariants, valueVariants } from './value-variants.ts';

/** A string that may have been signed, and what to say if it was. */
export interface StringCandidate {
  readonly bytes: Uint8Array;
  readonly finding: () => Finding;
}

export interface CandidateSource {
  readonly request: HttpRequest;
  readonly index: HeaderIndex;
  /** The lines that should have been signed. */
  readonly lines: readonly SigningLine[];
  readonly hashName: HashName;
}

/**
 * Everything that may have been signed in place of the signing string: first one fault, then two in the
 * way of building, every order of the lines, and at last other lines built wrongly.
 * @see signing.md §3, §4
 */
export function* stringCandidates({
  request,
  index,
  lines,
  hashName,
}: CandidateSource): Generator<StringCandidate> {
  yield* doubleHashes(signingString(lines), hashName);
  const builds = stringBuilds(sentNames(request));
  const arrangements = lineVariants(request, index, lines);
  const [simple, mixed] = [
    builds.filter(({ deviations }) => deviations < 2),
    builds.filter(({ deviations }) => deviations >= 2),
  ];
  for (const build of simple) yield* built(build, lines);
  for (const variant of [...arrangements, ...valueVariants(request, index, lines), ...dateVariants(lines)]) {
    yield* varied(variant, signingString(variant.lines));
  }
  for (const build of mixed) yield* built(build, lines);
  yield* otherOrders(lines);
  for (const variant of arrangements.slice(0, MAX_MIXED_ARRANGEMENTS)) {
    for (const build of simple) yield* varied(variant, build.write(variant.lines));
  }
}

/** The likeliest stand first; targets alone have hundreds. */
const MAX_MIXED_ARRANGEMENTS = 60;

/** The names as the request has them, by lower-case name. */
function sentNames({ headers }: HttpRequest): ReadonlyMap<string, string> {
  return new Map(headers.map(([name]) => [name.toLowerCase(), name]));
}

function* doubleHashes(text: string, hashName: HashName): Generator<StringCandidate> {
  for (const base of [text, `${text}\n`]) {
    const inner = hash(hashName, signingBytes(base), 'buffer');
    const hex = inner.toString('hex');
    for (const bytes of [
      inner,
      Buffer.from(hex),
      Buffer.from(hex.toUpperCase()),
      Buffer.from(inner.toString('base64')),
    ]) {
      yield { bytes, finding: () => finding('signature-double-hash') };
    }
  }
}

function* built(build: StringBuild, lines: readonly SigningLine[]): Generator<StringCandidate> {
  yield* inEachCharset(build.write(lines), () => finding('signature-invalid', { cause: build.cause }));
}

function* varied({ finding: found }: LineVariant, text: string): Generator<StringCandidate> {
  yield* inEachCharset(text, found);
}

/** Text that came from octets, and the same text as a program holds it: in UTF-8. */
function* inEachCharset(text: string, found: () => Finding): Generator<StringCandidate> {
  yield { bytes: signingBytes(text), finding: found };
  if (/[\x80-\xff]/.test(text)) yield { bytes: Buffer.from(text, 'utf8'), finding: found };
}

/** Permutations of more lines than this are too many to try. */
const MAX_ORDERED_LINES = 8;

function* otherOrders(lines: readonly SigningLine[]): Generator<StringCandidate> {
  if (lines.length > MAX_ORDERED_LINES) return;
  const texts = lines.map((line) => signingString([line]));
  for (const order of permutations(texts)) {
    yield {
      bytes: signingBytes(order.join('\n')),
      finding: () => finding('signature-invalid-order', { cause: 'other' }),
    };
  }
}
