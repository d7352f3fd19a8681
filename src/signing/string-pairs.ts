import { hash } from 'node:crypto';
import { type Arrangement, namedOrders, oneLineMoved, twoSwapped } from './arrangements.ts';
import { type Finding, finding } from './findings.ts';
import { oneOffSets, otherSets } from './line-sets.ts';
import { type SigningLine, signingString } from './signing-string.ts';
import { type StringBuild, simpleBuilds } from './string-builds.ts';
import {
  built,
  type CandidateSource,
  changed,
  doubleHashes,
  type StringCandidate,
} from './string-candidate.ts';
import type { ValueChange } from './value-changes.ts';
import { encodings } from './whole-strings.ts';

/** The faults that most programs make, by their kinds. */
export interface Common {
  readonly lines: readonly SigningLine[];
  readonly hashName: CandidateSource['hashName'];
  readonly builds: readonly StringBuild[];
  readonly orders: readonly Arrangement[];
  readonly changes: readonly ValueChange[];
}

/** The likeliest stand first. */
const MAX_SETS = 6;

export function commonFaults(
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
export function* twoFaults(common: Common): Generator<StringCandidate> {
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
export function* rarerPairs(
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
  for (const order of [...common.orders, ...orders])
    yield* withFaults(encodings(signingString(order.lines)), order.findings);
  for (const change of common.changes)
    yield* withFaults(encodings(signingString(changed(lines, change))), change.findings);
  yield* hashedEncodings(common);
  yield* setsOfOrders(common, source);
}

function* hashedEncodings({ lines, hashName }: Common): Generator<StringCandidate> {
  for (const { bytes, findings } of encodings(signingString(lines))) {
    yield {
      bytes: hash(hashName, bytes, 'buffer'),
      findings: () => [finding('signature-double-hash'), ...findings()],
    };
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
export function* threeFaults(common: Common, mixed: Iterable<StringBuild>): Generator<StringCandidate> {
  const { lines, builds, orders, changes } = common;
  for (const build of mixed) {
    if (!build.isCommon) continue;
    for (const order of orders) yield* built(build, order.lines, order.findings);
    for (const change of changes) yield* built(build, changed(lines, change), change.findings);
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
  return () => faults.map((fault) => fault());
}

function* withFaults(
  candidates: Iterable<StringCandidate>,
  more: () => Finding[],
): Generator<StringCandidate> {
  for (const { bytes, findings } of candidates) yield { bytes, findings: () => [...findings(), ...more()] };
}

function* hashedTwice({ lines, builds, orders, changes, hashName }: Common): Generator<StringCandidate> {
  for (const build of builds) yield* doubleHashes(build.write(lines), hashName, faultsOf(build));
  for (const order of orders) yield* doubleHashes(signingString(order.lines), hashName, order.findings);
  for (const change of changes)
    yield* doubleHashes(signingString(changed(lines, change)), hashName, change.findings);
}

function* builtOtherwise({ lines, builds, orders, changes }: Common): Generator<StringCandidate> {
  for (const build of builds) {
    for (const order of orders) yield* built(build, order.lines, order.findings);
    for (const change of changes) yield* built(build, changed(lines, change), change.findings);
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
