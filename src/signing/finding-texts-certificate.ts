import { QC_MALFORMED } from '../certificates/qc-texts.ts';
import type { FindingRow } from './finding-row.ts';

/** keyId against the certificate, what the certificate says, and what the operation asks for. @see G4-findings */
export const CERTIFICATE_FINDINGS = {
  'keyid-mismatch': {
    severity: 'error',
    message: 'keyId belongs to a different certificate than the one that was sent.',
    remedy:
      "Write the certificate's serial number in hexadecimal, and its issuer as in RFC 2253, last part first.",
    causes: {
      'decimal-serial': [
        'The serial number is in decimal.',
        'Write the serial number in upper-case hexadecimal.',
      ],
      subject: ['It has the subject instead of the issuer.', "Write the certificate's issuer after CA=."],
      reversed: [
        'The parts of the issuer are in reverse order.',
        'Write the issuer with its last part first: usually CN= first and C= last.',
      ],
      slash: [
        'The issuer is written with slashes.',
        'Write the issuer as in RFC 2253: last part first, separated by commas.',
      ],
      spaces: [
        'The issuer is in reverse order, with spaces around the equals signs.',
        'Write the issuer as in RFC 2253: last part first, separated by commas without spaces.',
      ],
      'ca-serial': [
        "The serial number is the certification authority's.",
        "Write the seal certificate's own serial number.",
      ],
      'other-certificate': [
        "The serial number isn't this certificate's: it's another's, or the serial of its CA.",
        'Take the serial number and certificate from the same file. Both change with a renewal.',
      ],
      unknown: "It doesn't match the certificate's serial number and issuer.",
    },
  },
  'keyid-style': {
    severity: 'warning',
    message: "keyId matches the certificate, but isn't in RFC 2253 format. Other banks may refuse it.",
    remedy:
      'Write SN in upper-case hexadecimal without leading zeros, and CA strictly as in RFC 2253, unescaped between the quotes.',
    causes: {
      lowercase: [
        'Serial number or attribute names are in lower case.',
        'Write serial number and attribute names in upper case.',
      ],
      colons: ['The serial number has separators.', 'Remove the separators from the serial number.'],
      'leading-zero': ['The serial number has a leading zero.', 'Remove the leading zero.'],
      '0x': ['The serial number begins with 0x.', 'Remove 0x.'],
      'comma-space': [
        'There are spaces around commas or equals signs.',
        'Remove the spaces around commas and equals signs.',
      ],
      'orgid-name': [
        'An attribute outside RFC 2253 is written by name.',
        'Write the attribute as its OID, with # and its DER in hexadecimal as the value.',
      ],
      'orgid-string': [
        'An attribute outside RFC 2253 has its value as text, not as # and hexadecimal.',
        'Write the value as # and its DER in hexadecimal.',
      ],
      'hex-upper': [
        'The hexadecimal after # is in upper case.',
        'Write the hexadecimal after # in lower case.',
      ],
      'string-tag': [
        'The hexadecimal after # has a different string type than the certificate.',
        'Copy the hexadecimal after # from the certificate itself.',
      ],
      percent: ['The issuer is percent-encoded.', 'Write the characters unencoded, without percent signs.'],
      'portal-signer': 'The issuer has only CN, O, OU, L, ST and C, in that order.',
    },
  },
  'certificate-expired': {
    severity: 'error',
    message: 'The certificate has expired.',
    remedy: 'Sign with a valid certificate, and send that one.',
    causes: {},
  },
  'certificate-not-yet-valid': {
    severity: 'error',
    message: "The certificate isn't valid yet.",
    remedy: "Sign with a certificate that's valid today, and check your machine's clock.",
    causes: {},
  },
  'certificate-type': {
    severity: 'error',
    message: 'The certificate is a website certificate (QWAC). Requests are signed with a seal certificate.',
    remedy: 'Sign with the QSealC and its key, and keep the QWAC for TLS.',
    causes: {},
  },
  'certificate-no-psd2': {
    severity: 'error',
    message: 'The certificate has no PSD2 statement (ETSI TS 119 495).',
    remedy: 'Use a PSD2 seal certificate from a qualified provider.',
    causes: {},
  },
  'certificate-qc-malformed': {
    severity: 'error',
    ...QC_MALFORMED,
  },
  'certificate-role': {
    severity: 'error',
    message: 'The certificate lacks the role this operation needs.',
    remedy: 'Use a certificate with the right role: PSP_PI for payments, PSP_AI for account information.',
    causes: {},
  },
  'required-header-absent': {
    severity: 'warning',
    message: 'The bank asks for a header that the request lacks.',
    remedy: "Send what's missing, and sign what must be signed.",
    causes: {},
  },
} as const satisfies Readonly<Record<string, FindingRow>>;
