import { isKeyOf } from '../chain.ts';
import { TAG } from '../der.ts';
import { isoTime } from '../describe.ts';
import { describeName } from '../names.ts';
import { type Breach, type LintRules, when } from './rule.ts';
import type { LintSubject } from './subject.ts';

const DAY = 86_400_000;
const LEAST_BITS = 2048;
const MOST_BITS = 8192;
const LEAST_EXPONENT = 65_537n;
const MD2_MD4_MD5_SHA1 = [
  '1.2.840.113549.1.1.2',
  '1.2.840.113549.1.1.3',
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.2.840.10045.4.1',
];

/** Key, dates, and what came with the certificate. */
export const STATUS_RULES = {
  'key-mismatch': {
    severity: 'error',
    reference: 'RFC 5280, 4.1.2.7',
    message: 'The private key is not the key of this certificate.',
    remedy: 'Use the key that the certificate was requested with, or have a certificate issued for this key.',
    isForCa: true,
    check: ({ certificate, key }) => when(key !== undefined && !isKeyOf(key, certificate)),
  },
  'certificate-format': {
    severity: 'error',
    reference: "The bank's interface, Authentication 3 (rsa-sha256); ETSI TS 119 312",
    message: 'The key of the certificate is not one that requests are signed with.',
    remedy: 'Have a certificate issued for an RSA key of 2048 bits or more.',
    causes: {
      'ec-key': 'It is not an RSA key.',
      'key-size': `It has not ${LEAST_BITS} to ${MOST_BITS} bits.`,
    },
    isForCa: true,
    check: formatBreaches,
  },
  'rsa-exponent': {
    severity: 'warning',
    reference: 'ETSI TS 119 312, 6.2.2.1',
    message: 'The public exponent of the RSA key is smaller than 65537.',
    remedy:
      'Make a key with the usual exponent: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:3072',
    check: ({ certificate }) => {
      const exponent = certificate.publicKey.asymmetricKeyDetails?.publicExponent;
      return when(exponent !== undefined && exponent < LEAST_EXPONENT, { detail: `It is ${exponent}.` });
    },
  },
  'certificate-expired': {
    severity: 'error',
    reference: 'RFC 5280, 4.1.2.5',
    message: 'The certificate has expired.',
    remedy: 'Have a new one issued, and sign with that.',
    isForCa: true,
    check: ({ certificate, at }) =>
      when(at > certificate.notAfter, { detail: `It was valid until ${isoTime(certificate.notAfter)}.` }),
  },
  'certificate-not-yet-valid': {
    severity: 'error',
    reference: 'RFC 5280, 4.1.2.5',
    message: 'The certificate is not yet valid.',
    remedy: 'Use it from its first day on, and check the clock of the machine.',
    isForCa: true,
    check: ({ certificate, at }) =>
      when(at < certificate.notBefore, { detail: `It is valid from ${isoTime(certificate.notBefore)}.` }),
  },
  'certificate-expires-soon': {
    severity: 'warning',
    reference: 'RFC 5280, 4.1.2.5',
    message: 'The certificate ends soon.',
    remedy: 'Have the next one issued now: a qualified certificate takes days.',
    isForCa: true,
    check: ({ certificate: { notAfter }, at, days }) =>
      when(at <= notAfter && notAfter - at <= days * DAY, { detail: `It ends at ${isoTime(notAfter)}.` }),
  },
  'validity-order': {
    severity: 'error',
    reference: 'RFC 5280, 4.1.2.5',
    message: 'The certificate ends before it begins.',
    remedy: 'Have it issued again: it is valid at no time.',
    isForCa: true,
    check: ({ certificate: { notBefore, notAfter } }) => when(notAfter < notBefore),
  },
  'validity-encoding': {
    severity: 'warning',
    reference: 'RFC 5280, 4.1.2.5',
    message: 'A date is not written as its year asks: UTCTime until 2049, GeneralizedTime after.',
    remedy: 'Have it issued again by a program that writes dates as RFC 5280 says.',
    isForCa: true,
    check: ({ certificate: { notBefore, notAfter }, timeTags }) =>
      when([notBefore, notAfter].some((time, place) => timeTags[place] !== tagOf(time))),
  },
  'chain-issuer-expired': {
    severity: 'warning',
    reference: 'RFC 5280, 6.1.3',
    message: 'A certificate of the chain is not valid today.',
    remedy: "Get the issuer's current certificate, and put that into the chain.",
    isForCa: true,
    check: ({ chain, at }) =>
      (chain?.path.slice(1) ?? []).flatMap(({ notBefore, notAfter }) =>
        when(at < notBefore || at > notAfter, {
          detail: `It is valid from ${isoTime(notBefore)} to ${isoTime(notAfter)}.`,
        }),
      ),
  },
  'chain-issuer-no-ca': {
    severity: 'error',
    reference: 'RFC 5280, 6.1.4',
    message: 'A certificate of the chain issued another one and is not that of a certification authority.',
    remedy: 'Ask the issuer for the right chain.',
    isForCa: true,
    check: ({ chain }) => when(chain?.path.slice(1).some(({ isCa }) => !isCa) ?? false),
  },
  'chain-order': {
    severity: 'warning',
    reference: 'RFC 8446, 4.4.2',
    message:
      'The certificates do not stand in order: the leaf first, then each the issuer of the one before.',
    remedy: 'Put them in that order: many servers and libraries send a file as it is.',
    isForCa: true,
    check: ({ chain }) => when(chain?.isInOrder === false && chain.path.length > 1),
  },
  'chain-stray': {
    severity: 'warning',
    reference: 'RFC 8446, 4.4.2',
    message: 'A certificate beside this one has no part in its chain.',
    remedy: 'Take it out of the file.',
    isForCa: true,
    check: ({ chain }) =>
      (chain?.strays ?? []).map(({ subject }) => ({ detail: `It is that of ${describeName(subject)}.` })),
  },
  'serial-number': {
    severity: 'error',
    reference: 'RFC 5280, 4.1.2.2',
    message: 'The serial number is not positive, or longer than 20 octets.',
    remedy: 'Have it issued again: the serial number is part of every keyId.',
    isForCa: true,
    check: ({ certificate, serial }) => when(certificate.serial <= 0n || serial.length > 20),
  },
  'certificate-version': {
    severity: 'error',
    reference: 'RFC 5280, 4.1.2.1',
    message: 'The certificate is not of version 3.',
    remedy: 'Have it issued again with version 3: extensions exist in no other.',
    isForCa: true,
    check: ({ version }) => when(version !== 3, { detail: `It is of version ${version}.` }),
  },
  'signature-algorithm': {
    severity: 'error',
    reference: 'ETSI TS 119 312; RFC 5280, 4.1.1.2',
    message: 'The signature of the issuer is not one to rely on.',
    remedy: 'Have it issued again, signed with SHA-256 or better.',
    causes: {
      weak: 'It uses a hash that is broken: MD5 or SHA-1.',
      different: 'The signed part names another algorithm than the certificate.',
    },
    check: ({ signatureAlgorithm, innerSignatureAlgorithm }) => [
      ...when(MD2_MD4_MD5_SHA1.includes(signatureAlgorithm), { cause: 'weak' }),
      ...when(signatureAlgorithm !== innerSignatureAlgorithm, { cause: 'different' }),
    ],
  },
} as const satisfies LintRules;

function formatBreaches({ certificate: { keyType, keyBits } }: LintSubject): readonly Breach[] {
  if (keyType !== 'rsa')
    return [{ cause: 'ec-key', detail: `Its key is ${keyType.toUpperCase()}, ${keyBits} bits.` }];
  return when(keyBits < LEAST_BITS || keyBits > MOST_BITS, {
    cause: 'key-size',
    detail: `It has ${keyBits}.`,
  });
}

/** @see RFC 5280 4.1.2.5 */
function tagOf(time: number): number {
  return time < Date.UTC(2050, 0, 1) ? TAG.utcTime : TAG.generalizedTime;
}
