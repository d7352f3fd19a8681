import { QC_MALFORMED } from '../certificates/qc-statements.ts';

const QC_CAUSES = Object.fromEntries(
  Object.entries(QC_MALFORMED.causes).map(([cause, says]) => [`certificate-qc-malformed/${cause}`, says]),
) as Record<`certificate-qc-malformed/${keyof typeof QC_MALFORMED.causes}`, string>;

/**
 * The closed table of findings: `code` for each code, and `code/cause` for the text that a cause adds to the message of
 * its code. The first line is the message, the second the remedy; a cause without a second line has the remedy of its
 * code. The codes are in the order of the checks, so the table is also the order of findings.
 * @see G3-order, G4-findings, G4-closed-table
 */
const TEXTS = {
  'signature-missing': `The request has no Signature header.
    Sign the request and send the result in the Signature header.`,
  'signature-missing/in-authorization-header': `The signature is in the Authorization header.
    Send the same value in the Signature header, without the word Signature.`,
  'encoded-word-format': `The RFC 2047 encoding of the Signature header is wrong.
    Encode the whole value once, as =?utf-8?B?<Base64 of its UTF-8>?= on one line. Pure ASCII needs no encoding.`,
  'encoded-word-format/inner': `Only part of the value is encoded.
    Encode the header's whole value, not just part of it.`,
  'encoded-word-format/twice': `The value is encoded twice.
    Encode it once, and check whether a library encodes it again.`,
  'encoded-word-format/base64url': `The payload is base64url, or its padding is missing.
    Use Base64 with + and / and its padding inside the encoded-word.`,
  'encoded-word-format/unterminated': `The closing ?= is missing.
    End the value with ?=, and check whether the header gets truncated on the way.`,
  'encoded-word-format/charset': `The charset isn't supported, or doesn't match the bytes.
    Encode the value as UTF-8 and name the charset utf-8.`,
  'encoded-word-format/raw': `The value has unencoded non-ASCII bytes.
    Encode the whole value once, as =?utf-8?B?<Base64 of its UTF-8>?=.`,
  'signature-header-format': `The Signature header isn't a list of key="value" pairs.
    Write keyId="…",algorithm="…",headers="…",signature="…", with commas and without spaces between them.`,
  'signature-header-format/unquoted': `A value has no double quotes.
    Put each value between double quotes.`,
  'signature-header-format/backslash-quotes': `The quotes are sent as \\".
    Send plain double quotes. Backslashes belong in program source or JSON.`,
  'signature-header-format/scheme-prefix': `The value begins with the word Signature.
    Remove the word Signature, so that the value begins with keyId=.`,
  'signature-header-format/duplicate-parameter': `A parameter is given twice.
    Send the header once, with each parameter once.`,
  'signature-header-format/smart-quotes': `The quotes are typographic.
    Type plain double quotes (U+0022). Word processors, wikis and chats replace them.`,
  'signature-header-format/jws': `It's a JWS or JWT.
    Send an HTTP signature (draft-cavage-http-signatures-10): keyId="…",algorithm="…",headers="…",signature="…".`,
  'signature-header-format/rfc9421': `It's an HTTP message signature as in RFC 9421.
    Sign as in draft-cavage-http-signatures-10: keyId="…",algorithm="…",headers="…",signature="…" in one header, and no Signature-Input.`,
  'signature-header-format/cut-short': `It ends in the middle: the rest is missing.
    Send the whole value. A field, a column or a log may have a limit on length.`,
  'headers-missing': `The Signature header has no headers parameter.
    Add headers="…" with the signed names in lower case, in the order of the signing string.`,
  'headers-format': `The headers parameter isn't a list of lower-case names separated by single spaces.
    Write it as headers="date digest x-request-id …".`,
  'headers-format/commas': `The names are separated by commas.
    Separate the names with one space.`,
  'headers-format/upper-case': `A name isn't in lower case.
    Write the names in lower case, as in the signing string.`,
  'keyid-format': `keyId doesn't have the form SN=<serial>,CA=<issuer>.
    Write SN= and the serial number in upper-case hexadecimal, then ,CA= and the issuer as in RFC 2253.`,
  'keyid-format/order': `CA comes before SN.
    Write SN= first, then ,CA=.`,
  'keyid-format/fingerprint': `It's a fingerprint of the certificate.
    Write the certificate's SN=<serial number>,CA=<issuer> instead.`,
  'keyid-format/identifier': `It's an identifier, not a serial number and an issuer.
    Write the certificate's SN=<serial number>,CA=<issuer> instead. The certificate itself says who you are.`,
  'certificate-missing': `The request has no TPP-Signature-Certificate header.
    Send the seal certificate in it, as Base64 of its DER on one line.`,
  'certificate-unparseable': `TPP-Signature-Certificate isn't a readable certificate.
    Send Base64 of the seal certificate's whole DER on one line. Compare the length with the file.`,
  'certificate-unparseable/csr': `It's a certificate signing request (CSR).
    Send the certificate that the issuer made from it.`,
  'certificate-unparseable/public-key': `It's a public key without its certificate.
    Send the seal certificate, which holds the key and says whose it is.`,
  'certificate-format': `The certificate isn't in an accepted format.
    Send one seal certificate with an RSA key of 2048 to 8192 bits, as Base64 of its DER on one line.`,
  'certificate-format/literal-newline': `The header contains the characters \\n instead of line ends.
    Remove the characters \\n. Base64 of the DER is one line.`,
  'certificate-format/several': `The header contains several certificates. Only the first is checked.
    Send only the seal certificate, without its chain.`,
  'certificate-format/private-key': `The header contains a private key. Treat that key as leaked and replace it.
    Send the certificate instead, and replace the key.`,
  'certificate-format/ec-key': `The key is an elliptic-curve key, but this bank expects RSA.
    Get a seal certificate with an RSA key of 2048 bits or more.`,
  'certificate-format/key-size': `The RSA key is shorter than 2048 or longer than 8192 bits.
    Use a seal certificate with an RSA key of 2048 to 8192 bits.`,
  'certificate-format-tolerated': `The certificate is readable, but isn't Base64 of its DER on one line. Other banks may refuse it.
    Send Base64 of the DER on one line, without PEM lines, spaces or percent signs.`,
  'certificate-format-tolerated/pem-one-line': `It's PEM on one line.
    Remove the PEM's BEGIN and END markers, and send the Base64 between them.`,
  'certificate-format-tolerated/pem-spaces': `It has white space instead of line ends.
    Remove the white space and the PEM's BEGIN and END markers.`,
  'certificate-format-tolerated/base64-of-pem': `It's Base64 of a PEM file.
    Encode the DER, not the PEM file. The value is what's between its first and last line.`,
  'certificate-format-tolerated/base64url': `It's base64url, or its padding is missing.
    Use Base64 with + and / and its padding.`,
  'certificate-format-tolerated/percent-encoded': `It's percent-encoded.
    Send the Base64 unchanged. Headers aren't percent-encoded.`,
  'algorithm-missing': `The Signature header has no algorithm parameter.
    Add algorithm="rsa-sha256".`,
  'algorithm-unexpected': `The algorithm isn't rsa-sha256.
    Sign with RSA (PKCS #1 v1.5) and SHA-256 and write algorithm="rsa-sha256".`,
  'algorithm-unexpected/java-name': `It's Java's name for the algorithm.
    Write algorithm="rsa-sha256", which Java calls SHA256withRSA.`,
  'algorithm-unexpected/hs2019': `It's hs2019, from a later draft.
    Write algorithm="rsa-sha256".`,
  'algorithm-unexpected/rsa-sha512': "It's rsa-sha512.",
  'algorithm-unexpected/other': "This bank doesn't know the name.",
  'date-missing': `The request has no Date header.
    Send Date with the time of signing, such as Mon, 01 Feb 2027 12:00:00 GMT, and sign it.`,
  'date-format': `Date isn't in the HTTP date format.
    Write it in GMT, such as Mon, 01 Feb 2027 12:00:00 GMT.`,
  'date-format/iso': "It's an ISO 8601 date.",
  'date-format/offset': `It has a time zone other than GMT.
    Convert the time to UTC and put GMT after it.`,
  'date-format/weekday': `The weekday doesn't match the date.
    Take weekday and date from the same instant, in UTC.`,
  'date-format/other': "It has another format, or isn't a real date.",
  'date-skew': `Date is more than 60 seconds off the bank's clock.
    Set Date when you send the request, and keep your machine's clock in sync.`,
  'date-skew-timezone': `Date is whole hours off the bank's clock.
    Local time was sent as GMT. Convert it to UTC first.`,
  'listed-header-absent': `A header is listed in headers, but not in the request.
    Send the header, or remove its name from headers and the signing string.`,
  'required-header-not-signed': `A header that must be signed isn't listed in headers.
    Add its name to headers, and its line to the signing string.`,
  'digest-missing': `The request has a body, but no Digest header.
    Send Digest: SHA-256=<Base64 of the SHA-256 of the exact body> and sign it.`,
  'digest-format': `Digest isn't SHA-256=<Base64> or SHA-512=<Base64> of the right length.
    Write SHA-256= and the padded Base64 of the 32 hash bytes.`,
  'digest-format/no-algorithm': `The name of the algorithm is missing.
    Write SHA-256= before the Base64.`,
  'digest-format/base64url': `The hash is base64url, or its padding is missing.
    Use Base64 with + and / and its padding.`,
  'digest-format/wrong-label': `The name doesn't match the algorithm.
    Use the right name: SHA-256 has 32 bytes, SHA-512 has 64.`,
  'digest-format/structured-field': `It's written as a structured field, between colons.
    Write SHA-256=<Base64>, without colons.`,
  'digest-format/lower-case': `The name isn't in upper case. Other banks may refuse it.
    Write SHA-256 in upper case.`,
  'digest-mismatch': `Digest isn't the hash of the body that was sent.
    Hash exactly the bytes you send, after any last change.`,
  'digest-mismatch/reserialised': `It's the hash of the same JSON in a different format: the body was serialised again after hashing.
    Serialise the body once, then hash and send those bytes.`,
  'digest-mismatch/trailing-newline': `The body ends with a newline that wasn't hashed.
    Hash the newline too, or send the body without it.`,
  'digest-mismatch/missing-newline': `The hash includes a final newline that isn't in the body.
    Send the newline too, or remove it before hashing.`,
  'digest-mismatch/crlf': `The line ends of the body were changed between LF and CRLF.
    Hash the bytes you send, after any change of line ends. curl sends files unchanged only with --data-binary.`,
  'digest-mismatch/latin1': `The body and the hash use different character encodings. Both must be UTF-8.
    Encode the text as UTF-8 once, then hash and send those bytes.`,
  'digest-mismatch/bom': `Only one of body and hash has a byte order mark.
    Send the body without a byte order mark, and hash it without one.`,
  'digest-mismatch/ascii-escaped': `Non-ASCII characters are escaped as \\u in only one of body and hash.
    Serialise the body once, then hash and send those bytes.`,
  'digest-mismatch/key-order': `It's the hash of the same JSON with its members in a different order.
    Serialise the body once, then hash and send those bytes.`,
  'digest-mismatch/content-encoding': `The content encoding of hash and body differs. Hash the bytes you send.
    Hash the bytes after compression, or send the body without compression.`,
  'digest-mismatch/hex': `The hash is written in hexadecimal instead of Base64.
    Write Base64 of the hash bytes instead of hexadecimal.`,
  'digest-mismatch/base64-of-hex': `It's Base64 of the hexadecimal text instead of the hash bytes.
    Base64-encode the hash's bytes, not its hexadecimal text.`,
  'digest-mismatch/empty-object': `One of body and hash is empty, or {}.
    Hash what you send: zero bytes without a body, or the two bytes of {}.`,
  'digest-mismatch/encoded': `The body was hashed or sent in Base64, percent-encoding or form encoding, but not both.
    Hash exactly the text you send, encoded or not.`,
  'digest-mismatch/body-lost': `It's the hash of something, but the request has no body.
    Send the body with the request. Without a body, leave out Digest.`,
  'digest-mismatch/unknown': `No common change to the body explains it.
    Hash exactly the bytes you send, after any last change. The body was probably edited after it was hashed: psd2 verify diff SIGNED SENT, with the request as it was signed, shows where.`,
  'digest-mismatch/not-searched': 'The search for the cause was stopped early.',
  'signature-encoding': `The signature parameter isn't Base64 of the signature.
    Write standard, padded Base64 of the signature bytes on one line.`,
  'signature-encoding/base64url': `It's base64url, or its padding is missing.
    Use Base64 with + and / and its padding.`,
  'signature-encoding/hex': `It's hexadecimal.
    Write Base64 of the signature bytes instead of hexadecimal.`,
  'signature-encoding/line-wrapped': `It's split into lines or contains white space.
    Write it on one line. Many encoders break lines unless told not to.`,
  'signature-encoding/double-base64': `It's Base64 of Base64.
    Encode the signature bytes once. Some libraries already return Base64.`,
  'signature-length': `The signature doesn't have the key's length.
    Send the whole signature as one Base64 text. It's as long as the key: 256 bytes for RSA-2048.`,
  'signature-length/empty': `It's empty.
    Sign the signing string, and write the Base64 of the signature here.`,
  'signature-length/cut-short': `Its end is missing.
    Send all of it. Look for what cuts long texts.`,
  'signature-length/hash': `It's as long as a hash or an HMAC.
    Sign with the certificate's RSA private key (SHA256withRSA), not with a hash function or a shared secret.`,
  'signature-length/ecdsa': `It's an ECDSA signature.
    Sign with the certificate's RSA private key.`,
  'signature-length/mangled': `Its bytes were read as text before they were encoded.
    Encode the bytes that the signing function returns. Never make a string of them first.`,
  'key-mismatch': `The signature doesn't match the key of the certificate that was sent.
    Sign with the seal certificate's private key, and send that certificate.`,
  'key-mismatch/ca-certificate': `The certificate that was sent is a certification authority's.
    Send the seal certificate that the authority issued to you. Its own certificate signs no requests.`,
  'signature-padding': `The signature isn't padded with PKCS #1 v1.5 and the name of its hash.
    Use RSASSA-PKCS1-v1_5 (SHA256withRSA), not PSS or raw RSA.`,
  'signature-double-hash': `The signing string was hashed before signing, and the signing function hashes it again.
    Pass the signing string itself to SHA256withRSA.`,
  'signature-hash': `The signature was made with another hash than SHA-256.
    Sign with SHA-256 (SHA256withRSA).`,
  'signature-hash/sha1': `The hash is SHA-1.
    Sign with SHA256withRSA instead of SHA1withRSA.`,
  'signature-hash/sha512': `The hash is SHA-512.
    Sign with SHA256withRSA instead of SHA512withRSA.`,
  'signature-invalid': `The signed string isn't the one these headers produce.
    Compare your signing string with the one shown: name, colon, space and value in each line, with LF between lines but not at the end.`,
  'signature-invalid/trailing-newline': `There's a newline after the last line.
    Sign the string without a newline after the last line.`,
  'signature-invalid/crlf': `The lines are joined with CRLF.
    Join the lines with LF only.`,
  'signature-invalid/no-space': `The space after the colon is missing.
    Put a colon and one space between name and value.`,
  'signature-invalid/original-case': `The names aren't in lower case.
    Write the names in lower case in the signing string.`,
  'signature-invalid/values-lowercased': `The values are in lower case too.
    Convert only the names to lower case. Keep values as they're sent.`,
  'signature-invalid/values-only': `Only the values were signed, without their names.
    Begin each line with the name, a colon and a space.`,
  'signature-invalid/escaped-newline': `The lines are joined with the two characters \\n.
    Join the lines with a real line feed, not with a backslash and an n.`,
  'signature-invalid/leading-newline': `There's a newline before the first line.
    Begin the string with the first line. A template literal or heredoc may begin with a newline.`,
  'signature-invalid/indented': `The lines are indented.
    Sign the lines without white space before them. A template literal or heredoc keeps its indentation.`,
  'signature-invalid/joined': `The lines aren't joined with LF.
    Join the lines with one LF and nothing else.`,
  'signature-invalid/line-left-out': `A line of a header in headers was left out.
    Sign one line for each name in headers, in that order.`,
  'signature-invalid/line-added': `A line was signed that isn't in headers.
    Sign only the names in headers, or list each name you sign.`,
  'signature-invalid/body-only': `The body or its hash was signed, and there's no signing string.
    Sign the signing string. It covers the body through the digest line.`,
  'signature-invalid/encoded': `The whole signing string was encoded before it was signed.
    Pass the bytes of the signing string itself to the signing function, and encode only the signature.`,
  'signature-invalid/unknown': 'None of the changes that were tried explains it.',
  'signature-invalid/not-searched': 'The search for the cause was stopped early.',
  'signature-invalid-order': `The lines of the signing string aren't in the order of headers.
    Build the signing string in the order of headers.`,
  'signature-invalid-order/sorted': "They're sorted by name.",
  'signature-invalid-order/reversed': "They're reversed.",
  'signature-invalid-order/request-order': "They're in the order of the request's headers.",
  'signature-invalid-order/other': "They're in another order.",
  'signature-invalid-target': `The (request-target) line was built differently.
    Write the method in lower case, a space, and path and query exactly as on the request line.`,
  'signature-invalid-target/absolute': `It contains the whole URL.
    Write only path and query, without scheme and host.`,
  'signature-invalid-target/no-query': `The query is missing.
    Include the query, from the question mark on.`,
  'signature-invalid-target/upper-method': `The method is in upper case.
    Write the method in lower case.`,
  'signature-invalid-target/prefix': `The path starts differently.
    Write the path as it reaches the bank. A gateway may add or remove a prefix.`,
  'signature-invalid-target/no-space': `The space between method and path is missing.
    Put one space between method and path.`,
  'signature-invalid-target/percent': `The percent-encoding is different.
    Use path and query as they're sent, without decoding or encoding them again.`,
  'signature-invalid-value': `A signed header was changed after signing.
    Sign the values you send, and make sure no library or gateway changes them later.`,
  'signature-invalid-value/case': `Upper and lower case differ.
    Sign the value with the upper and lower case you send.`,
  'signature-invalid-value/untrimmed': `White space around the value was signed too.
    Remove the white space around the value before signing.`,
  'signature-invalid-value/reencoded': `The value is formatted or encoded differently.
    Sign the value exactly as you send it.`,
  'signature-invalid-value/port': `Its port is different.
    Sign Host exactly as it is sent. HTTP libraries leave out the usual port of the scheme, and add any other.`,
  'signature-invalid-value/charset': `Its charset parameter is different.
    Sign Content-Type exactly as it is sent. Many HTTP libraries add a charset to it.`,
  'signature-invalid-value/replaced': 'A different value was signed.',
  'signature-invalid-duplicate': `A signed header was sent twice.
    Send it once. If a library adds the header itself, turn that off.`,
  'keyid-mismatch': `keyId doesn't match the certificate that was sent.
    Write the certificate's serial number in hexadecimal, and its issuer as in RFC 2253, last part first.`,
  'keyid-mismatch/decimal-serial': `The serial number is in decimal.
    Write the serial number in upper-case hexadecimal.`,
  'keyid-mismatch/subject': `It has the subject instead of the issuer.
    Write the certificate's issuer after CA=.`,
  'keyid-mismatch/reversed': `The parts of the issuer are in reverse order.
    Write the issuer with its last part first: usually CN= first and C= last.`,
  'keyid-mismatch/slash': `The issuer is written with slashes.
    Write the issuer as in RFC 2253: last part first, separated by commas.`,
  'keyid-mismatch/spaces': `The issuer is in reverse order, with spaces around the equals signs.
    Write the issuer as in RFC 2253: last part first, separated by commas without spaces.`,
  'keyid-mismatch/ca-serial': `The serial number is the certification authority's.
    Write the seal certificate's own serial number.`,
  'keyid-mismatch/other-certificate': `The serial number isn't this certificate's: it's another's, or the serial of its CA.
    Take the serial number and certificate from the same file. Both change with a renewal.`,
  'keyid-mismatch/unknown': 'Its serial number or its issuer is different.',
  'keyid-style': `keyId matches the certificate, but isn't in RFC 2253 format. Other banks may refuse it.
    Write SN in upper-case hexadecimal without leading zeros, and CA strictly as in RFC 2253, unescaped between the quotes.`,
  'keyid-style/lowercase': `Serial number or attribute names are in lower case.
    Write serial number and attribute names in upper case.`,
  'keyid-style/colons': `The serial number has separators.
    Remove the separators from the serial number.`,
  'keyid-style/leading-zero': `The serial number has a leading zero.
    Remove the leading zero.`,
  'keyid-style/0x': `The serial number begins with 0x.
    Remove 0x.`,
  'keyid-style/comma-space': `There are spaces around commas or equals signs.
    Remove the spaces around commas and equals signs.`,
  'keyid-style/orgid-name': `An attribute outside RFC 2253 is written by name.
    Write the attribute as its OID, with # and its DER in hexadecimal as the value.`,
  'keyid-style/orgid-string': `An attribute outside RFC 2253 has its value as text, not as # and hexadecimal.
    Write the value as # and its DER in hexadecimal.`,
  'keyid-style/hex-upper': `The hexadecimal after # is in upper case.
    Write the hexadecimal after # in lower case.`,
  'keyid-style/string-tag': `The hexadecimal after # has a different string type than the certificate.
    Copy the hexadecimal after # from the certificate itself.`,
  'keyid-style/percent': `The issuer is percent-encoded.
    Write the characters unencoded, without percent signs.`,
  'keyid-style/portal-signer': 'The issuer has only CN, O, OU, L, ST and C, in that order.',
  'certificate-expired': `The certificate has expired.
    Sign with a valid certificate, and send that one.`,
  'certificate-not-yet-valid': `The certificate isn't valid yet.
    Sign with a certificate that's valid today, and check your machine's clock.`,
  'certificate-type': `The certificate is a website certificate (QWAC). Requests are signed with a seal certificate.
    Sign with the QSealC and its key, and keep the QWAC for TLS.`,
  'certificate-no-psd2': `The certificate has no PSD2 statement (ETSI TS 119 495).
    Use a PSD2 seal certificate from a qualified provider.`,
  'certificate-qc-malformed': `${QC_MALFORMED.message}
    ${QC_MALFORMED.remedy}`,
  ...QC_CAUSES,
  'certificate-role': `The certificate lacks the role this operation needs.
    Use a certificate with the right role: PSP_PI for payments, PSP_AI for account information.`,
  'required-header-absent': `The bank asks for a header that the request lacks.
    Send what's missing, and sign what must be signed.`,
};

