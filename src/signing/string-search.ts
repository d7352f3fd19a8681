import { hash } from 'node:crypto';
import {
  type Arrangement,
  createNamedOrders,
  generateOneOffSets,
  generatePermutations,
  generateRareSets,
  listOtherSets,
  moveOneLine,
  swapTwoLines,
} from './arrangements.ts';
import { createFinding, type Finding } from './findings.ts';
import { buildSigningString, encodeSigningString, MAX_HEADERS, type SigningLine } from './signing-string.ts';
import { generateLikelyCharacters, generateOtherCharacters } from './single-char-edits.ts';
import {
  buildCandidates,
  type CandidateSource,
  generateAlternativeEncodings,
  generateDoubleHashes,
  generateEncodings,
  generateMixedBuilds,
  listSimpleBuilds,
  replaceLine,
  type StringBuild,
  type StringCandidate,
  toFinding,
} from './string-builds.ts';
import {
  generateDatesWithin,
  generateDigestChanges,
  generateOtherPorts,
  generateRareChanges,
  generateValueChanges,
  type ValueChange,
  WITHIN_A_DAY,
  WITHIN_AN_HOUR,
} from './value-changes.ts';

const TRAILING_NEWLINE = () => [createFinding('signature-invalid', { cause: 'trailing-newline' })];

/**
 * Searches the signed string, the most likely candidates first. The bytes of a candidate are valid only until the next
 * one.
 * @see G3-signed-string, G4-signature-invalid, G4-unseen-string
 */
export class StringSearch {
  private readonly source: CandidateSource;
  private readonly sentNames: ReadonlyMap<string, string>;
  /** Cached, since creating them takes longer than hashing them. */
  private readonly changes: ValueChange[] = [];

  constructor(source: CandidateSource) {
    this.source = source;
    const headers = source.request.headers.slice(0, MAX_HEADERS);
    this.sentNames = new Map(headers.map(([name]) => [name.toLowerCase(), name]));
  }

  /** Generates candidates with one common fault. */
  *generateLikely(): Generator<StringCandidate> {
    const { request, lines, hashName } = this.source;
    yield* generateDoubleHashes(buildSigningString(lines), hashName, NOTHING_ELSE);
    yield* generateDoubleHashes(`${buildSigningString(lines)}\n`, hashName, TRAILING_NEWLINE);
    yield* generateUtf8(lines);
    for (const build of listSimpleBuilds(this.sentNames)) yield* buildCandidates(build, lines, NOTHING_ELSE);
    for (const order of createNamedOrders(this.source)) yield* generateArranged(order);
    for (const change of generateValueChanges(this.source)) {
      this.changes.push(change);
      yield* this.generateChanged(change);
    }
    yield* generateAlternativeEncodings(request, lines);
    for (const set of listOtherSets(this.source)) yield* generateArranged(set);
  }

  /** Generates candidates with a rarer fault, with several faults, or with one character of a value changed. */
  *generateFurther(): Generator<StringCandidate> {
    const { lines } = this.source;
    const isLong = buildSigningString(lines).length > MANY_CHARACTERS;
    if (lines.length <= FEW_LINES) yield* generateOtherOrders(lines);
    yield* generateLikelyCharacters(lines);
    const common = groupFrequentFaults(this.source, this.sentNames, this.changes);
    for (const build of generateMixedBuilds(this.sentNames)) {
      if (build.isCommon) yield* buildCandidates(build, lines, NOTHING_ELSE);
    }
    yield* generateTwoFaults(common);
    for (const change of generateRareChanges(this.source)) yield* this.generateChanged(change);
    const digests = generateDigestChanges(this.source);
    yield* this.someDigests(digests);
    for (const build of generateMixedBuilds(this.sentNames))
      yield* buildCandidates(build, lines, NOTHING_ELSE);
    yield* generateDatesWithin(lines, WITHIN_AN_HOUR);
    if (!isLong) yield* generateOtherCharacters(lines);
    if (!isLong) yield* generateDatesWithin(lines, WITHIN_A_DAY);
    for (const order of [...swapTwoLines(lines), ...generateRareSets(this.source)])
      yield* generateArranged(order);
    yield* generateRarerPairs(common, this.source, this.changes);
    yield* generateThreeFaults(common, generateMixedBuilds(this.sentNames));
    for (const change of generateOtherPorts(lines)) yield* this.generateChanged(change);
    if (lines.length > FEW_LINES) yield* generateOtherOrders(lines);
    if (isLong) yield* generateDatesWithin(lines, WITHIN_A_DAY);
    if (isLong) yield* generateOtherCharacters(lines);
    for (const change of digests) yield* this.generateChanged(change);
  }

