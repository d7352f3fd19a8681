import type { Break } from '../../src/breaks/break-request.ts';

/**
 * Pairs of faults of which a request shows only one, each with its reason. Everything that is not here must be
 * found together, and everything that is here must be lost.
 */

type Side = (one: Break) => boolean;

interface Hidden {
  readonly because: string;
  readonly hides: Side;
  readonly hidden: Side;
}

const named =
  (...names: readonly string[]): Side =>
  ({ name }) =>
    names.includes(name);
const coded =
  (...codes: readonly string[]): Side =>
  ({ code }) =>
    codes.includes(code);

const ofTheString = coded(
  'signature-double-hash',
  'signature-invalid',
  'signature-invalid-order',
  'signature-invalid-target',
  'signature-invalid-value',
  'signature-invalid-duplicate',
);
const insideTheSignature: Side = (one) =>
  ofTheString(one) || coded('signature-padding', 'signature-hash')(one);
const underTheKey: Side = (one) => insideTheSignature(one) || one.code === 'key-mismatch';
const ofContent = coded(
  'certificate-expired',
  'certificate-not-yet-valid',
  'certificate-type',
  'certificate-no-psd2',
  'certificate-qc-malformed',
  'certificate-role',
);
const notAValue = named(
  'signature-header-format/jws',
  'signature-header-format/rfc9421',
  'signature-header-format/cut-short',
);
const unreadableCertificate = named(
  'certificate-missing',
  'certificate-unparseable',
  'certificate-unparseable/csr',
  'certificate-unparseable/public-key',
  'certificate-format/private-key',
);

export const HIDDEN: readonly Hidden[] = [
  {
    because:
      'without a certificate there is no key to check the signature with, and nothing to compare keyId with',
    hides: unreadableCertificate,
    hidden: (one) => underTheKey(one) || coded('signature-length', 'keyid-mismatch', 'keyid-style')(one),
  },
  {
    because: 'an elliptic-curve signature has no length of its own and shows nothing of what was signed',
    hides: named('certificate-format/ec-key'),
    hidden: (one) => underTheKey(one) || one.code === 'signature-length',
  },
  {
    because: 'what is no Base64 in any way has no bytes',
    hides: named('signature-encoding'),
    hidden: (one) => underTheKey(one) || one.code === 'signature-length',
  },
  {
    because: 'a signature that is cut off can not be opened',
    hides: coded('signature-length'),
    hidden: underTheKey,
  },
  {
    because: 'a signature of another key can not be opened',
    hides: coded('key-mismatch'),
    hidden: insideTheSignature,
  },
  {
    because: "an authority's own certificate is not the seal, so that nothing more is said of it",
    hides: named('key-mismatch/ca-certificate'),
    hidden: (one) => coded('keyid-mismatch', 'keyid-style')(one) || ofContent(one),
  },
  {
    because: 'half a hash can not be compared',
    hides: named('digest-format'),
    hidden: (one) => one.code === 'digest-mismatch' || one.name === 'digest-format/base64url',
  },
  {
    because: 'how keyId is written is said of one that names the certificate',
    hides: coded('keyid-mismatch'),
    hidden: coded('keyid-style'),
  },
  {
    because: 'the form without a cause is said of keyId where no cause applies',
    hides: coded('keyid-style'),
    hidden: named('keyid-style'),
  },
  {
    because: 'another serial number and another issuer are those of another certificate, which is one fault',
    hides: named('keyid-mismatch/other-certificate'),
    hidden: named('keyid-mismatch/unknown'),
  },
  {
    because: 'without a list only what must be signed is known to have been signed',
    hides: coded('headers-missing'),
    hidden: named('signature-invalid-value/port', 'signature-invalid-value/charset'),
  },
  {
    because: 'lower case undoes it',
    hides: named('signature-invalid/values-lowercased'),
    hidden: named('signature-invalid-value/case', 'signature-invalid-target/upper-method'),
  },
  {
    because:
      'where it is not known what should have been signed, no string is said to be too long to be searched',
    hides: coded('headers-missing', 'listed-header-absent'),
    hidden: named('signature-invalid/not-searched', 'signature-invalid/unknown'),
  },
  {
    because: 'without a list no line is one more than it has',
    hides: coded('headers-missing'),
    hidden: named('signature-invalid/line-added'),
  },
  {
    because: 'values without names are only looked for joined by line ends',
    hides: named('signature-invalid/values-only'),
    hidden: named(
      'signature-invalid/leading-newline',
      'signature-invalid/indented',
      'signature-invalid/joined',
    ),
  },
  {
    because: 'a body that was signed and is lost can not be signed again',
    hides: named('digest-mismatch/body-lost'),
    hidden: named('signature-invalid/body-only'),
  },
  {
    because: 'of a value with raw octets only that its form is wrong is told',
    hides: named('encoded-word-format/raw'),
    hidden: named('signature-header-format/scheme-prefix'),
  },
  {
    because: 'an empty value without plain quotes looks like the end of a header that was cut short',
    hides: named('signature-header-format/unquoted', 'signature-header-format/smart-quotes'),
    hidden: named('signature-length/empty'),
  },
  {
    because: 'whose fingerprint it is can not be told without the certificate',
    hides: unreadableCertificate,
    hidden: named('keyid-format/fingerprint'),
  },
];

