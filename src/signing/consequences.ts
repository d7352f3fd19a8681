import type { Finding } from './findings.ts';

/** A finding that is there only because of another. */
export interface Consequence {
  readonly finding: Finding;
  readonly of: Finding;
}

interface Rule {
  readonly isRoot: (finding: Finding) => boolean;
  readonly follows: (finding: Finding, root: Finding, all: readonly Finding[]) => boolean;
}

/** A code, or a code and a cause: `key-mismatch/ca-certificate`. */
function named({ code, cause }: Finding): readonly string[] {
  return [code, `${code}/${cause}`];
}

function oneOf(...names: readonly string[]): (finding: Finding) => boolean {
  return (finding) => named(finding).some((name) => names.includes(name));
}

/** The parameter of the Signature header that a finding without a cause misses. */
const MISSED: Readonly<Record<string, string>> = {
  'keyid-format': 'keyid',
  'algorithm-missing': 'algorithm',
  'headers-missing': 'headers',
  'signature-header-format': 'signature',
};

function missed({ code, cause }: Finding): string | undefined {
  return cause === undefined ? MISSED[code] : undefined;
}

const isUnsent = oneOf('date-missing', 'digest-missing', 'listed-header-absent', 'required-header-absent');

const RULES: readonly Rule[] = [
  {
    // Nothing of it was read.
    isRoot: oneOf('encoded-word-format'),
    follows: (finding, _, all) => missed(finding) !== undefined && all.some(oneOf('headers-missing')),
  },
  {
    // It isn't in this form at all, or not all of it is there: each check of a parameter fails.
    isRoot: oneOf(...['jws', 'rfc9421', 'cut-short'].map((cause) => `signature-header-format/${cause}`)),
    follows: oneOf(
      ...['signature-header-format', 'headers-missing', 'headers-format', 'keyid-format'],
      ...['algorithm-missing', 'algorithm-unexpected', 'required-header-not-signed'],
      ...['signature-encoding', 'signature-length'],
    ),
  },
  {
    // The parameter stands there, but couldn't be read.
    isRoot: oneOf('signature-header-format'),
    follows: (finding, { found = '' }) => {
      const parameter = missed(finding);
      return parameter !== undefined && found.toLowerCase().includes(parameter);
    },
  },
  { isRoot: isUnsent, follows: (finding, root) => isUnsent(finding) && finding.header === root.header },
  {
    // What an authority's certificate lacks is no fault of the one that should have been sent.
    isRoot: oneOf('key-mismatch/ca-certificate'),
    follows: oneOf(
      ...['keyid-mismatch', 'keyid-style'],
      ...['certificate-type', 'certificate-no-psd2', 'certificate-role'],
    ),
  },
];

/**
 * The findings that follow from an error that stands before them: a parameter isn't missing where the header can't be
 * read, and a header that isn't sent is told once.
 * @see C-verify-report
 */
export function consequencesOf(findings: readonly Finding[]): readonly Consequence[] {
  return findings.flatMap((finding, place) => {
    const of = findings
      .slice(0, place)
      .find(
        (root) =>
          root.severity === 'error' &&
          RULES.some(({ isRoot, follows }) => isRoot(root) && follows(finding, root, findings)),
      );
    return of === undefined ? [] : [{ finding, of }];
  });
}
