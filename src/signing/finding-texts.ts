/**
 * The closed table of findings: code, severity, causes, words. Rows stand in the order of the checks, so the
 * table is also the order of findings. The words of a cause are put after the message.
 * @see signing.md §3, §4
 */
export interface FindingRow {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly remedy: string;
  readonly causes: Readonly<Record<string, string>>;
}

export const FINDINGS = {
  'signature-missing': {
    severity: 'error',
    message: 'The request has no Signature header.',
    remedy: 'Sign the request and send the result in the header Signature.',
    causes: { 'in-authorization-header': 'The signature stands in the Authorization header.' },
  },
  'encoded-word-format': {
    severity: 'error',
    message: 'The RFC 2047 encoding of the Signature header is wrong.',
    remedy:
      'Encode the whole value once, as =?utf-8?B?<Base64 of its UTF-8>?= on one line; pure ASCII needs no encoding.',
    causes: {
      inner: 'Only a part of the value is encoded.',
      twice: 'The value is encoded twice.',
      base64url: 'The payload is base64url, or its padding is missing.',
      unterminated: 'The closing ?= is missing.',
      charset: 'The charset is not taken, or the octets are not of that charset.',
      raw: 'The value holds octets beyond ASCII as they are.',
    },
  },
  'signature-header-format': {
    severity: 'error',
    message: 'The Signature header is not written as key="value" pairs.',
    remedy:
      'Write keyId="…",algorithm="…",headers="…",signature="…", with commas and without blanks between them.',
    causes: {
      unquoted: 'A value stands without double quotes.',
      'backslash-quotes': 'The quotes are sent as \\".',
      'scheme-prefix': 'The value begins with the word Signature.',
      'duplicate-parameter': 'A parameter is given twice.',
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
    causes: { commas: 'The names are separated by commas.', 'upper-case': 'A name is not in lower case.' },
  },
  'keyid-format': {
    severity: 'error',
    message: 'keyId has not the form SN=<serial>,CA=<issuer>.',
    remedy:
      'Write SN= and the serial number in upper-case hexadecimal, then ,CA= and the issuer by RFC 2253.',
    causes: { order: 'CA stands before SN.', fingerprint: 'It is a fingerprint of the certificate.' },
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
      'literal-newline': 'The header holds the characters \\n where lines ended.',
      several: 'The header holds more than one certificate; the first is looked at.',
      'private-key': 'The header holds a private key. Consider that key known to others and replace it.',
      'ec-key': 'The key is an elliptic-curve key; this bank expects RSA.',
      'key-size': 'The RSA key is shorter than 2048 or longer than 8192 bits.',
    },
  },
  'certificate-format-tolerated': {
    severity: 'warning',
    message:
      'The certificate is readable, but not sent as Base64 of its DER on one line; another bank may refuse it.',
    remedy: 'Send Base64 of the DER on one line, without PEM lines, blanks or percent signs.',
    causes: {
      'pem-one-line': 'It is PEM on one line.',
      'pem-spaces': 'It holds white space where lines ended.',
      'base64-of-pem': 'It is Base64 of a PEM file.',
      base64url: 'It is base64url, or its padding is missing.',
      'percent-encoded': 'It is percent-encoded.',
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
      'java-name': 'It is named as Java names it.',
      hs2019: 'It is hs2019, of a later draft.',
      'rsa-sha512': 'It is rsa-sha512.',
      other: 'It is a name this bank does not know.',
    },
  },
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
  'signature-encoding': {
    severity: 'error',
    message: 'The signature parameter is not Base64 of the signature.',
    remedy: 'Write the padded standard Base64 of the signature bytes on one line.',
    causes: {
      base64url: 'It is base64url, or its padding is missing.',
      hex: 'It is hexadecimal.',
      'line-wrapped': 'It is broken into lines or holds white space.',
      'double-base64': 'It is Base64 of Base64.',
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
    causes: { sha1: 'The hash is SHA-1.', sha512: 'The hash is SHA-512.' },
  },
  'signature-invalid': {
    severity: 'error',
    message: 'The signature is of another string than the one these headers make.',
    remedy:
      'Compare your signing string with the one shown: name, colon, blank, value; LF between lines, none at the end.',
    causes: {
      'trailing-newline': 'A newline stands after the last line.',
      crlf: 'The lines are joined with CRLF.',
      'no-space': 'The blank after the colon is missing.',
      'original-case': 'The names are not in lower case.',
      'values-lowercased': 'The values are in lower case too.',
      'values-only': 'Only the values were signed, without their names.',
      'escaped-newline': 'The lines are joined with the two characters \\n.',
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
      absolute: 'It has the whole URL.',
      'no-query': 'The query is left out.',
      'upper-method': 'The method is in upper case.',
      prefix: 'The path has another beginning.',
      'no-space': 'The blank between method and path is missing.',
      percent: 'The percent-encoding is another.',
    },
  },
  'signature-invalid-value': {
    severity: 'error',
    message: 'A signed header was changed after signing.',
    remedy: 'Sign the values that are sent, and let no library or gateway change them afterwards.',
    causes: {
      case: 'Upper and lower case differ.',
      untrimmed: 'White space around the value was signed too.',
      reencoded: 'The value is written or encoded otherwise.',
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
      'decimal-serial': 'The serial number is in decimal.',
      subject: 'It names the subject; it must name the issuer.',
      reversed: 'The parts of the issuer are in reverse order.',
      slash: 'The issuer is written with slashes.',
      spaces: 'The issuer is in reverse order, with blanks around the equals signs.',
      'ca-serial': 'The serial number is that of the certification authority.',
      'other-certificate': 'The serial number is that of another certificate.',
      unknown: 'The issuer is not the one in the certificate.',
    },
  },
  'keyid-style': {
    severity: 'warning',
    message: 'keyId names the certificate, but is not written by RFC 2253; another bank may refuse it.',
    remedy:
      'Write SN in upper-case hexadecimal without leading zeros, CA strictly by RFC 2253, raw between the quotes.',
    causes: {
      lowercase: 'Serial number or attribute names are in lower case.',
      colons: 'The serial number has separators.',
      'leading-zero': 'The serial number has a leading zero.',
      '0x': 'The serial number begins with 0x.',
      'comma-space': 'Blanks stand beside commas or equals signs.',
      'orgid-name': 'An attribute outside RFC 2253 is written by name.',
      'orgid-string': 'An attribute outside RFC 2253 has its value as text, not as # and hexadecimal.',
      'hex-upper': 'The hexadecimal after # is in upper case.',
      'string-tag': 'The hexadecimal after # has another string type than the certificate.',
      percent: 'The issuer is percent-encoded.',
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
