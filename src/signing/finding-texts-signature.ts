import type { FindingRow } from './finding-row.ts';

/** The signature itself, keyId against the certificate, the content of the certificate. @see signing.md §4 */
export const SIGNATURE_FINDINGS = {
  'signature-encoding': {
    severity: 'error',
    message: 'The signature parameter is not Base64 of the signature.',
    remedy: 'Write the padded standard Base64 of the signature bytes on one line.',
    causes: {
      base64url: ['It is base64url, or its padding is missing.', 'Use Base64 with + and / and its padding.'],
      hex: ['It is hexadecimal.', 'Write Base64 of the signature bytes in place of hexadecimal.'],
      'line-wrapped': [
        'It is broken into lines or holds white space.',
        'Write it on one line: many encoders break lines unless they are told not to.',
      ],
      'double-base64': [
        'It is Base64 of Base64.',
        'Encode the signature bytes once: some libraries give Base64 already.',
      ],
    },
  },
  'signature-length': {
    severity: 'error',
    message: 'The signature has not the length of the key.',
    remedy: 'Send all of it: as many bytes as the key has, 256 for RSA-2048, in one Base64 text.',
    causes: {},
  },
  'key-mismatch': {
    severity: 'error',
    message: 'The signature was not made with the key of the certificate that was sent.',
    remedy: 'Use the private key of the seal certificate, and send that certificate.',
    causes: {},
  },
  'signature-padding': {
    severity: 'error',
    message: 'The signature is not padded by PKCS #1 v1.5 with the name of its hash.',
    remedy: 'Use RSASSA-PKCS1-v1_5 (SHA256withRSA), not PSS and not bare RSA.',
    causes: {},
  },
  'signature-double-hash': {
    severity: 'error',
    message: 'The signing string was hashed before it was given to the signing function, which hashes again.',
    remedy: 'Give the signing string itself to SHA256withRSA.',
    causes: {},
  },
  'signature-hash': {
    severity: 'error',
    message: 'The signature was made with another hash than SHA-256.',
    remedy: 'Sign with SHA-256 (SHA256withRSA).',
    causes: {
      sha1: ['The hash is SHA-1.', 'Sign with SHA256withRSA in place of SHA1withRSA.'],
      sha512: ['The hash is SHA-512.', 'Sign with SHA256withRSA in place of SHA512withRSA.'],
    },
  },
  'signature-invalid': {
    severity: 'error',
    message: 'The signature is of another string than the one these headers make.',
    remedy:
      'Compare your signing string with the one shown: name, colon, blank, value; LF between lines, none at the end.',
    causes: {
      'trailing-newline': [
        'A newline stands after the last line.',
        'Sign the string without a newline after the last line.',
      ],
      crlf: ['The lines are joined with CRLF.', 'Join the lines with LF alone.'],
      'no-space': [
        'The blank after the colon is missing.',
        'Write a colon and one blank between name and value.',
      ],
      'original-case': [
        'The names are not in lower case.',
        'Write the names in lower case in the signing string.',
      ],
      'values-lowercased': [
        'The values are in lower case too.',
        'Put the names alone into lower case; values stay as they are sent.',
      ],
      'values-only': [
        'Only the values were signed, without their names.',
        'Begin each line with the name, a colon and a blank.',
      ],
      'escaped-newline': [
        'The lines are joined with the two characters \\n.',
        'Join the lines with a real line feed, not with a backslash and an n.',
      ],
      unknown: 'No usual way of building it explains it.',
      'not-searched': 'The cause was not sought to the end.',
    },
  },
  'signature-invalid-order': {
    severity: 'error',
    message: 'The lines of the signing string are not those of headers, in that order.',
    remedy: 'Build the signing string in the order of headers.',
    causes: {
      sorted: 'They are sorted by name.',
      reversed: 'They are in reverse.',
      'request-order': 'They stand as the headers stand in the request.',
      other: 'They stand in another order.',
    },
  },
  'signature-invalid-target': {
    severity: 'error',
    message: 'The line (request-target) was built otherwise.',
    remedy: 'Write the method in lower case, a blank, and path and query exactly as on the request line.',
    causes: {
      absolute: ['It has the whole URL.', 'Write path and query alone, without scheme and host.'],
      'no-query': ['The query is left out.', 'Write the query too, from the question mark on.'],
      'upper-method': ['The method is in upper case.', 'Write the method in lower case.'],
      prefix: [
        'The path has another beginning.',
        'Write the path as it reaches the bank: a gateway may add or remove its beginning.',
      ],
      'no-space': ['The blank between method and path is missing.', 'Put one blank between method and path.'],
      percent: [
        'The percent-encoding is another.',
        'Take path and query as they are sent, neither decoded nor encoded again.',
      ],
    },
  },
  'signature-invalid-value': {
    severity: 'error',
    message: 'A signed header was changed after signing.',
    remedy: 'Sign the values that are sent, and let no library or gateway change them afterwards.',
    causes: {
      case: ['Upper and lower case differ.', 'Sign the value in the case in which it is sent.'],
      untrimmed: [
        'White space around the value was signed too.',
        'Take the white space around the value away before signing.',
      ],
      reencoded: [
        'The value is written or encoded otherwise.',
        'Sign the value in the very writing in which it is sent.',
      ],
      replaced: 'Another value was signed.',
    },
  },
  'signature-invalid-duplicate': {
    severity: 'error',
    message: 'A signed header was sent twice.',
    remedy: 'Send it once; libraries that add the header themselves must be told not to.',
    causes: {},
  },
  'keyid-mismatch': {
    severity: 'error',
    message: 'keyId names another certificate than the one that was sent.',
    remedy:
      'Write the serial number in hexadecimal and the issuer of the certificate by RFC 2253, last part first.',
    causes: {
      'decimal-serial': [
        'The serial number is in decimal.',
        'Write the serial number in upper-case hexadecimal.',
      ],
      subject: [
        'It names the subject; it must name the issuer.',
        'Write the issuer of the certificate after CA=.',
      ],
      reversed: [
        'The parts of the issuer are in reverse order.',
        'Write the issuer with its last part first: CN= as a rule, C= at the end.',
      ],
      slash: [
        'The issuer is written with slashes.',
        'Write the issuer by RFC 2253: last part first, commas between.',
      ],
      spaces: [
        'The issuer is in reverse order, with blanks around the equals signs.',
        'Write the issuer by RFC 2253: last part first, commas between, no blanks.',
      ],
      'ca-serial': [
        'The serial number is that of the certification authority.',
        'Write the serial number of the seal certificate itself.',
      ],
      'other-certificate': [
        'The serial number is that of another certificate.',
        'Take serial number and certificate from the same file: with a renewal both change.',
      ],
      unknown: 'It can not be matched with serial number and issuer of the certificate.',
    },
  },
  'keyid-style': {
    severity: 'warning',
    message: 'keyId names the certificate, but is not written by RFC 2253; another bank may refuse it.',
    remedy:
      'Write SN in upper-case hexadecimal without leading zeros, CA strictly by RFC 2253, raw between the quotes.',
    causes: {
      lowercase: [
        'Serial number or attribute names are in lower case.',
        'Write serial number and attribute names in upper case.',
      ],
      colons: ['The serial number has separators.', 'Take the separators out of the serial number.'],
      'leading-zero': ['The serial number has a leading zero.', 'Take the leading zero away.'],
      '0x': ['The serial number begins with 0x.', 'Leave 0x out.'],
      'comma-space': [
        'Blanks stand beside commas or equals signs.',
        'Leave out the blanks beside commas and equals signs.',
      ],
      'orgid-name': [
        'An attribute outside RFC 2253 is written by name.',
        'Write the attribute as its number, with # and the hexadecimal of its DER as value.',
      ],
      'orgid-string': [
        'An attribute outside RFC 2253 has its value as text, not as # and hexadecimal.',
        'Write the value as # and the hexadecimal of its DER.',
      ],
      'hex-upper': [
        'The hexadecimal after # is in upper case.',
        'Write the hexadecimal after # in lower case.',
      ],
      'string-tag': [
        'The hexadecimal after # has another string type than the certificate.',
        'Take the hexadecimal after # from the certificate itself.',
      ],
      percent: ['The issuer is percent-encoded.', 'Write the characters as they are, without percent signs.'],
      'portal-signer': 'The issuer has only CN, O, OU, L, ST and C, in that order.',
    },
  },
  'certificate-expired': {
    severity: 'error',
    message: 'The certificate has expired.',
    remedy: 'Sign with a certificate that is valid, and send that one.',
    causes: {},
  },
  'certificate-not-yet-valid': {
    severity: 'error',
    message: 'The certificate is not yet valid.',
    remedy: 'Sign with a certificate that is valid today, and check the clock of the machine.',
    causes: {},
  },
  'certificate-type': {
    severity: 'error',
    message: 'The certificate is one for web sites (QWAC); requests are signed with a seal certificate.',
    remedy: 'Sign with the QSealC and its key, and keep the QWAC for TLS.',
    causes: {},
  },
  'certificate-no-psd2': {
    severity: 'error',
    message: 'The certificate has no PSD2 statement (ETSI TS 119 495).',
    remedy: 'Use a seal certificate that a qualified provider issued for PSD2.',
    causes: {},
  },
  'certificate-qc-malformed': {
    severity: 'error',
    message: 'The qualified-certificate statements are encoded wrongly.',
    remedy: 'Have the certificate issued again with qcStatements as ETSI TS 119 495 encodes them.',
    causes: {
      unwrapped: 'The statement is not wrapped in a sequence of statements.',
      'flat-roles': 'The roles are not each a sequence of their own.',
      'name-oid-mismatch': 'The name of a role is not that of its identifier.',
      ncaid: 'The identifier of the authority is not of the form NO-FSA.',
    },
  },
  'certificate-role': {
    severity: 'error',
    message: 'The certificate lacks the role that this operation needs.',
    remedy: 'Use a certificate with the role: PSP_PI for payments, PSP_AI for account information.',
    causes: {},
  },
} as const satisfies Readonly<Record<string, FindingRow>>;
