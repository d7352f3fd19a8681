import { BODY, type Row, rare, reading } from './row.ts';
import { base64, joined, sha256 } from './signer.ts';
import { adding, around, bodyOf, by, lines } from './strings.ts';

/** The same, as few send them. */
export const RARE_STRINGS: readonly Row[] = rare({
  'signature-invalid/no-space|unknown|joined|indented': {
    'tabs after the colon': { text: lines((name, value) => `${name}:\t${value}`) },
  },
  'signature-invalid|signature-invalid-value/-|no-space|unknown|indented|untrimmed': {
    'two blanks after the colon': { text: lines((name, value) => `${name}:  ${value}`) },
  },
  'signature-invalid/-|no-space|unknown|indented|joined': {
    'a blank before the colon': { text: lines((name, value) => `${name} : ${value}`) },
  },
  'signature-invalid/no-space|unknown|joined': {
    'equals signs for colons': { text: lines((name, value) => `${name}=${value}`) },
  },
  'signature-invalid/joined': {
    'lines joined by a bar': by('|'),
    'lines joined by semicolon': by('; '),
  },
  'signature-invalid/encoded|unknown|leading-newline': {
    'a byte order mark before the string': { text: (all) => `\ufeff${joined(all)}` },
  },
  'signature-invalid/encoded|unknown': {
    'UTF-16 of a .NET Encoding.Unicode': { text: (all) => Buffer.from(joined(all), 'utf16le') },
    'hexadecimal of the string': { text: (all) => Buffer.from(joined(all)).toString('hex') },
  },
  'signature-invalid/encoded|escaped-newline|unknown': {
    'the string as JSON': { text: (all) => JSON.stringify(joined(all)) },
  },
  'signature-invalid/encoded': {
    'form-encoded string': { text: (all) => new URLSearchParams({ a: joined(all) }).toString().slice(2) },
  },
  'signature-invalid/escaped-newline|joined': { 'PHP double escapes: backslash r backslash n': by('\\r\\n') },
  'signature-invalid-order/other': {
    'three lines reordered at random': { lines: (all) => [all[3]!, all[1]!, all[4]!, all[0]!, all[2]!] },
  },
  'signature-invalid/values-only|line-left-out|unknown|body-only': {
    'only the digest value was signed': { text: (all) => all.find(([name]) => name === 'digest')?.[1] ?? '' },
  },
  'signature-invalid/body-only|encoded|unknown|values-only|line-left-out': {
    'the SHA-256 of the body in Base64 was signed': { text: () => base64(sha256(bodyOf())) },
  },
  'signature-invalid/line-added@accept': { 'Accept signed in the middle, not listed': adding('accept', 2) },
  'signature-invalid/line-added|unknown': {
    'Host and (request-target) signed, not listed': {
      lines: (all, v) => [['(request-target)', v('(request-target)')], ['host', v('host')], ...all],
    },
    '(created) signed, not listed': adding('(created)', 0, '1810026942'),
    'reading: an empty digest line signed though not sent': reading({
      lines: (all) => [all[0]!, ['digest', `SHA-256=${base64(sha256(''))}`], ...all.slice(1)],
    }),
  },
  'signature-invalid/unknown|not-searched': {
    'string of another request altogether': {
      text: () => 'date: Mon, 10 May 2027 08:00:00 GMT\nx-request-id: 1\npsu-id: 2',
    },
  },
  'signature-invalid/line-left-out|unknown|body-only|values-only': {
    'nothing was signed: an unset variable': { text: () => '' },
  },
  'signature-invalid/trailing-newline|indented': {
    'a newline and indentation on the last line only': around('', '\n    '),
  },
  'signature-invalid|signature-invalid-duplicate/line-added|unknown|-': {
    'a name twice': { lines: (all) => [all[0]!, ...all] },
  },
  'signature-invalid|signature-invalid-value/unknown|replaced': {
    'the word undefined for PSU-ID': {
      lines: (all) => all.map(([n, v]) => [n, n === 'psu-id' ? 'undefined' : v] as const),
    },
  },
  'signature-invalid|signature-invalid-value/unknown|replaced|line-left-out|reencoded': {
    'PSU-ID empty when signed': {
      lines: (all) => all.map(([n, v]) => [n, n === 'psu-id' ? '' : v] as const),
    },
  },
  'signature-invalid/line-added': {
    'the body behind the lines': { text: (all) => `${joined(all)}\n\n${BODY}` },
  },
  'signature-invalid': { 'a NUL behind the string': around('', '\0') },
});
