import { type Arrangement, namedOrders, oneLineMoved, otherSets } from './arrangements.ts';
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

/** The faults that most programs make, by their kinds. */
interface Common {
  readonly lines: readonly SigningLine[];
  readonly builds: readonly StringBuild[];
  readonly orders: readonly Arrangement[];
  readonly changes: readonly ValueChange[];
}

/** The likeliest stand first. */
const MAX_SETS = 6;

/** Two faults of different kinds. @see G3-two-faults */
export function* twoFaults(
  source: CandidateSource,
  sentNames: ReadonlyMap<string, string>,
  changes: readonly ValueChange[],
): Generator<StringCandidate> {
  const { lines, hashName } = source;
  const common: Common = {
    lines,
    builds: simpleBuilds(sentNames).filter(({ isCommon }) => isCommon),
    orders: [...namedOrders(source), ...oneLineMoved(lines), ...otherSets(source).slice(0, MAX_SETS)],
    changes: changes.filter(({ isCommon }) => isCommon),
  };
  yield* hashedTwice(common, hashName);
  yield* builtOtherwise(common);
  const few = common.changes.filter(isOfFew);
  const many = common.changes.filter((change) => !isOfFew(change));
  yield* changedAndMoved(few, common);
  yield* twoChanges(few, many, common);
  yield* changedAndMoved(many, common);
  yield* twoChanges(many, [], common);
}

/** Targets and repeated headers have few forms, so that pairs with them are tried before all others. */
function isOfFew({ finding: found }: ValueChange): boolean {
  return found().code !== 'signature-invalid-value';
}

function* hashedTwice(
  { lines, builds, orders, changes }: Common,
  hashName: CandidateSource['hashName'],
): Generator<StringCandidate> {
  for (const build of builds) yield* doubleHashes(build.write(lines), hashName, build.faults);
  for (const order of orders) yield* doubleHashes(signingString(order.lines), hashName, [order.finding]);
  for (const change of changes)
    yield* doubleHashes(signingString(changed(lines, change)), hashName, [change.finding]);
}

function* builtOtherwise({ lines, builds, orders, changes }: Common): Generator<StringCandidate> {
  for (const build of builds) {
    for (const order of orders) yield* built(build, order.lines, [order.finding]);
    for (const change of changes) yield* built(build, changed(lines, change), [change.finding]);
  }
}

function* changedAndMoved(changes: readonly ValueChange[], { orders }: Common): Generator<StringCandidate> {
  for (const change of changes) {
    for (const order of orders) {
      if (order.lines.some(({ name }) => name === change.name))
        yield* built(undefined, changed(order.lines, change), [order.finding, change.finding]);
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
      if (second.name !== first.name)
        yield* built(undefined, changed(once, second), [first.finding, second.finding]);
    }
  }
}
