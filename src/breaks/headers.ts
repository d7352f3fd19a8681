import { writeHeaderText } from '../signing/encoded-word.ts';
import type { Plan, Ways } from './plan.ts';

/** The Signature header: its place, its encoding, its syntax, the names in it, the algorithm. @see G4-breaks */

const SIGNATURE_VALUE: readonly (keyof Plan)[] = [
  ...([
    'word',
    'prefix',
    'ending',
    'quoted',
    'repeated',
    'algorithm',
    'list',
    'listName',
    'absent',
    'unsigned',
  ] as const),
  ...(['keyId', 'keyIdJoint', 'serial', 'issuer', 'signatureText', 'cut', 'key', 'padding', 'hash'] as const),
  ...([
    'hashedFirst',
    'text',
    'encoded',
    'signed',
    'begin',
    'end',
    'joint',
    'lineValue',
    'colon',
    'lineName',
    'order',
    'value',
    'target',
  ] as const),
  'twice',
];

const IN_VALUE = SIGNATURE_VALUE.filter((step) => step !== 'word');

export const HEADER_WAYS: Ways = {
  'signature-missing': {
    summary: 'Sends no Signature header.',
    plan: { place: 'nowhere' },
    takes: SIGNATURE_VALUE,
  },
  'signature-missing/in-authorization-header': {
    summary: 'Sends the signature as Authorization: Signature keyId=….',
    plan: { place: 'authorization' },
  },
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
  'encoded-word-format/raw': {
    summary: 'Sends non-ASCII bytes unencoded, in an extra parameter if keyId has none.',
    plan: { note: 'ø', word: octets },
  },
  'signature-header-format': {
    summary: 'Ends the value with a comma.',
    plan: { ending: ',' },
  },
  'signature-header-format/unquoted': {
    summary: 'Writes the values without double quotes.',
    plan: { quoted: (value) => value },
  },
  'signature-header-format/backslash-quotes': {
    summary: 'Sends a backslash before every double quote.',
    plan: { quoted: (value) => `\\"${value}\\"` },
  },
  'signature-header-format/scheme-prefix': {
    summary: 'Starts the value with the word Signature.',
    plan: { prefix: 'Signature ' },
  },
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
  'headers-missing': {
    summary: 'Leaves out the parameter headers.',
    plan: { list: () => undefined },
    takes: ['listName', 'absent', 'unsigned'],
  },
  'headers-format': {
    summary: 'Lists a name twice in headers.',
    plan: { list: (names) => [...names, ...names.slice(-1)].join(' ') },
  },
  'headers-format/commas': {
    summary: 'Separates the names in headers by commas.',
    plan: { list: (names) => names.join(',') },
  },
  'headers-format/upper-case': {
    summary: 'Writes the names in headers with capital letters, as sent.',
    plan: { listName: (sent) => capitalised(sent) },
  },
  'algorithm-missing': {
    summary: 'Leaves out the parameter algorithm.',
    plan: { algorithm: () => undefined },
  },
  'algorithm-unexpected/java-name': {
    summary: "Uses Java's name for the algorithm, SHA256withRSA.",
    plan: { algorithm: () => 'SHA256withRSA' },
  },
  'algorithm-unexpected/hs2019': {
    summary: 'Names the algorithm hs2019, from a later draft.',
    plan: { algorithm: () => 'hs2019' },
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

/** Not encoded: one character for each octet of its UTF-8. */
function octets(value: string): string {
  return Buffer.from(value).toString('latin1');
}

function encodedWord(text: string): string {
  return `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
}

/** Base64 of it needs padding; blanks at the end of the value mean nothing. */
function unevenly(text: string): string {
  return Buffer.byteLength(text) % 3 === 0 ? `${text} ` : text;
}

/** The name as sent, or with capitals where it was sent without; `(request-target)` is no name. */
export function capitalised(sent: string): string {
  return sent === sent.toLowerCase() && !sent.startsWith('(')
    ? sent.replaceAll(/(?:^|-)[a-z]/g, (part) => part.toUpperCase())
    : sent;
}