const WARNINGS = ['certificate-format-tolerated', 'keyid-style', 'required-header-absent'];

type TextName = keyof typeof TEXTS;

/** The codes of the table. @see G3-first-error, G4-findings, G4-causes */
export type FindingCode = Exclude<TextName, `${string}/${string}`>;

type CauseIn<Name, Code> = Code extends string
  ? Name extends `${Code}/${infer Cause}`
    ? Cause
    : never
  : never;

/** The causes of one code; never if it has none. */
export type FindingCause<Code extends FindingCode = FindingCode> = CauseIn<TextName, Code>;

/**
 * The texts of one code. The text of a cause follows the message; it has a remedy if the remedy of the code doesn't
 * fit.
 */
export interface FindingRow {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly remedy: string;
  readonly causes: Readonly<Record<string, { readonly says: string; readonly remedy?: string | undefined }>>;
}

/** The table by code. */
export const FINDINGS = readRows();

function readRows(): Readonly<Record<FindingCode, FindingRow>> {
  const rows = new Map<string, FindingRow>();
  for (const [name, text] of Object.entries(TEXTS)) {
    const [code = '', cause] = name.split('/');
    const [says = '', remedy] = text.split(/\n */);
    if (cause !== undefined) Object.assign(rows.get(code)?.causes ?? {}, { [cause]: { says, remedy } });
    else {
      const severity = WARNINGS.includes(code) ? 'warning' : 'error';
      rows.set(code, { severity, message: says, remedy: remedy ?? '', causes: {} });
    }
  }
  return Object.fromEntries(rows) as Record<FindingCode, FindingRow>;
}

