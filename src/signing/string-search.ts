import { type Arrangement, MAX_HEADERS, namedOrders, twoSwapped } from './arrangements.ts';
import { datesWithin, WITHIN_A_DAY, WITHIN_AN_HOUR } from './dates-of-a-day.ts';
import { finding } from './findings.ts';
import { otherSets, rareSets } from './line-sets.ts';
import { likelyCharacters, otherCharacters } from './one-character.ts';
import { permutations } from './permutations.ts';
import { type SigningLine, signingBytes, signingString } from './signing-string.ts';
import { mixedBuilds, simpleBuilds } from './string-builds.ts';
import {
  built,
  type CandidateSource,
  changed,
  doubleHashes,
  type StringCandidate,
} from './string-candidate.ts';
import { commonFaults, rarerPairs, threeFaults, twoFaults } from './string-pairs.ts';
import { digestChanges, otherPorts, rareChanges, type ValueChange, valueChanges } from './value-changes.ts';
import { wholeStrings } from './whole-strings.ts';

const TRAILING_NEWLINE = () => [finding('signature-invalid', { cause: 'trailing-newline' })];

/**
 * What may have been signed in place of the signing string, the likeliest first. Bytes hold until the next candidate is
 * asked for.
 * @see G3-signed-string, G4-signature-invalid, G4-unseen-string
 */
export class StringSearch {
  private readonly source: CandidateSource;
  private readonly sentNames: ReadonlyMap<string, string>;
  /** Kept from the first look, as they take longer to make than to hash. */
  private readonly changes: ValueChange[] = [];

  constructor(source: CandidateSource) {
    this.source = source;
    const headers = source.request.headers.slice(0, MAX_HEADERS);
    this.sentNames = new Map(headers.map(([name]) => [name.toLowerCase(), name]));
  }

  /** By one fault that programs make. */
  *likely(): Generator<StringCandidate> {
    const { request, lines, hashName } = this.source;
    yield* doubleHashes(signingString(lines), hashName, NOTHING_ELSE);
    yield* doubleHashes(`${signingString(lines)}\n`, hashName, TRAILING_NEWLINE);
    yield* asUtf8(lines);
    for (const build of simpleBuilds(this.sentNames)) yield* built(build, lines, NOTHING_ELSE);
    for (const order of namedOrders(this.source)) yield* arranged(order);
    for (const change of valueChanges(this.source)) {
      this.changes.push(change);
      yield* this.changed(change);
    }
    yield* wholeStrings(request, lines);
    for (const set of otherSets(this.source)) yield* arranged(set);
  }

  /** By a rarer fault, by more than one, or with one character of a value another. */
  *further(): Generator<StringCandidate> {
    const { lines } = this.source;
    const isLong = signingString(lines).length > MANY_CHARACTERS;
    if (lines.length <= FEW_LINES) yield* otherOrders(lines);
    yield* likelyCharacters(lines);
    const common = commonFaults(this.source, this.sentNames, this.changes);
    for (const build of mixedBuilds(this.sentNames)) {
      if (build.isCommon) yield* built(build, lines, NOTHING_ELSE);
    }
    yield* twoFaults(common);
    for (const change of rareChanges(this.source)) yield* this.changed(change);
    const digests = digestChanges(this.source);
    yield* this.someDigests(digests);
    for (const build of mixedBuilds(this.sentNames)) yield* built(build, lines, NOTHING_ELSE);
    yield* datesWithin(lines, WITHIN_AN_HOUR);
    if (!isLong) yield* otherCharacters(lines);
    if (!isLong) yield* datesWithin(lines, WITHIN_A_DAY);
    for (const order of [...twoSwapped(lines), ...rareSets(this.source)]) yield* arranged(order);
    yield* rarerPairs(common, this.source, this.changes);
    yield* threeFaults(common, mixedBuilds(this.sentNames));
    for (const change of otherPorts(lines)) yield* this.changed(change);
    if (lines.length > FEW_LINES) yield* otherOrders(lines);
    if (isLong) yield* datesWithin(lines, WITHIN_A_DAY);
    if (isLong) yield* otherCharacters(lines);
    for (const change of digests) yield* this.changed(change);
  }

  private *changed(change: ValueChange): Generator<StringCandidate> {
    for (const candidate of built(undefined, changed(this.source.lines, change), change.findings))
      yield { ...candidate, hashedBytes: change.hashedBytes };
  }

  /** The first of many, so that others are sought before all of them are. */
  private *someDigests(digests: Iterator<ValueChange>): Generator<StringCandidate> {
    let hashed = 0;
    while (hashed < SOME_DIGESTS_BYTES) {
      const { done, value } = digests.next();
      if (done === true) return;
      hashed += value.hashedBytes ?? 0;
      yield* this.changed(value);
    }
  }
}

/** So many take all bytes there are with every character and every second: all else comes before them. */
const MANY_CHARACTERS = 1500;

const SOME_DIGESTS_BYTES = 16 * 1024 * 1024;

const NOTHING_ELSE = () => [];

function arranged({ lines, findings }: Arrangement): Generator<StringCandidate> {
  return built(undefined, lines, findings);
}

/** So many lines have 720 orders, one more has seven times as many. */
const FEW_LINES = 6;

/** The right string as a program holds it, in UTF-8, where its octets beyond ASCII were sent as they are. */
function* asUtf8(lines: readonly SigningLine[]): Generator<StringCandidate> {
  const line = lines.find(({ value }) => /[\x80-\xff]/.test(value));
  if (line === undefined) return;
  const { name: header } = line;
  const details = { cause: 'reencoded', header, detail: `It is ${header}.` } as const;
  yield {
    bytes: Buffer.from(signingString(lines), 'utf8'),
    findings: () => [finding('signature-invalid-value', details)],
  };
}

/** Permutations of more lines than this are too many to try. */
const MAX_ORDERED_LINES = 8;

function* otherOrders(lines: readonly SigningLine[]): Generator<StringCandidate> {
  if (lines.length > MAX_ORDERED_LINES) return;
  const texts = lines.map((line) => signingString([line]));
  const findings = () => [finding('signature-invalid-order', { cause: 'other' })];
  for (const order of permutations(texts)) yield { bytes: signingBytes(order.join('\n')), findings };
}