export function reasonWhyHidden(first: Break, second: Break): string | undefined {
  return HIDDEN.find(
    ({ hides, hidden }) => (hides(first) && hidden(second)) || (hides(second) && hidden(first)),
  )?.because;
}

/** Codes whose faults stand in one and the same place of a request, so that two of them can not both be made. */
const PLACES: readonly Side[] = [
  coded('algorithm-missing', 'algorithm-unexpected'),
  coded('date-missing', 'date-format', 'date-skew', 'date-skew-timezone'),
  coded('digest-missing', 'digest-format', 'digest-mismatch'),
  coded('headers-missing', 'headers-format', 'listed-header-absent', 'required-header-not-signed'),
  (one) =>
    coded('keyid-format', 'keyid-mismatch', 'keyid-style')(one) || one.name === 'encoded-word-format/inner',
  coded('encoded-word-format'),
  coded('key-mismatch'),
  named('key-mismatch/ca-certificate', 'certificate-type'),
  coded('signature-header-format'),
  coded('signature-encoding'),
  coded('signature-length'),
  coded('signature-hash'),
  coded('certificate-expired', 'certificate-not-yet-valid'),
  coded('certificate-no-psd2', 'certificate-qc-malformed', 'certificate-role'),
  ({ code }) =>
    code.startsWith('certificate-format') ||
    code === 'certificate-missing' ||
    code === 'certificate-unparseable',
  coded('signature-invalid'),
  coded('signature-invalid-order'),
  coded('signature-invalid-target'),
  coded('signature-invalid-value'),
];

/** What leaves nothing of a part: no Signature header, no certificate, another string altogether. */
const NOTHING_LEFT: readonly (readonly [gone: Side, part: Side])[] = [
  [named('signature-length/empty'), coded('signature-encoding')],
  [named('signature-missing'), ({ code }) => !/^(?:certificate|date|digest)-/.test(code)],
  [
    notAValue,
    ({ name }) =>
      !/^(?:certificate|date|digest)-/.test(name) && name !== 'signature-missing/in-authorization-header',
  ],
  [
    unreadableCertificate,
    ({ code, name }) => code.startsWith('certificate-') || name === 'key-mismatch/ca-certificate',
  ],
  [
    named('signature-invalid/unknown', 'signature-invalid/not-searched', 'signature-invalid/body-only'),
    ofTheString,
  ],
];

/** Whether two faults are in one place. */
export function isOnePlace(first: Break, second: Break): boolean {
  const isShared = PLACES.some((place) => place(first) && place(second));
  const isGone = NOTHING_LEFT.some(
    ([gone, part]) => (gone(first) && part(second)) || (gone(second) && part(first)),
  );
  return isShared || isGone;
}
