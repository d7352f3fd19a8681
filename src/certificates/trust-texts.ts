/** Why a certificate doesn't lead to a trusted CA: what is said of each, and what to do. @see D12-trust */
export const TRUST_FAULTS = {
  'unknown-issuer': [
    'No trusted CA has the name of its issuer.',
    'Use a certificate from one of the CAs of this bank, or have its operator add the CA with --ca.',
  ],
  'other-key': [
    'A trusted CA has the name of its issuer, but another key: it never issued this certificate.',
    'Use a certificate that was issued by the trusted CA itself.',
  ],
  'weak-signature': [
    'It, or a CA above it, is signed with an algorithm that is no longer safe, such as SHA-1 or MD5.',
    'Have it reissued with a signature over SHA-256 or better.',
  ],
  'unknown-signature': [
    "It, or a CA above it, is signed with an algorithm this bank doesn't check.",
    'Use a certificate signed with RSA, RSA-PSS, ECDSA or Ed25519, over SHA-256, SHA-384 or SHA-512.',
  ],
  'weak-key': [
    "Its issuer's key is too short: RSA under 2048 bits, or a curve under 256.",
    'Use a certificate from a CA with a longer key.',
  ],
  'critical-extension': [
    "It, or a CA above it, has a critical extension this bank doesn't know, such as name constraints.",
    'Use a certificate without it.',
  ],
  malformed: [
    'It, or a CA above it, breaks the form of RFC 5280.',
    'Have it reissued. psd2 cert lint FILE shows what is wrong with it.',
  ],
  'issuer-not-ca': [
    "The certificate that issued it isn't a CA's (basicConstraints).",
    'Use a certificate issued by a CA, not by another certificate.',
  ],
  'issuer-usage': [
    'The CA that issued it must not sign certificates (keyUsage has no keyCertSign).',
    'Use a certificate from a CA that may issue certificates.',
  ],
  'path-length': [
    'There are more CAs above it than one of them allows (pathLenConstraint).',
    'Use a certificate issued by the CA that stands higher.',
  ],
  'too-long': [
    'There are too many CAs above it.',
    'Use a certificate that is at most eight steps below a root.',
  ],
  'issuer-expired': [
    'A CA above it has expired.',
    "Use a certificate from the CA's successor, and have the bank's operator replace the CA.",
  ],
  'issuer-not-yet-valid': [
    "A CA above it isn't valid yet.",
    "Check the clock of the bank's machine, and the dates of the CA.",
  ],
} as const satisfies Readonly<Record<string, readonly [says: string, remedy: string]>>;

export type TrustFault = keyof typeof TRUST_FAULTS;
