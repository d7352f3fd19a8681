import { hash } from 'node:crypto';
import type { ArrangedFrom } from './arrangements.ts';
import { type Finding, finding } from './findings.ts';
import type { HashName } from './rsa-block.ts';
import { type SigningLine, signingBytes, signingString } from './signing-string.ts';
import type { StringBuild } from './string-builds.ts';
import type { ValueChange } from './value-changes.ts';

/** A string that may have been signed, and what to say if it was. */
export interface StringCandidate {
  readonly bytes: Uint8Array;
  /** One for each fault. */
  readonly findings: () => Finding[];
  /** What was hashed to make it. */
  readonly hashedBytes?: number | undefined;
  /** The bytes for people, where they are no text. */
  readonly shown?: string;
}

export interface CandidateSource extends ArrangedFrom {
  readonly hashName: HashName;
}

export function changed(lines: readonly SigningLine[], { name, value }: ValueChange): SigningLine[] {
  return lines.map((line) => (line.name === name ? { name, value } : line));
}

/** The hash of a string signed in its place, as bytes or as text. */
export function* doubleHashes(
  text: string,
  hashName: HashName,
  others: () => Finding[],
): Generator<StringCandidate> {
  const findings = () => [finding('signature-double-hash'), ...others()];
  for (const name of new Set<HashName>([hashName, 'sha256'])) {
    const inner = hash(name, signingBytes(text), 'buffer');
    const [hex, base64] = [inner.toString('hex'), inner.toString('base64')];
    yield { bytes: inner, findings, shown: hex };
    for (const form of [hex, hex.toUpperCase(), base64, `${hex}\n`, `SHA-256=${base64}`])
      yield { bytes: Buffer.from(form), findings };
  }
}

/** The lines in a build, as octets; text that came from octets also as a program holds it, in UTF-8. */
export function* built(
  build: StringBuild | undefined,
  lines: readonly SigningLine[],
  found: () => Finding[],
): Generator<StringCandidate> {
  if (build?.joins === true && lines.length < 2) return;
  const text = build === undefined ? signingString(lines) : build.write(lines);
  const findings = () => [...(build?.faults ?? []).map((fault) => fault()), ...found()];
  if (!/[^\0-\x7f]/.test(text)) {
    yield { bytes: Buffer.from(text, 'latin1'), findings };
    return;
  }
  yield { bytes: signingBytes(text), findings };
  yield { bytes: Buffer.from(text, 'utf8'), findings };
}
