import type { FindingRow } from './finding-row.ts';

/** Date, the signed headers, Digest. @see G4-findings */
export const CONTENT_FINDINGS = {
  'date-missing': {
    severity: 'error',
    message: 'The request has no Date header.',
    remedy: 'Send Date with the time of signing, such as Mon, 01 Feb 2027 12:00:00 GMT, and sign it.',
    causes: {},
  },
  'date-format': {
    severity: 'error',
    message: "Date isn't in the HTTP date format.",
    remedy: 'Write it in GMT, such as Mon, 01 Feb 2027 12:00:00 GMT.',
    causes: {
      iso: "It's an ISO 8601 date.",
      offset: ['It has a time zone other than GMT.', 'Convert the time to UTC and put GMT after it.'],
      weekday: [
        "The weekday doesn't match the date.",
        'Take weekday and date from the same instant, in UTC.',
      ],
      other: "It has another format, or isn't a real date.",
    },
  },
  'date-skew': {
    severity: 'error',
    message: "Date is more than 60 seconds off the bank's clock.",
    remedy: "Set Date when you send the request, and keep your machine's clock in sync.",
    causes: {},
  },
  'date-skew-timezone': {
    severity: 'error',
    message: "Date is whole hours off the bank's clock.",
    remedy: 'Local time was sent as GMT. Convert it to UTC first.',
    causes: {},
  },
  'listed-header-absent': {
    severity: 'error',
    message: 'A header is listed in headers, but not in the request.',
    remedy: 'Send the header, or remove its name from headers and the signing string.',
    causes: {},
  },
  'required-header-not-signed': {
    severity: 'error',
    message: "A header that must be signed isn't listed in headers.",
    remedy: 'Add its name to headers, and its line to the signing string.',
    causes: {},
  },
  'digest-missing': {
    severity: 'error',
    message: 'The request has a body, but no Digest header.',
    remedy: 'Send Digest: SHA-256=<Base64 of the SHA-256 of the exact body> and sign it.',
    causes: {},
  },
  'digest-format': {
    severity: 'error',
    message: "Digest isn't SHA-256=<Base64> or SHA-512=<Base64> of the right length.",
    remedy: 'Write SHA-256= and the padded Base64 of the 32 hash bytes.',
    causes: {
      'no-algorithm': ['The name of the algorithm is missing.', 'Write SHA-256= before the Base64.'],
      base64url: [
        'The hash is base64url, or its padding is missing.',
        'Use Base64 with + and / and its padding.',
      ],
      'wrong-label': [
        "The name doesn't match the algorithm.",
        'Use the right name: SHA-256 has 32 bytes, SHA-512 has 64.',
      ],
      'structured-field': [
        "It's written as a structured field, between colons.",
        'Write SHA-256=<Base64>, without colons.',
      ],
      'lower-case': [
        "The name isn't in upper case. Other banks may refuse it.",
        'Write SHA-256 in upper case.',
      ],
    },
  },
  'digest-mismatch': {
    severity: 'error',
    message: "Digest isn't the hash of the body that was sent.",
    remedy: 'Hash exactly the bytes you send, after any last change.',
    causes: {
      reserialised: [
        "It's the hash of the same JSON in a different format: the body was serialised again after hashing.",
        'Serialise the body once, then hash and send those bytes.',
      ],
      'trailing-newline': [
        "The body ends with a newline that wasn't hashed.",
        'Hash the newline too, or send the body without it.',
      ],
      'missing-newline': [
        "The hash includes a final newline that isn't in the body.",
        'Send the newline too, or remove it before hashing.',
      ],
      crlf: [
        'The line ends of the body were changed between LF and CRLF.',
        'Hash the bytes you send, after any change of line ends. curl sends files unchanged only with --data-binary.',
      ],
      latin1: [
        'The body and the hash use different character encodings. Both must be UTF-8.',
        'Encode the text as UTF-8 once, then hash and send those bytes.',
      ],
      bom: [
        'Only one of body and hash has a byte order mark.',
        'Send the body without a byte order mark, and hash it without one.',
      ],
      'ascii-escaped': [
        'Non-ASCII characters are escaped as \\u in only one of body and hash.',
        'Serialise the body once, then hash and send those bytes.',
      ],
      'key-order': [
        "It's the hash of the same JSON with its members in a different order.",
        'Serialise the body once, then hash and send those bytes.',
      ],
      'content-encoding': [
        'The content encoding of hash and body differs. Hash the bytes you send.',
        'Hash the bytes after compression, or send the body without compression.',
      ],
      hex: [
        'The hash is written in hexadecimal instead of Base64.',
        'Write Base64 of the hash bytes instead of hexadecimal.',
      ],
      'base64-of-hex': [
        "It's Base64 of the hexadecimal text instead of the hash bytes.",
        "Base64-encode the hash's bytes, not its hexadecimal text.",
      ],
      'empty-object': [
        'One of body and hash is empty, or {}.',
        'Hash what you send: zero bytes without a body, or the two bytes of {}.',
      ],
      encoded: [
        'The body was hashed or sent in Base64, percent-encoding or form encoding, but not both.',
        'Hash exactly the text you send, encoded or not.',
      ],
      'body-lost': [
        "It's the hash of something, but the request has no body.",
        'Send the body with the request. Without a body, leave out Digest.',
      ],
      unknown: 'No common change to the body explains it.',
      'not-searched': 'The search for the cause was stopped early.',
    },
  },
} as const satisfies Readonly<Record<string, FindingRow>>;
