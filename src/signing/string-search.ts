import { hash } from 'node:crypto';
import {
  type Arrangement,
  MAX_HEADERS,
  namedOrders,
  oneLineMoved,
  oneOffSets,
  otherSets,
  permutations,
  rareSets,
  twoSwapped,
} from './arrangements.ts';
import { type Finding, finding } from './findings.ts';
import { likelyCharacters, otherCharacters } from './one-character.ts';
import { type SigningLine, signingBytes, signingString } from './signing-string.ts';
import {
  built,
  type CandidateSource,
  changed,
  doubleHashes,
  encodings,
  mixedBuilds,
  type StringBuild,
  type StringCandidate,
  simpleBuilds,
  toFinding,
  wholeStrings,
} from './string-builds.ts';
import {
  datesWithin,
  digestChanges,
  otherPorts,
  rareChanges,
  type ValueChange,
  valueChanges,
  WITHIN_A_DAY,
  WITHIN_AN_HOUR,
} from './value-changes.ts';

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
    for (let count = 0; count < SOME_DIGESTS && hashed < SOME_DIGESTS_BYTES; count += 1) {
      const { done, value } = digests.next();
      if (done === true) return;
      hashed += value.hashedBytes ?? 0;
      yield* this.changed(value);
    }
  }
}

/** So many take all bytes there are with every character and every second: all else comes before them. */
const MANY_CHARACTERS = 1500;

const SOME_DIGESTS = 500;
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
  const findings = () => [finding('signature-invalid-value', details)];
  yield { bytes: Buffer.from(signingString(lines), 'utf8'), findings };
}

/** Permutations of more lines than this are too many to try. */
const MAX_ORDERED_LINES = 8;

function* otherOrders(lines: readonly SigningLine[]): Generator<StringCandidate> {
  if (lines.length > MAX_ORDERED_LINES) return;
  const texts = lines.map((line) => signingString([line]));
  const findings = () => [finding('signature-invalid-order', { cause: 'other' })];
  for (const order of permutations(texts)) yield { bytes: signingBytes(order.join('\n')), findings };
}

/** The faults that most programs make, by their kinds. */
interface Common {
  readonly lines: readonly SigningLine[];
  readonly hashName: CandidateSource['hashName'];
  readonly builds: readonly StringBuild[];
  readonly orders: readonly Arrangement[];
  readonly changes: readonly ValueChange[];
}

/** The likeliest stand first. */
const MAX_SETS = 6;

function commonFaults(
  source: CandidateSource,
  sentNames: ReadonlyMap<string, string>,
  changes: readonly ValueChange[],
): Common {
  const { lines, hashName } = source;
  return {
    lines,
    hashName,
    builds: simpleBuilds(sentNames).filter(({ isCommon }) => isCommon),
    orders: [...namedOrders(source), ...oneLineMoved(lines), ...otherSets(source).slice(0, MAX_SETS)],
    changes: changes.filter(({ isCommon }) => isCommon),
  };
}

/** Two faults of different kinds. @see G3-two-faults */
function* twoFaults(common: Common): Generator<StringCandidate> {
  const few = common.changes.filter(isOfFew);
  const many = common.changes.filter((change) => !isOfFew(change));
  yield* hashedTwice(common);
  yield* builtOtherwise(common);
  yield* changedAndMoved(few, common);
  yield* twoChanges(few, many, common);
  yield* changedAndMoved(many, common);
  yield* twoChanges(many, [], common);
}

/** Two faults of which one is rarer. */
function* rarerPairs(
  common: Common,
  source: CandidateSource,
  changes: readonly ValueChange[],
): Generator<StringCandidate> {
  const { lines } = source;
  const orders = [...otherSets(source), ...twoSwapped(lines)];
  yield* builtOtherwise({ ...common, orders, changes: [] });
  yield* hashedTwice({ ...common, builds: [], orders, changes: [] });
  yield* builtOtherwise({ ...common, orders: [], changes: changes.filter(({ isCommon }) => !isCommon) });
  yield* changedAndMoved(common.changes, { ...common, orders });
  for (const build of common.builds) yield* withFaults(encodings(build.write(lines)), faultsOf(build));
  for (const variant of variantsOf({ ...common, orders: [...common.orders, ...orders] }))
    yield* withFaults(encodings(signingString(variant.lines)), variant.findings);
  yield* hashedEncodings(common);
  yield* setsOfOrders(common, source);
}

