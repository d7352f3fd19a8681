import type { Transports } from '../../../src/breaks/sign-broken.ts';
import { SIGNATURE_VALUE } from '../../../src/breaks/ways.ts';
import { writeHeaderText } from '../../../src/signing/encoded-word.ts';

/** The Signature header: its place, its encoding, its syntax, the names in it, the algorithm. @see G4-breaks */

const IN_VALUE = SIGNATURE_VALUE.filter((step) => step !== 'word');

export const MORE_HEADER_WAYS: Transports = {
  'encoded-word-format': {
    summary: "Uses an RFC 2047 encoding that doesn't exist, X instead of B.",
    plan: { word: (value) => encodedWord(value).replace('?B?', '?X?') },
  },
  'encoded-word-format/inner': {
    summary: "RFC 2047-encodes only the text between keyId's quotes.",
    plan: { keyId: ({ serial, issuer }) => encodedWord(`SN=${serial},CA=${issuer}`), word: (value) => value },
    takes: ['keyIdJoint'],
  },
  'encoded-word-format/twice': {
    summary: 'RFC 2047-encodes the whole value twice.',
    plan: { word: (value) => encodedWord(encodedWord(value)) },
  },
  'encoded-word-format/base64url': {
    summary: 'Writes the RFC 2047 payload in base64url without padding.',
    plan: { word: (value) => `=?utf-8?B?${Buffer.from(unevenly(value)).toString('base64url')}?=` },
  },
  'encoded-word-format/unterminated': {
    summary: 'Leaves out the ?= at the end of the encoded-word.',
    plan: { word: (value) => encodedWord(value).slice(0, -2) },
  },
  'encoded-word-format/charset': {
    summary: 'Labels an encoded-word in UTF-8 as charset utf-7.',
    plan: { word: (value) => encodedWord(value).replace('utf-8', 'utf-7') },
  },
  'signature-header-format': { summary: 'Ends the value with a comma.', plan: { ending: ',' } },
  'signature-header-format/duplicate-parameter': {
    summary: 'Sends keyId twice.',
    plan: { repeated: 'keyId' },
  },
  'signature-header-format/smart-quotes': {
    summary: 'Writes the values between typographic quotes.',
    plan: { quoted: (value) => `“${value}”` },
  },
  'signature-header-format/jws': {
    summary: 'Sends a detached JWS with the signature.',
    plan: {
      word: (value) =>
        `${JWS_HEADER}..${signatureIn(value).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`,
    },
    takes: IN_VALUE,
  },
  'signature-header-format/rfc9421': {
    summary: 'Sends the signature as in RFC 9421, sig1=:…:.',
    plan: { word: (value) => `sig1=:${signatureIn(value)}:` },
    takes: IN_VALUE,
  },
  'signature-header-format/cut-short': {
    summary: 'Sends the first 200 characters of the value.',
    plan: { word: (value) => writeHeaderText(value.slice(0, 200), 'auto') },
    takes: IN_VALUE,
  },
  'headers-format': {
    summary: 'Lists a name twice in headers.',
    plan: { list: (names) => [...names, ...names.slice(-1)].join(' ') },
  },
  'algorithm-unexpected/java-name': {
    summary: "Uses Java's name for the algorithm, SHA256withRSA.",
    plan: { algorithm: () => 'SHA256withRSA' },
  },
  'algorithm-unexpected/rsa-sha512': {
    summary: 'Names the algorithm rsa-sha512, but signs with SHA-256.',
    plan: { algorithm: () => 'rsa-sha512' },
  },
  'algorithm-unexpected/other': {
    summary: 'Names an unknown algorithm.',
    plan: { algorithm: () => 'rsa-sha3-256' },
  },
};

const JWS_HEADER = Buffer.from('{"alg":"RS256","b64":false,"crit":["b64"]}').toString('base64url');

function signatureIn(value: string): string {
  return /signature="([^"]*)"/.exec(value)?.[1] ?? '';
}

function encodedWord(text: string): string {
  return `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
}

/** Base64 of it needs padding; blanks at the end of the value mean nothing. */
function unevenly(text: string): string {
  return Buffer.byteLength(text) % 3 === 0 ? `${text} ` : text;
}