  private *generateChanged(change: ValueChange): Generator<StringCandidate> {
    const { findings, hashedBytes } = change;
    const lines = replaceLine(this.source.lines, change);
    for (const candidate of buildCandidates(undefined, lines, findings)) yield { ...candidate, hashedBytes };
  }

  /** Yields the first of many digests, so that other candidates are tried before the rest. */
  private *someDigests(digests: Iterator<ValueChange>): Generator<StringCandidate> {
    let hashed = 0;
    for (let count = 0; count < SOME_DIGESTS && hashed < SOME_DIGESTS_BYTES; count += 1) {
      const { done, value } = digests.next();
      if (done === true) return;
      hashed += value.hashedBytes ?? 0;
      yield* this.generateChanged(value);
    }
  }
}

/** Longer signing strings spend the whole budget on single characters and seconds, so those candidates come last. */
const MANY_CHARACTERS = 1500;

const SOME_DIGESTS = 500;
const SOME_DIGESTS_BYTES = 16 * 1024 * 1024;

const NOTHING_ELSE = () => [];

function generateArranged({ lines, findings }: Arrangement): Generator<StringCandidate> {
  return buildCandidates(undefined, lines, findings);
}

/** This number of lines has 720 orders; one more has seven times as many. */
const FEW_LINES = 6;

/** Generates the correct string in UTF-8, for values with raw bytes beyond ASCII. */
function* generateUtf8(lines: readonly SigningLine[]): Generator<StringCandidate> {
  const line = lines.find(({ value }) => /[\x80-\xff]/.test(value));
  if (line === undefined) return;
  const { name: header } = line;
  const details = { cause: 'reencoded', header, detail: `It is ${header}.` } as const;
  const findings = () => [createFinding('signature-invalid-value', details)];
  yield { bytes: Buffer.from(buildSigningString(lines), 'utf8'), findings };
}

/** Permutations of more lines than this are too many to try. */
const MAX_ORDERED_LINES = 8;

function* generateOtherOrders(lines: readonly SigningLine[]): Generator<StringCandidate> {
  if (lines.length > MAX_ORDERED_LINES) return;
  const texts = lines.map((line) => buildSigningString([line]));
  const findings = () => [createFinding('signature-invalid-order', { cause: 'other' })];
  for (const order of generatePermutations(texts))
    yield { bytes: encodeSigningString(order.join('\n')), findings };
}

/** The common faults by kind. */
interface Common {
  readonly lines: readonly SigningLine[];
  readonly hashName: CandidateSource['hashName'];
  readonly builds: readonly StringBuild[];
  readonly orders: readonly Arrangement[];
  readonly changes: readonly ValueChange[];
}

/** The number of line sets that are combined with other faults; the most likely come first. */
const MAX_SETS = 6;

function groupFrequentFaults(
  source: CandidateSource,
  sentNames: ReadonlyMap<string, string>,
  changes: readonly ValueChange[],
): Common {
  const { lines, hashName } = source;
  return {
    lines,
    hashName,
    builds: listSimpleBuilds(sentNames).filter(({ isCommon }) => isCommon),
    orders: [
      ...createNamedOrders(source),
      ...moveOneLine(lines),
      ...listOtherSets(source).slice(0, MAX_SETS),
    ],
    changes: changes.filter(({ isCommon }) => isCommon),
  };
}

/** Generates two faults of different kinds. @see G3-two-faults */
function* generateTwoFaults(common: Common): Generator<StringCandidate> {
  const few = common.changes.filter(isOfFew);
  const many = common.changes.filter((change) => !isOfFew(change));
  yield* generateHashedTwice(common);
  yield* generateBuilds(common);
  yield* generateChangedAndMoved(few, common);
  yield* generateTwoChanges(few, many, common);
  yield* generateChangedAndMoved(many, common);
  yield* generateTwoChanges(many, [], common);
}