function* hashedEncodings({ lines, hashName }: Common): Generator<StringCandidate> {
  for (const { bytes, findings } of encodings(signingString(lines))) {
    const both = () => [finding('signature-double-hash'), ...findings()];
    yield { bytes: hash(hashName, bytes, 'buffer'), findings: both };
  }
}

/** Lines left out or added that are in another order too. */
function* setsOfOrders({ orders }: Common, source: CandidateSource): Generator<StringCandidate> {
  for (const order of orders) {
    for (const set of oneOffSets({ ...source, lines: order.lines })) {
      yield* built(undefined, set.lines, () => [...set.findings(), ...order.findings()]);
    }
  }
}

/** Three faults, two of them in how the string is built or one of each kind. @see G3-two-faults */
function* threeFaults(common: Common, mixed: Iterable<StringBuild>): Generator<StringCandidate> {
  const { builds, orders, changes } = common;
  const variants = variantsOf(common);
  for (const build of mixed) {
    if (!build.isCommon) continue;
    for (const variant of variants) yield* built(build, variant.lines, variant.findings);
  }
  for (const change of changes) {
    for (const order of orders) {
      const both = () => [...order.findings(), ...change.findings()];
      const moved = changed(order.lines, change);
      for (const build of builds) yield* built(build, moved, both);
    }
  }
}

/** Targets and repeated headers have few forms, so that pairs with them are tried before all others. */
function isOfFew({ findings }: ValueChange): boolean {
  return findings()[0]?.code !== 'signature-invalid-value';
}

function faultsOf({ faults }: StringBuild): () => Finding[] {
  return () => faults.map(toFinding);
}

function* withFaults(
  candidates: Iterable<StringCandidate>,
  more: () => Finding[],
): Generator<StringCandidate> {
  for (const { bytes, findings } of candidates) yield { bytes, findings: () => [...findings(), ...more()] };
}

/** The orders, then the lines with each change. */
function variantsOf({ lines, orders, changes }: Common): Arrangement[] {
  return [
    ...orders,
    ...changes.map((change) => ({ lines: changed(lines, change), findings: change.findings })),
  ];
}

function* hashedTwice(common: Common): Generator<StringCandidate> {
  const { lines, builds, hashName } = common;
  for (const build of builds) yield* doubleHashes(build.write(lines), hashName, faultsOf(build));
  for (const variant of variantsOf(common))
    yield* doubleHashes(signingString(variant.lines), hashName, variant.findings);
}

function* builtOtherwise(common: Common): Generator<StringCandidate> {
  const variants = variantsOf(common);
  for (const build of common.builds) {
    for (const variant of variants) yield* built(build, variant.lines, variant.findings);
  }
}

function* changedAndMoved(changes: readonly ValueChange[], { orders }: Common): Generator<StringCandidate> {
  for (const change of changes) {
    for (const order of orders) {
      const findings = () => [...order.findings(), ...change.findings()];
      if (order.lines.some(({ name }) => name === change.name))
        yield* built(undefined, changed(order.lines, change), findings);
    }
  }
}

function* twoChanges(
  firsts: readonly ValueChange[],
  others: readonly ValueChange[],
  { lines }: Common,
): Generator<StringCandidate> {
  for (const [place, first] of firsts.entries()) {
    const once = changed(lines, first);
    for (const second of [...firsts.slice(place + 1), ...others]) {
      const findings = () => [...first.findings(), ...second.findings()];
      if (second.name !== first.name) yield* built(undefined, changed(once, second), findings);
    }
  }
}