type Severity = 'error' | 'warning';

/** An unconfirmed part of the request, and the reason why it may be the cause. */
export interface Suspect {
  /** The lower-case header; absent for other parts. */
  readonly header?: string;
  /** One sentence. */
  readonly reason: string;
}

/** The first difference between the hashed body and the sent body. */
export interface TextDifference {
  /** The number of bytes of the sent body before the difference. */
  readonly offset: number;
  /** The position in the sent body; line and column begin at 1. */
  readonly line: number;
  readonly column: number;
  /** The hashed text around the difference, with control characters as \n, \t, \u{…}. */
  readonly expected: string;
  /** The sent text around the difference. */
  readonly found: string;
  /** The number of characters at the start of each excerpt that are the same in both texts. */
  readonly same: number;
}

export interface Finding {
  readonly code: FindingCode;
  readonly cause?: FindingCause;
  readonly severity: Severity;
  /** True if the fault is visible, or if a string with that change has the signed hash. */
  readonly proved: boolean;
  /** The lower-case header that the finding is about. */
  readonly header?: string;
  /** The possible causes if none is proved, the most likely first. @see G3-never-false */
  readonly suspects?: readonly Suspect[];
  /** The message; its first words name the fault. */
  readonly message: string;
  /** The remedy. */
  readonly remedy: string;
  /** The expected header value, keyId or signing string. @see G4-expected-found */
  readonly expected?: string;
  /** The found value, or the string that was signed. */
  readonly found?: string;
  /** The difference between hashed and sent body; it quotes parts of the body. */
  readonly difference?: TextDifference;
}

