import type { FindingRow } from './finding-row.ts';

/** The Signature header, keyId, the certificate header, the algorithm. @see G4-findings */
export const HEADER_FINDINGS = {
  'signature-missing': {
    severity: 'error',
    message: 'The request has no Signature header.',
    remedy: 'Sign the request and send the result in the Signature header.',
    causes: {
      'in-authorization-header': [
        'The signature is in the Authorization header.',
        'Send the same value in the Signature header, without the word Signature.',
      ],
    },
  },
  'encoded-word-format': {
    severity: 'error',
    message: 'The RFC 2047 encoding of the Signature header is wrong.',
    remedy:
      'Encode the whole value once, as =?utf-8?B?<Base64 of its UTF-8>?= on one line. Pure ASCII needs no encoding.',
    causes: {
      inner: ['Only part of the value is encoded.', "Encode the header's whole value, not just part of it."],
      twice: ['The value is encoded twice.', 'Encode it once, and check whether a library encodes it again.'],
      base64url: [
        'The payload is base64url, or its padding is missing.',
        'Use Base64 with + and / and its padding inside the encoded-word.',
      ],
      unterminated: [
        'The closing ?= is missing.',
        'End the value with ?=, and check whether the header gets truncated on the way.',
      ],
      charset: [
        "The charset isn't supported, or doesn't match the bytes.",
        'Encode the value as UTF-8 and name the charset utf-8.',
      ],
      raw: [
        'The value has unencoded non-ASCII bytes.',
        'Encode the whole value once, as =?utf-8?B?<Base64 of its UTF-8>?=.',
      ],
    },
  },
  'signature-header-format': {
    severity: 'error',
    message: 'The Signature header isn\'t a list of key="value" pairs.',
    remedy:
      'Write keyId="…",algorithm="…",headers="…",signature="…", with commas and without spaces between them.',
    causes: {
      unquoted: ['A value has no double quotes.', 'Put each value between double quotes.'],
      'backslash-quotes': [
        'The quotes are sent as \\".',
        'Send plain double quotes. Backslashes belong in program source or JSON.',
      ],
      'scheme-prefix': [
        'The value begins with the word Signature.',
        'Remove the word Signature, so that the value begins with keyId=.',
      ],
      'duplicate-parameter': [
        'A parameter is given twice.',
        'Send the header once, with each parameter once.',
      ],
      'smart-quotes': [
        'The quotes are typographic.',
        'Type plain double quotes (U+0022). Word processors, wikis and chats replace them.',
      ],
      jws: [
        "It's a JWS or JWT.",
        'Send an HTTP signature (draft-cavage-http-signatures-10): keyId="…",algorithm="…",headers="…",signature="…".',
      ],
      rfc9421: [
        "It's an HTTP message signature as in RFC 9421.",
        'Sign as in draft-cavage-http-signatures-10: keyId="…",algorithm="…",headers="…",signature="…" in one header, and no Signature-Input.',
      ],
      'cut-short': [
        'It ends in the middle: the rest is missing.',
        'Send the whole value. A field, a column or a log may have a limit on length.',
      ],
    },
  },
  'headers-missing': {
    severity: 'error',
    message: 'The Signature header has no headers parameter.',
    remedy: 'Add headers="…" with the signed names in lower case, in the order of the signing string.',
    causes: {},
  },
  'headers-format': {
    severity: 'error',
    message: "The headers parameter isn't a list of lower-case names separated by single spaces.",
    remedy: 'Write it as headers="date digest x-request-id …".',
    causes: {
      commas: ['The names are separated by commas.', 'Separate the names with one space.'],
      'upper-case': [
        "A name isn't in lower case.",
        'Write the names in lower case, as in the signing string.',
      ],
    },
  },
  'keyid-format': {
    severity: 'error',
    message: "keyId doesn't have the form SN=<serial>,CA=<issuer>.",
    remedy:
      'Write SN= and the serial number in upper-case hexadecimal, then ,CA= and the issuer as in RFC 2253.',
    causes: {
      order: ['CA comes before SN.', 'Write SN= first, then ,CA=.'],
      fingerprint: [
        "It's a fingerprint of the certificate.",
        "Write the certificate's SN=<serial number>,CA=<issuer> instead.",
      ],
      identifier: [
        "It's an identifier, not a serial number and an issuer.",
        "Write the certificate's SN=<serial number>,CA=<issuer> instead. The certificate itself says who you are.",
      ],
    },
  },
  'certificate-missing': {
    severity: 'error',
    message: 'The request has no TPP-Signature-Certificate header.',
    remedy: 'Send the seal certificate in it, as Base64 of its DER on one line.',
    causes: {},
  },
  'certificate-unparseable': {
    severity: 'error',
    message: "TPP-Signature-Certificate isn't a readable certificate.",
    remedy: "Send Base64 of the seal certificate's whole DER on one line. Compare the length with the file.",
    causes: {
      csr: [
        "It's a certificate signing request (CSR).",
        'Send the certificate that the issuer made from it.',
      ],
      'public-key': [
        "It's a public key without its certificate.",
        'Send the seal certificate, which holds the key and says whose it is.',
      ],
    },
  },
  'certificate-format': {
    severity: 'error',
    message: "The certificate isn't in an accepted format.",
    remedy:
      'Send one seal certificate with an RSA key of 2048 to 8192 bits, as Base64 of its DER on one line.',
    causes: {
      'literal-newline': [
        'The header contains the characters \\n instead of line ends.',
        'Remove the characters \\n. Base64 of the DER is one line.',
      ],
      several: [
        'The header contains several certificates. Only the first is checked.',
        'Send only the seal certificate, without its chain.',
      ],
      'private-key': [
        'The header contains a private key. Treat that key as leaked and replace it.',
        'Send the certificate instead, and replace the key.',
      ],
      'ec-key': [
        'The key is an elliptic-curve key, but this bank expects RSA.',
        'Get a seal certificate with an RSA key of 2048 bits or more.',
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
      "The certificate is readable, but isn't Base64 of its DER on one line. Other banks may refuse it.",
    remedy: 'Send Base64 of the DER on one line, without PEM lines, spaces or percent signs.',
    causes: {
      'pem-one-line': [
        "It's PEM on one line.",
        "Remove the PEM's BEGIN and END markers, and send the Base64 between them.",
      ],
      'pem-spaces': [
        'It has white space instead of line ends.',
        "Remove the white space and the PEM's BEGIN and END markers.",
      ],
      'base64-of-pem': [
        "It's Base64 of a PEM file.",
        "Encode the DER, not the PEM file. The value is what's between its first and last line.",
      ],
      base64url: ["It's base64url, or its padding is missing.", 'Use Base64 with + and / and its padding.'],
      'percent-encoded': [
        "It's percent-encoded.",
        "Send the Base64 unchanged. Headers aren't percent-encoded.",
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
    message: "The algorithm isn't rsa-sha256.",
    remedy: 'Sign with RSA (PKCS #1 v1.5) and SHA-256 and write algorithm="rsa-sha256".',
    causes: {
      'java-name': [
        "It's Java's name for the algorithm.",
        'Write algorithm="rsa-sha256", which Java calls SHA256withRSA.',
      ],
      hs2019: ["It's hs2019, from a later draft.", 'Write algorithm="rsa-sha256".'],
      'rsa-sha512': "It's rsa-sha512.",
      other: "This bank doesn't know the name.",
    },
  },
} as const satisfies Readonly<Record<string, FindingRow>>;
