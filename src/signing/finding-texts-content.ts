import type { FindingRow } from './finding-row.ts';

/** Date, the signed headers, Digest. @see signing.md §4 */
export const CONTENT_FINDINGS = {
  'date-missing': {
    severity: 'error',
    message: 'The request has no Date header.',
    remedy: 'Send Date with the time of signing, as Mon, 01 Feb 2027 12:00:00 GMT, and sign it.',
    causes: {},
  },
  'date-format': {
    severity: 'error',
    message: 'Date is not written as HTTP writes dates.',
    remedy: 'Write it in GMT as Mon, 01 Feb 2027 12:00:00 GMT.',
    causes: {
      iso: 'It is an ISO 8601 date.',
      offset: ['It names another zone than GMT.', 'Convert the time to UTC and write GMT behind it.'],
      weekday: [
        'The weekday is not that of the date.',
        'Take weekday and date from the same instant, in UTC.',
      ],
      other: 'It is another form, or no real date.',
    },
  },
  'date-skew': {
    severity: 'error',
    message: "Date is more than 60 seconds away from the bank's clock.",
    remedy: 'Set Date when the request is sent and keep the clock of the machine in step.',
    causes: {},
  },
  'date-skew-timezone': {
    severity: 'error',
    message: "Date is whole hours away from the bank's clock.",
    remedy: 'Local time was written as GMT: convert it to UTC before writing GMT behind it.',
    causes: {},
  },
  'listed-header-absent': {
    severity: 'error',
    message: 'A header is listed in headers, but not in the request.',
    remedy: 'Send the header, or leave its name out of headers and of the signing string.',
    causes: {},
  },
  'required-header-not-signed': {
    severity: 'error',
    message: 'A header is sent that must be signed, but headers does not list it.',
    remedy: 'Add its name to headers and its line to the signing string.',
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
    message: 'Digest is not SHA-256=<Base64> or SHA-512=<Base64> of the right length.',
    remedy: 'Write SHA-256= and the padded Base64 of the 32 hash bytes.',
    causes: {
      'no-algorithm': ['The name of the algorithm is missing.', 'Write SHA-256= before the Base64.'],
      base64url: [
        'The hash is base64url, or its padding is missing.',
        'Use Base64 with + and / and its padding.',
      ],
      'wrong-label': [
        'The name is not that of the algorithm used.',
        'Name the algorithm that was used: SHA-256 has 32 bytes, SHA-512 has 64.',
      ],
      'structured-field': [
        'It is written as a structured field, between colons.',
        'Write SHA-256=<Base64>, without colons.',
      ],
      'lower-case': [
        'The name is not in upper case; another bank may refuse it.',
        'Write SHA-256 in upper case.',
      ],
    },
  },
  'digest-mismatch': {
    severity: 'error',
    message: 'Digest is not the hash of the body that was sent.',
    remedy: 'Hash the exact bytes that are sent, after the last change to them.',
    causes: {
      reserialised: [
        'It is the hash of the same JSON written otherwise: the body was written anew after hashing.',
        'Serialise the body once, and hash and send those bytes.',
      ],
      'trailing-newline': [
        'The body ends with a newline that was not hashed.',
        'Hash the newline too, or send the body without it.',
      ],
      'missing-newline': [
        'The hash covers a final newline that the body lacks.',
        'Send the newline that was hashed, or leave it out of the hash.',
      ],
      crlf: [
        'The line ends of the body were changed between LF and CRLF.',
        'Hash the bytes that are sent, after the last change of line ends; curl sends files unchanged with --data-binary alone.',
      ],
      latin1: [
        'Body and hash do not have the same character encoding; both must be UTF-8.',
        'Turn the text into UTF-8 once, and hash and send those bytes.',
      ],
      bom: [
        'Only one of body and hash has a byte order mark.',
        'Send the body without a byte order mark, and hash it without one.',
      ],
      'ascii-escaped': [
        'Characters beyond ASCII are escaped as \\u in only one of body and hash.',
        'Serialise the body once, and hash and send those bytes.',
      ],
      'key-order': [
        'It is the hash of the same JSON with its members in another order.',
        'Serialise the body once, and hash and send those bytes.',
      ],
      'content-encoding': [
        'Hash and body differ by an encoding of the content; hash the bytes that are sent.',
        'Hash the bytes after compression, or send the body without compression.',
      ],
      hex: [
        'The hash is written in hexadecimal; write Base64 of its bytes.',
        'Write Base64 of the hash bytes in place of hexadecimal.',
      ],
      'base64-of-hex': [
        'It is Base64 of the hexadecimal text; write Base64 of the hash bytes.',
        'Have the hash as bytes, not as hexadecimal text, before Base64.',
      ],
      'empty-object': [
        'One of body and hash is empty, or {}.',
        'Hash what is sent: no bytes where there is no body, the two of {} where there are these.',
      ],
      unknown: 'No usual change of the body explains it.',
      'not-searched': 'The cause was not sought to the end.',
    },
  },
} as const satisfies Readonly<Record<string, FindingRow>>;
