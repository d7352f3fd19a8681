import { BODY, type Row, rare, reading, usual } from './row.ts';
import { base64, joined, type Pair, sha256 } from './signer.ts';

/** Signing strings put together otherwise than the draft says. */

const lines =
  (line: (name: string, value: string) => string, joint = '\n') =>
  (all: readonly Pair[]) =>
    all.map(([name, value]) => line(name, value)).join(joint);
const by = (joint: string) => ({ text: lines((name, value) => `${name}: ${value}`, joint) });
const around = (before: string, after: string) => ({
  text: (all: readonly Pair[]) => before + joined(all) + after,
});
const template = (indent: string, before: string, after: string, first = indent) => ({
  text: (all: readonly Pair[]) => before + first + joined(all).replaceAll('\n', `\n${indent}`) + after,
});
const without = (name: string) => ({
  lines: (all: readonly Pair[]) => all.filter(([given]) => given !== name),
});
const adding = (name: string, at: number, value?: string) => ({
  lines: (all: readonly Pair[], sent: (name: string) => string) =>
    all.toSpliced(at, 0, [name, value ?? sent(name)]),
});
const swapped = (all: readonly Pair[]) => [all[0]!, all[2]!, all[1]!, ...all.slice(3)];

const AROUND = [
  'signature-invalid/leading-newline',
  'signature-invalid/trailing-newline',
  'signature-invalid/indented',
];

export const STRINGS: readonly Row[] = usual({
  'signature-invalid/trailing-newline': {
    'echo without -n': around('', '\n'),
    'two newlines at the end': around('', '\n\n'),
    'reading: echo without -n': reading(around('', '\n')),
  },
  'signature-invalid/crlf': { 'CRLF between lines': by('\r\n') },
  'signature-invalid/crlf|trailing-newline': {
    'a Windows file: CRLF after every line': {
      text: (all) => `${lines((n, v) => `${n}: ${v}`, '\r\n')(all)}\r\n`,
    },
  },
  'signature-invalid/no-space': {
    'no space after the colon': { text: lines((name, value) => `${name}:${value}`) },
  },
  'signature-invalid/original-case': {
    'names as sent': { text: (all) => joined(all.map(([name, value]) => [titled(name), value])) },
    'names in upper case': { text: (all) => joined(all.map(([name, value]) => [name.toUpperCase(), value])) },
  },
  'signature-invalid/values-lowercased': {
    'the whole string in lower case': { text: (all) => joined(all).toLowerCase() },
  },
  'signature-invalid/values-only': { 'values alone': { text: lines((_, value) => value) } },
  'signature-invalid/values-only|joined': {
    'values alone, joined by nothing': { text: lines((_, value) => value, '') },
  },
  'signature-invalid/escaped-newline': { 'backslash and n in single quotes': by('\\n') },
  'signature-invalid/escaped-newline|trailing-newline': {
    'backslash n between and at the end': {
      text: (all) => `${lines((n, v) => `${n}: ${v}`, '\\n')(all)}\\n`,
    },
  },
  'signature-invalid/leading-newline': { 'a template literal that begins with a newline': around('\n', '') },
  'signature-invalid/leading-newline|trailing-newline': {
    'a template literal, newline at both ends': [around('\n', '\n'), { also: AROUND }],
  },
  'signature-invalid/indented|leading-newline': {
    'a template literal indented by eight': [template('        ', '\n', '\n'), { also: AROUND }],
    'a template literal indented by four, closing mark indented': [
      template('    ', '\n', '\n  '),
      { also: AROUND },
    ],
    'a triple-quoted string of Python': [template('            ', '\n', '\n            '), { also: AROUND }],
  },
  'signature-invalid/indented': {
    'later lines of a template literal indented by two': [template('  ', '', '', ''), { also: AROUND }],
  },
  'signature-invalid/indented|trailing-newline': {
    'a heredoc indented by a tab': [template('\t', '', '\n'), { also: AROUND }],
    'a heredoc indented by six': [template('      ', '', '\n'), { also: AROUND }],
  },
  'signature-invalid/joined': {
    'lines joined by nothing': by(''),
    'lines joined by a blank': by(' '),
    'lines joined by comma and blank': by(', '),
    'lines joined by an ampersand': by('&'),
    'lines joined by two newlines': by('\n\n'),
  },
  'signature-invalid/joined|crlf': { 'lines joined by CR': by('\r') },
  'signature-invalid/indented|joined': {
    'each line ends with a blank': { text: lines((name, value) => `${name}: ${value} `) },
  },
  'signature-invalid/line-left-out@digest': { 'the digest was not signed though listed': without('digest') },
  'signature-invalid/line-left-out@tpp-redirect-uri': {
    'the redirect URI was not signed though listed': without('tpp-redirect-uri'),
  },
  'signature-invalid/line-left-out@psu-id': { 'PSU-ID was not signed though listed': without('psu-id') },
  'signature-invalid/line-left-out': {
    'date alone was signed': { lines: (all) => all.slice(0, 1) },
    'date and digest alone were signed': { lines: (all) => all.slice(0, 2) },
  },
  'signature-invalid/line-added@host': { 'Host signed but not listed': adding('host', 1) },
  'signature-invalid/line-added@content-type': {
    'Content-Type signed but not listed': adding('content-type', 0),
  },
  'signature-invalid/line-added@tpp-session-id': {
    'session signed but not listed': adding('tpp-session-id', 3),
  },
  'signature-invalid|signature-invalid-target/line-added': {
    '(request-target) signed but not listed': adding('(request-target)', 0),
  },
  'signature-invalid/body-only': { 'the body was signed': { text: () => bodyOf() } },
  'signature-invalid/encoded': {
    'the string was Base64 encoded before signing': { text: (all) => base64(joined(all)) },
    'the string was percent-encoded before signing': { text: (all) => encodeURIComponent(joined(all)) },
  },
  'signature-invalid-order/sorted': {
    'sorted by name': { lines: (all) => all.toSorted(([a], [b]) => (a < b ? -1 : 1)) },
  },
  'signature-invalid-order/reversed': { reversed: { lines: (all) => all.toReversed() } },
  'signature-invalid-order/request-order': {
    'in the order of the headers sent': { lines: (all) => requestOrder(all) },
  },
  'signature-invalid-order/other|request-order': { 'two lines swapped': { lines: swapped } },
  'signature-invalid-order/other': {
    'digest first': { lines: (all) => [all[1]!, all[0]!, ...all.slice(2)] },
  },
});

function titled(name: string): string {
  const own: Record<string, string> = {
    'x-request-id': 'X-Request-ID',
    'psu-id': 'PSU-ID',
    'tpp-redirect-uri': 'TPP-Redirect-URI',
    digest: 'Digest',
    date: 'Date',
  };
  return own[name] ?? name;
}

function requestOrder(all: readonly Pair[]): Pair[] {
  const sent = ['date', 'x-request-id', 'tpp-redirect-uri', 'psu-id', 'content-type', 'digest'];
  return all.toSorted(([a], [b]) => sent.indexOf(a) - sent.indexOf(b));
}

function bodyOf(): string {
  return BODY;
}

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
