import { SIGNATURE_VALUE } from '../../../src/breaks/ways.ts';
import { writeHeaderText } from '../../../src/signing/encoded-word.ts';
import type { MoreWays } from './every-way.ts';

/** The Signature header: its place, its encoding, its syntax, the names in it, the algorithm. @see G4-breaks */

const IN_VALUE = SIGNATURE_VALUE.filter((step) => step !== 'word');

export const MORE_HEADER_WAYS: MoreWays = {
  'encoded-word-format': { plan: { word: (value) => encodedWord(value).replace('?B?', '?X?') } },
  'encoded-word-format/inner': {
    plan: { keyId: ({ serial, issuer }) => encodedWord(`SN=${serial},CA=${issuer}`), word: (value) => value },
    takes: ['keyIdJoint'],
  },
  'encoded-word-format/twice': { plan: { word: (value) => encodedWord(encodedWord(value)) } },
  'encoded-word-format/base64url': {
    plan: { word: (value) => `=?utf-8?B?${Buffer.from(unevenly(value)).toString('base64url')}?=` },
  },
  'encoded-word-format/unterminated': { plan: { word: (value) => encodedWord(value).slice(0, -2) } },
  'encoded-word-format/charset': { plan: { word: (value) => encodedWord(value).replace('utf-8', 'utf-7') } },
  'signature-header-format': { plan: { ending: ',' } },
  'signature-header-format/duplicate-parameter': { plan: { repeated: 'keyId' } },
  'signature-header-format/smart-quotes': { plan: { quoted: (value) => `“${value}”` } },
  'signature-header-format/jws': {
    plan: {
      word: (value) =>
        `${JWS_HEADER}..${signatureIn(value).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`,
    },
    takes: IN_VALUE,
  },
  'signature-header-format/rfc9421': {
    plan: { word: (value) => `sig1=:${signatureIn(value)}:` },
    takes: IN_VALUE,
  },
  'signature-header-format/cut-short': {
    plan: { word: (value) => writeHeaderText(value.slice(0, 200), 'auto') },
    takes: IN_VALUE,
  },
  'headers-format': { plan: { list: (names) => [...names, ...names.slice(-1)].join(' ') } },
  'algorithm-unexpected/java-name': { plan: { algorithm: () => 'SHA256withRSA' } },
  'algorithm-unexpected/rsa-sha512': { plan: { algorithm: () => 'rsa-sha512' } },
  'algorithm-unexpected/other': { plan: { algorithm: () => 'rsa-sha3-256' } },
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