export interface FindingDetails<Code extends FindingCode>
  extends Partial<Pick<Finding, 'header' | 'suspects' | 'expected' | 'found' | 'difference'>> {
  readonly cause?: FindingCause<Code> | undefined;
  /** Replaces the severity of the table. */
  readonly severity?: Severity;
  /** Replaces the text of the cause if the cause no longer applies fully or more is known. */
  readonly says?: string | undefined;
  /** Replaces the remedy of the table if more is known. */
  readonly remedy?: string | undefined;
  /** One more sentence with the actual values. */
  readonly detail?: string | undefined;
}

/** Adds a finding to the findings of a request. */
export type Report = <Code extends FindingCode>(code: Code, details?: FindingDetails<Code>) => void;

/** A problem found by the parser of a header. */
export interface Problem<Code extends FindingCode> {
  /** True if only a stricter bank would reject it. */
  readonly tolerated: boolean;
  readonly cause?: FindingCause<Code> | undefined;
  /** One sentence, reported if there is no cause. */
  readonly detail?: string;
  /** Replaces the text of the cause. */
  readonly says?: string | undefined;
}

/** Converts a problem to the details of its finding. */
export function describeProblem<Code extends FindingCode>(problem: Problem<Code>): FindingDetails<Code> {
  const { tolerated, cause, detail, says } = problem;
  return {
    cause,
    says,
    severity: tolerated ? 'warning' : 'error',
    detail: cause === undefined ? detail : undefined,
  };
}

