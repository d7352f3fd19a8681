import type { FindingRow } from './finding-row.ts';

/** Date, the signed headers, Digest. @see signing.md §4 */
export const CONTENT_FINDINGS = {
  'date-missing': {
    severity: 'error',
    message: 'The request has no Date header.',
    remedy: 'Send Date with the time of signing, as Wed, 14 Oct 2026 08:30:00 GMT, and sign it.',
    causes: {},
  },
  'date-format': {
    severity: 'error',
    message: 'Date is not written as HTTP writes dates.',
    remedy: 'Write it in GMT as Wed, 14 Oct 2026 08:30:00 GMT.',
    causes: {
      iso: 'It is an ISO 8601 date.',
      offset: 'It names another zone than GMT.',
      weekday: 'The weekday is not that of the date.',
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
      'no-algorithm': 'The name of the algorithm is missing.',
      base64url: 'The hash is base64url, or its padding is missing.',
      'wrong-label': 'The name is not that of the algorithm used.',
      'structured-field': 'It is written as a structured field, between colons.',
      'lower-case': 'The name is not in upper case; another bank may refuse it.',
    },
  },
  'digest-mismatch': {
    severity: 'error',
    message: 'Digest is not the hash of the body that was sent.',
    remedy: 'Hash the exact bytes that are sent, after the last change to them.',
    causes: {
      reserialised:
        'It is the hash of the same JSON written otherwise: the body was written anew after hashing.',
      'trailing-newline': 'The body ends with a newline that was not hashed.',
      'missing-newline': 'The hash covers a final newline that the body lacks.',
      crlf: 'The line ends of the body were changed between LF and CRLF.',
      latin1: 'Body and hash do not have the same character encoding; both must be UTF-8.',
      bom: 'Only one of body and hash has a byte order mark.',
      'ascii-escaped': 'Characters beyond ASCII are escaped as \\u in only one of body and hash.',
      'key-order': 'It is the hash of the same JSON with its members in another order.',
      'content-encoding': 'Hash and body differ by the content encoding; hash the bytes after compression.',
      hex: 'The hash is written in hexadecimal; write Base64 of its bytes.',
      'base64-of-hex': 'It is Base64 of the hexadecimal text; write Base64 of the hash bytes.',
      'empty-object': 'One of body and hash is {}, the other is empty.',
      unknown: 'No usual change of the body explains it.',
      'not-searched': 'The cause was not sought to the end.',
    },
  },
} as const satisfies Readonly<Record<string, FindingRow>>;
