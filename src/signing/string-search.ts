import { MAX_HEADERS, namedOrders, otherSets } from './arrangements.ts';
import { finding } from './findings.ts';
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
import { twoFaults } from './string-pairs.ts';
import { rareChanges, type ValueChange, valueChanges } from './value-changes.ts';
import { wholeStrings } from './whole-strings.ts';

const TRAILING_NEWLINE = () => finding('signature-invalid', { cause: 'trailing-newline' });

/** What may have been signed in place of the signing string. @see G3-signed-string, G4-signature-invalid, G4-unseen-string */
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

  /** By one fault, the likeliest first. */
  *likely(): Generator<StringCandidate> {
    const { lines, hashName } = this.source;
    yield* doubleHashes(signingString(lines), hashName, []);
    yield* doubleHashes(`${signingString(lines)}\n`, hashName, [TRAILING_NEWLINE]);
    yield* asUtf8(lines);
    for (const build of simpleBuilds(this.sentNames)) yield* built(build, lines, []);
    for (const { lines: other, finding: found } of namedOrders(this.source))
      yield* built(undefined, other, [found]);
    for (const change of valueChanges(this.source)) {
      this.changes.push(change);
      yield* built(undefined, changed(lines, change), [change.finding]);
    }
    for (const { lines: other, finding: found } of otherSets(this.source))
      yield* built(undefined, other, [found]);
  }

  /**
   * By a rarer fault, by two, or with one character of a value another: too many to try them all. When time runs out
   * among them, nothing likelier is left. Bytes hold until the next candidate is asked for.
   */
  *further(): Generator<StringCandidate> {
    const { request, lines } = this.source;
    yield* wholeStrings(request, lines);
    if (lines.length <= FEW_LINES) yield* otherOrders(lines);
    yield* likelyCharacters(lines);
    yield* twoFaults(this.source, this.sentNames, this.changes);
    for (const change of rareChanges(this.source))
      yield* built(undefined, changed(lines, change), [change.finding]);
    for (const build of mixedBuilds(this.sentNames)) yield* built(build, lines, []);
    yield* otherCharacters(lines);
    if (lines.length > FEW_LINES) yield* otherOrders(lines);
  }
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