/** Removes problems with the same text as an earlier one. */
export function deduplicate<One extends Problem<FindingCode>>(problems: readonly One[]): One[] {
  return [...new Map(problems.map((problem) => [problem.detail, problem])).values()];
}

/** All codes in the order in which findings are reported. */
export const FINDING_CODES = Object.keys(FINDINGS) as readonly FindingCode[];

/** The causes without a proof. */
const UNPROVED: readonly string[] = ['unknown', 'not-searched'];

export function createFinding<Code extends FindingCode>(
  code: Code,
  details: FindingDetails<Code> = {},
): Finding {
  const { cause, severity, header, suspects, says, detail, remedy, expected, found, difference } = details;
  const row = FINDINGS[code];
  const text = cause === undefined ? undefined : row.causes[cause];
  const all: Finding = {
    code,
    cause: cause as FindingCause | undefined,
    severity: severity ?? row.severity,
    proved: cause === undefined || !UNPROVED.includes(cause),
    header,
    suspects,
    message: [row.message, says ?? text?.says, detail].filter((part) => part !== undefined).join(' '),
    remedy: remedy ?? text?.remedy ?? row.remedy,
    expected,
    found,
    difference,
  };
  // Omits absent values, so that every key of a finding has a value.
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as unknown as Finding;
}