/** Generates two faults of which one is rare. */
function* generateRarerPairs(
  common: Common,
  source: CandidateSource,
  changes: readonly ValueChange[],
): Generator<StringCandidate> {
  const { lines } = source;
  const orders = [...listOtherSets(source), ...swapTwoLines(lines)];
  yield* generateBuilds({ ...common, orders, changes: [] });
  yield* generateHashedTwice({ ...common, builds: [], orders, changes: [] });
  yield* generateBuilds({ ...common, orders: [], changes: changes.filter(({ isCommon }) => !isCommon) });
  yield* generateChangedAndMoved(common.changes, { ...common, orders });
  for (const build of common.builds)
    yield* withFaults(generateEncodings(build.write(lines)), createBuildFindings(build));
  for (const variant of listVariants({ ...common, orders: [...common.orders, ...orders] }))
    yield* withFaults(generateEncodings(buildSigningString(variant.lines)), variant.findings);
  yield* generateHashedEncodings(common);
  yield* generateSetsOfOrders(common, source);
}

function* generateHashedEncodings({ lines, hashName }: Common): Generator<StringCandidate> {
  for (const { bytes, findings } of generateEncodings(buildSigningString(lines))) {
    const both = () => [createFinding('signature-double-hash'), ...findings()];
    yield { bytes: hash(hashName, bytes, 'buffer'), findings: both };
  }
}

/** Generates lines that are omitted or added and also reordered. */
function* generateSetsOfOrders({ orders }: Common, source: CandidateSource): Generator<StringCandidate> {
  for (const order of orders) {
    for (const set of generateOneOffSets({ ...source, lines: order.lines })) {
      yield* buildCandidates(undefined, set.lines, () => [...set.findings(), ...order.findings()]);
    }
  }
}

/** Generates three faults: two in the construction of the string, or one of each kind. @see G3-two-faults */
function* generateThreeFaults(common: Common, mixed: Iterable<StringBuild>): Generator<StringCandidate> {
  const { builds, orders, changes } = common;
  const variants = listVariants(common);
  for (const build of mixed) {
    if (!build.isCommon) continue;
    for (const variant of variants) yield* buildCandidates(build, variant.lines, variant.findings);
  }
  for (const change of changes) {
    for (const order of orders) {
      const both = () => [...order.findings(), ...change.findings()];
      const moved = replaceLine(order.lines, change);
      for (const build of builds) yield* buildCandidates(build, moved, both);
    }
  }
}

/** Returns true for targets and repeated headers: they have few forms, so pairs with them are tried first. */
function isOfFew({ findings }: ValueChange): boolean {
  return findings()[0]?.code !== 'signature-invalid-value';
}

function createBuildFindings({ faults }: StringBuild): () => Finding[] {
  return () => faults.map(toFinding);
}

function* withFaults(
  candidates: Iterable<StringCandidate>,
  more: () => Finding[],
): Generator<StringCandidate> {
  for (const { bytes, findings } of candidates) yield { bytes, findings: () => [...findings(), ...more()] };
}

/** Lists the orders, then the lines with each value change. */
function listVariants({ lines, orders, changes }: Common): Arrangement[] {
  return [
    ...orders,
    ...changes.map((change) => ({ lines: replaceLine(lines, change), findings: change.findings })),
  ];
}

function* generateHashedTwice(common: Common): Generator<StringCandidate> {
  const { lines, builds, hashName } = common;
  for (const build of builds)
    yield* generateDoubleHashes(build.write(lines), hashName, createBuildFindings(build));
  for (const variant of listVariants(common))
    yield* generateDoubleHashes(buildSigningString(variant.lines), hashName, variant.findings);
}

function* generateBuilds(common: Common): Generator<StringCandidate> {
  const variants = listVariants(common);
  for (const build of common.builds) {
    for (const variant of variants) yield* buildCandidates(build, variant.lines, variant.findings);
  }
}

function* generateChangedAndMoved(
  changes: readonly ValueChange[],
  { orders }: Common,
): Generator<StringCandidate> {
  for (const change of changes) {
    for (const order of orders) {
      const findings = () => [...order.findings(), ...change.findings()];
      if (order.lines.some(({ name }) => name === change.name))
        yield* buildCandidates(undefined, replaceLine(order.lines, change), findings);
    }
  }
}

function* generateTwoChanges(
  firsts: readonly ValueChange[],
  others: readonly ValueChange[],
  { lines }: Common,
): Generator<StringCandidate> {
  for (const [place, first] of firsts.entries()) {
    const once = replaceLine(lines, first);
    for (const second of [...firsts.slice(place + 1), ...others]) {
      const findings = () => [...first.findings(), ...second.findings()];
      if (second.name !== first.name) yield* buildCandidates(undefined, replaceLine(once, second), findings);
    }
  }
}
