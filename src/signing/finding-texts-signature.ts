import type { FindingRow } from './finding-row.ts';

/** The signature itself. @see G4-findings */
export const SIGNATURE_FINDINGS = {
  'signature-encoding': {
    severity: 'error',
    message: "The signature parameter isn't Base64 of the signature.",
    remedy: 'Write standard, padded Base64 of the signature bytes on one line.',
    causes: {
      base64url: ["It's base64url, or its padding is missing.", 'Use Base64 with + and / and its padding.'],
      hex: ["It's hexadecimal.", 'Write Base64 of the signature bytes instead of hexadecimal.'],
      'line-wrapped': [
        "It's split into lines or contains white space.",
        'Write it on one line. Many encoders break lines unless told not to.',
      ],
      'double-base64': [
        "It's Base64 of Base64.",
        'Encode the signature bytes once. Some libraries already return Base64.',
      ],
    },
  },
  'signature-length': {
    severity: 'error',
    message: "The signature doesn't have the key's length.",
    remedy: "Send the whole signature as one Base64 text. It's as long as the key: 256 bytes for RSA-2048.",
    causes: {
      empty: ["It's empty.", 'Sign the signing string, and write the Base64 of the signature here.'],
      'cut-short': ['Its end is missing.', 'Send all of it. Look for what cuts long texts.'],
      hash: [
        "It's as long as a hash or an HMAC.",
        "Sign with the certificate's RSA private key (SHA256withRSA), not with a hash function or a shared secret.",
      ],
      ecdsa: ["It's an ECDSA signature.", "Sign with the certificate's RSA private key."],
      mangled: [
        'Its bytes were read as text before they were encoded.',
        'Encode the bytes that the signing function returns. Never make a string of them first.',
      ],
    },
  },
  'key-mismatch': {
    severity: 'error',
    message: "The signature doesn't match the key of the certificate that was sent.",
    remedy: "Sign with the seal certificate's private key, and send that certificate.",
    causes: {
      'ca-certificate': [
        "The certificate that was sent is a certification authority's.",
        'Send the seal certificate that the authority issued to you. Its own certificate signs no requests.',
      ],
    },
  },
  'signature-padding': {
    severity: 'error',
    message: "The signature isn't padded with PKCS #1 v1.5 and the name of its hash.",
    remedy: 'Use RSASSA-PKCS1-v1_5 (SHA256withRSA), not PSS or raw RSA.',
    causes: {},
  },
  'signature-double-hash': {
    severity: 'error',
    message: 'The signing string was hashed before signing, and the signing function hashes it again.',
    remedy: 'Pass the signing string itself to SHA256withRSA.',
    causes: {},
  },
  'signature-hash': {
    severity: 'error',
    message: 'The signature was made with another hash than SHA-256.',
    remedy: 'Sign with SHA-256 (SHA256withRSA).',
    causes: {
      sha1: ['The hash is SHA-1.', 'Sign with SHA256withRSA instead of SHA1withRSA.'],
      sha512: ['The hash is SHA-512.', 'Sign with SHA256withRSA instead of SHA512withRSA.'],
    },
  },
  'signature-invalid': {
    severity: 'error',
    message: "The signed string isn't the one these headers produce.",
    remedy:
      'Compare your signing string with the one shown: name, colon, space and value in each line, with LF between lines but not at the end.',
    causes: {
      'trailing-newline': [
        "There's a newline after the last line.",
        'Sign the string without a newline after the last line.',
      ],
      crlf: ['The lines are joined with CRLF.', 'Join the lines with LF only.'],
      'no-space': [
        'The space after the colon is missing.',
        'Put a colon and one space between name and value.',
      ],
      'original-case': [
        "The names aren't in lower case.",
        'Write the names in lower case in the signing string.',
      ],
      'values-lowercased': [
        'The values are in lower case too.',
        "Convert only the names to lower case. Keep values as they're sent.",
      ],
      'values-only': [
        'Only the values were signed, without their names.',
        'Begin each line with the name, a colon and a space.',
      ],
      'escaped-newline': [
        'The lines are joined with the two characters \\n.',
        'Join the lines with a real line feed, not with a backslash and an n.',
      ],
      'leading-newline': [
        "There's a newline before the first line.",
        'Begin the string with the first line. A template literal or heredoc may begin with a newline.',
      ],
      indented: [
        'The lines are indented.',
        'Sign the lines without white space before them. A template literal or heredoc keeps its indentation.',
      ],
      joined: ["The lines aren't joined with LF.", 'Join the lines with one LF and nothing else.'],
      'line-left-out': [
        'A line of a header in headers was left out.',
        'Sign one line for each name in headers, in that order.',
      ],
      'line-added': [
        "A line was signed that isn't in headers.",
        'Sign only the names in headers, or list each name you sign.',
      ],
      'body-only': [
        "The body or its hash was signed, and there's no signing string.",
        'Sign the signing string. It covers the body through the digest line.',
      ],
      encoded: [
        'The whole signing string was encoded before it was signed.',
        'Pass the bytes of the signing string itself to the signing function, and encode only the signature.',
      ],
      unknown: 'None of the changes that were tried explains it.',
      'not-searched': 'The search for the cause was stopped early.',
    },
  },
  'signature-invalid-order': {
    severity: 'error',
    message: "The lines of the signing string aren't in the order of headers.",
    remedy: 'Build the signing string in the order of headers.',
    causes: {
      sorted: "They're sorted by name.",
      reversed: "They're reversed.",
      'request-order': "They're in the order of the request's headers.",
      other: "They're in another order.",
    },
  },
  'signature-invalid-target': {
    severity: 'error',
    message: 'The (request-target) line was built differently.',
    remedy: 'Write the method in lower case, a space, and path and query exactly as on the request line.',
    causes: {
      absolute: ['It contains the whole URL.', 'Write only path and query, without scheme and host.'],
      'no-query': ['The query is missing.', 'Include the query, from the question mark on.'],
      'upper-method': ['The method is in upper case.', 'Write the method in lower case.'],
      prefix: [
        'The path starts differently.',
        'Write the path as it reaches the bank. A gateway may add or remove a prefix.',
      ],
      'no-space': ['The space between method and path is missing.', 'Put one space between method and path.'],
      percent: [
        'The percent-encoding is different.',
        "Use path and query as they're sent, without decoding or encoding them again.",
      ],
    },
  },
  'signature-invalid-value': {
    severity: 'error',
    message: 'A signed header was changed after signing.',
    remedy: 'Sign the values you send, and make sure no library or gateway changes them later.',
    causes: {
      case: ['Upper and lower case differ.', 'Sign the value with the upper and lower case you send.'],
      untrimmed: [
        'White space around the value was signed too.',
        'Remove the white space around the value before signing.',
      ],
      reencoded: ['The value is formatted or encoded differently.', 'Sign the value exactly as you send it.'],
      port: [
        'Its port is different.',
        'Sign Host exactly as it is sent. HTTP libraries leave out the usual port of the scheme, and add any other.',
      ],
      charset: [
        'Its charset parameter is different.',
        'Sign Content-Type exactly as it is sent. Many HTTP libraries add a charset to it.',
      ],
      replaced: 'A different value was signed.',
    },
  },
  'signature-invalid-duplicate': {
    severity: 'error',
    message: 'A signed header was sent twice.',
    remedy: 'Send it once. If a library adds the header itself, turn that off.',
    causes: {},
  },
} as const satisfies Readonly<Record<string, FindingRow>>;