/** Lists the causes of a code in the order of the table. */
export function listCauses<Code extends FindingCode>(code: Code): readonly FindingCause<Code>[] {
  return Object.keys(FINDINGS[code].causes) as FindingCause<Code>[];
}

export function isError({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'error';
}

/** Sorts findings: errors before warnings, each in the order of the checks. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const place = (one: Finding) => FINDING_CODES.indexOf(one.code) + (isError(one) ? 0 : FINDING_CODES.length);
  return findings.length < 2 ? [...findings] : findings.toSorted((left, right) => place(left) - place(right));
}

/** `valid`, `valid-with-warning`, or the code of the first error. @see G4-verdicts */
export type Verdict = 'valid' | 'valid-with-warning' | FindingCode;

export function getVerdict(ordered: readonly Finding[]): Verdict {
  const error = ordered.find(isError);
  if (error !== undefined) return error.code;
  return ordered.length === 0 ? 'valid' : 'valid-with-warning';
}

/** Codes that report a header that isn't sent. */
const OF_UNSENT = ['date-missing', 'digest-missing', 'listed-header-absent', 'required-header-absent'];

/**
 * Finds the findings that follow from an earlier error, so that a missing header is reported once. Checks of an
 * unreadable header or certificate don't run, so they have no consequences here.
 * @see C-verify-report
 */
export function findConsequences(findings: readonly Finding[]): readonly { finding: Finding; of: Finding }[] {
  const unsent = findings.filter(({ code }) => OF_UNSENT.includes(code));
  return unsent.flatMap((finding, place) => {
    const of = unsent.slice(0, place).find((one) => isError(one) && one.header === finding.header);
    return of === undefined ? [] : [{ finding, of }];
  });
}

/**
 * The policy that sets severities. `inspect` is the policy of `psd2 verify`: all findings have the severity of
 * G4-severities.
 */
export type VerifyPolicy = 'sandbox' | 'production' | 'inspect';

const CERTIFICATE_ERRORS: ReadonlySet<FindingCode> = new Set([
  'certificate-missing',
  'certificate-unparseable',
  'certificate-format',
]);

/** The warnings that `--strict` turns into errors. @see G4-strict */
const STRICT_ERRORS: ReadonlySet<FindingCode> = new Set(['certificate-format-tolerated', 'keyid-style']);

/**
 * Returns the finding with its severity under a policy. A leading zero, as `openssl x509 -serial` prints it, doesn't
 * change the serial number, so production reports it as a warning.
 * @see G4-severities, D12-production-policy, G2-key-id
 */
export function applyPolicy(finding: Finding, policy: VerifyPolicy = 'inspect', strict = false): Finding {
  const isError = strict
    ? STRICT_ERRORS.has(finding.code)
    : policy === 'production' && STRICT_ERRORS.has(finding.code) && finding.cause !== 'leading-zero';
  if (isError) return { ...finding, severity: 'error' };
  const isMild =
    policy === 'sandbox' && finding.code.startsWith('certificate-') && !CERTIFICATE_ERRORS.has(finding.code);
  return isMild ? { ...finding, severity: 'warning' } : finding;
}
