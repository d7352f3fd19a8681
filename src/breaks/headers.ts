import type { Plan, Ways } from './plan.ts';

/** The Signature header: its place, its encoding, its syntax, the names in it, the algorithm. @see signing.md §4 */

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
    summary: 'Names an RFC 2047 encoding that there is not, X in place of B.',
    plan: { word: (value) => encodedWord(value).replace('?B?', '?X?') },
  },
  'encoded-word-format/inner': {
    summary: 'Encodes by RFC 2047 only what stands between the quotes of keyId.',
    plan: { keyId: ({ serial, issuer }) => encodedWord(`SN=${serial},CA=${issuer}`), word: (value) => value },
    takes: ['keyIdJoint'],
  },
  'encoded-word-format/twice': {
    summary: 'Encodes the whole value by RFC 2047 twice.',
    plan: { word: (value) => encodedWord(encodedWord(value)) },
  },
  'encoded-word-format/base64url': {
    summary: 'Writes the RFC 2047 payload in base64url without padding.',
    plan: { word: (value) => `=?utf-8?B?${Buffer.from(unevenly(value)).toString('base64url')}?=` },
  },
  'encoded-word-format/unterminated': {
    summary: 'Leaves out the ?= that ends the encoded-word.',
    plan: { word: (value) => encodedWord(value).slice(0, -2) },
  },
  'encoded-word-format/charset': {
    summary: 'Says charset utf-7 of an encoded-word in UTF-8.',
    plan: { word: (value) => encodedWord(value).replace('utf-8', 'utf-7') },
  },
  'encoded-word-format/raw': {
    summary: 'Sends octets beyond ASCII as they are, in a parameter of its own if not in keyId.',
    plan: { note: 'ø', word: (value) => Buffer.from(value).toString('latin1') },
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
    summary: 'Begins the value with the word Signature.',
    plan: { prefix: 'Signature ' },
  },
  'signature-header-format/duplicate-parameter': {
    summary: 'Sends keyId twice.',
    plan: { repeated: 'keyId' },
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
    summary: 'Writes the names in headers as they are sent, with capital letters.',
    plan: { listName: (sent) => capitalised(sent) },
  },
  'algorithm-missing': {
    summary: 'Leaves out the parameter algorithm.',
    plan: { algorithm: () => undefined },
  },
  'algorithm-unexpected/java-name': {
    summary: 'Names the algorithm as Java does, SHA256withRSA.',
    plan: { algorithm: () => 'SHA256withRSA' },
  },
  'algorithm-unexpected/hs2019': {
    summary: 'Names the algorithm hs2019, of a later draft.',
    plan: { algorithm: () => 'hs2019' },
  },
  'algorithm-unexpected/rsa-sha512': {
    summary: 'Names the algorithm rsa-sha512, but signs with SHA-256.',
    plan: { algorithm: () => 'rsa-sha512' },
  },
  'algorithm-unexpected/other': {
    summary: 'Names an algorithm that nobody knows.',
    plan: { algorithm: () => 'rsa-sha3-256' },
  },
};

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
