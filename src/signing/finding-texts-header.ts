import type { FindingRow } from './finding-row.ts';

/** The Signature header, keyId, the certificate header, the algorithm. @see signing.md §4 */
export const HEADER_FINDINGS = {
  'signature-missing': {
    severity: 'error',
    message: 'The request has no Signature header.',
    remedy: 'Sign the request and send the result in the header Signature.',
    causes: {
      'in-authorization-header': [
        'The signature stands in the Authorization header.',
        'Send the same value, without the word Signature, in the header Signature.',
      ],
    },
  },
  'encoded-word-format': {
    severity: 'error',
    message: 'The RFC 2047 encoding of the Signature header is wrong.',
    remedy:
      'Encode the whole value once, as =?utf-8?B?<Base64 of its UTF-8>?= on one line; pure ASCII needs no encoding.',
    causes: {
      inner: [
        'Only a part of the value is encoded.',
        'Encode the whole value of the header, not a part of it.',
      ],
      twice: ['The value is encoded twice.', 'Encode it once, and see whether a library encodes it again.'],
      base64url: [
        'The payload is base64url, or its padding is missing.',
        'Use Base64 with + and / and its padding inside the encoded-word.',
      ],
      unterminated: [
        'The closing ?= is missing.',
        'End the value with ?=, and see whether the header is cut on its way.',
      ],
      charset: [
        'The charset is not taken, or the octets are not of that charset.',
        'Encode the value as UTF-8 and name the charset utf-8.',
      ],
      raw: [
        'The value holds octets beyond ASCII as they are.',
        'Encode the whole value once, as =?utf-8?B?<Base64 of its UTF-8>?=.',
      ],
    },
  },
  'signature-header-format': {
    severity: 'error',
    message: 'The Signature header is not written as key="value" pairs.',
    remedy:
      'Write keyId="…",algorithm="…",headers="…",signature="…", with commas and without blanks between them.',
    causes: {
      unquoted: ['A value stands without double quotes.', 'Put each value between double quotes.'],
      'backslash-quotes': [
        'The quotes are sent as \\".',
        'Send plain double quotes: the backslashes belong to the source of a program or to JSON.',
      ],
      'scheme-prefix': [
        'The value begins with the word Signature.',
        'Leave the word Signature out, so that the value begins with keyId=.',
      ],
      'duplicate-parameter': [
        'A parameter is given twice.',
        'Send the header once, and each parameter in it once.',
      ],
    },
  },
  'headers-missing': {
    severity: 'error',
    message: 'The Signature header has no headers parameter.',
    remedy:
      'Add headers="…" with the names that were signed, lower-case, in the order of the signing string.',
    causes: {},
  },
  'headers-format': {
    severity: 'error',
    message: 'The headers parameter is not a list of lower-case names separated by one blank.',
    remedy: 'Write it as headers="date digest x-request-id …".',
    causes: {
      commas: ['The names are separated by commas.', 'Separate the names by one blank.'],
      'upper-case': [
        'A name is not in lower case.',
        'Write the names in lower case, as in the signing string.',
      ],
    },
  },
  'keyid-format': {
    severity: 'error',
    message: 'keyId has not the form SN=<serial>,CA=<issuer>.',
    remedy:
      'Write SN= and the serial number in upper-case hexadecimal, then ,CA= and the issuer by RFC 2253.',
    causes: {
      order: ['CA stands before SN.', 'Write SN= first, then ,CA=.'],
      fingerprint: [
        'It is a fingerprint of the certificate.',
        'Write SN=<serial number>,CA=<issuer> of the certificate in its place.',
      ],
    },
  },
  'certificate-missing': {
    severity: 'error',
    message: 'The request has no TPP-Signature-Certificate header.',
    remedy: 'Send the seal certificate there, as Base64 of its DER on one line.',
    causes: {},
  },
  'certificate-unparseable': {
    severity: 'error',
    message: 'TPP-Signature-Certificate cannot be read as a certificate.',
    remedy:
      'Send Base64 of the whole DER of the seal certificate on one line; compare the length with the file.',
    causes: {},
  },
  'certificate-format': {
    severity: 'error',
    message: 'The certificate is not sent in an acceptable form.',
    remedy:
      'Send one seal certificate with an RSA key of 2048 to 8192 bits, as Base64 of its DER on one line.',
    causes: {
      'literal-newline': [
        'The header holds the characters \\n where lines ended.',
        'Take the characters \\n out: Base64 of the DER is one line.',
      ],
      several: [
        'The header holds more than one certificate; the first is looked at.',
        'Send the seal certificate alone, without its chain.',
      ],
      'private-key': [
        'The header holds a private key. Consider that key known to others and replace it.',
        'Send the certificate in its place, and have the key replaced.',
      ],
      'ec-key': [
        'The key is an elliptic-curve key; this bank expects RSA.',
        'Order a seal certificate with an RSA key of 2048 bits or more.',
      ],
      'key-size': [
        'The RSA key is shorter than 2048 or longer than 8192 bits.',
        'Use a seal certificate with an RSA key of 2048 to 8192 bits.',
      ],
    },
  },
  'certificate-format-tolerated': {
    severity: 'warning',
    message:
      'The certificate is readable, but not sent as Base64 of its DER on one line; another bank may refuse it.',
    remedy: 'Send Base64 of the DER on one line, without PEM lines, blanks or percent signs.',
    causes: {
      'pem-one-line': [
        'It is PEM on one line.',
        'Leave out what begins and ends the PEM, and send the Base64 between.',
      ],
      'pem-spaces': [
        'It holds white space where lines ended.',
        'Take the white space out, and what begins and ends a PEM.',
      ],
      'base64-of-pem': [
        'It is Base64 of a PEM file.',
        'Encode the DER, not the PEM file: what stands between its first and last line is the value.',
      ],
      base64url: ['It is base64url, or its padding is missing.', 'Use Base64 with + and / and its padding.'],
      'percent-encoded': [
        'It is percent-encoded.',
        'Send the Base64 as it is: a header is not percent-encoded.',
      ],
    },
  },
  'algorithm-missing': {
    severity: 'error',
    message: 'The Signature header has no algorithm parameter.',
    remedy: 'Add algorithm="rsa-sha256".',
    causes: {},
  },
  'algorithm-unexpected': {
    severity: 'error',
    message: 'The algorithm is not rsa-sha256.',
    remedy: 'Sign with RSA (PKCS #1 v1.5) and SHA-256 and write algorithm="rsa-sha256".',
    causes: {
      'java-name': [
        'It is named as Java names it.',
        'Write algorithm="rsa-sha256", which is what Java calls SHA256withRSA.',
      ],
      hs2019: ['It is hs2019, of a later draft.', 'Write algorithm="rsa-sha256".'],
      'rsa-sha512': 'It is rsa-sha512.',
      other: 'It is a name this bank does not know.',
    },
  },
} as const satisfies Readonly<Record<string, FindingRow>>;
