import type { Plan, Ways } from './plan.ts';

/** The Signature header: its place, its encoding, its syntax, the names in it, the algorithm. @see G4-breaks */

export const SIGNATURE_VALUE: readonly (keyof Plan)[] = [
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
  'encoded-word-format/raw': {
    summary: 'Sends non-ASCII bytes unencoded, in an extra parameter if keyId has none.',
    plan: { note: 'ø', word: octets },
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
  'headers-missing': {
    summary: 'Leaves out the parameter headers.',
    plan: { list: () => undefined },
    takes: ['listName', 'absent', 'unsigned'],
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
  'algorithm-unexpected/hs2019': {
    summary: 'Names the algorithm hs2019, from a later draft.',
    plan: { algorithm: () => 'hs2019' },
  },
};

/** Not encoded: one character for each octet of its UTF-8. */
function octets(value: string): string {
  return Buffer.from(value).toString('latin1');
}

/** The name as sent, or with capitals where it was sent without; `(request-target)` is no name. */
export function capitalised(sent: string): string {
  return sent === sent.toLowerCase() && !sent.startsWith('(')
    ? sent.replaceAll(/(?:^|-)[a-z]/g, (part) => part.toUpperCase())
    : sent;
}
