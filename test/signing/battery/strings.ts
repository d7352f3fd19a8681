import { BODY, type Row, reading, usual } from './row.ts';
import { base64, joined, type Pair } from './signer.ts';

/** Signing strings put together otherwise than the draft says. */

export const lines =
  (line: (name: string, value: string) => string, joint = '\n') =>
  (all: readonly Pair[]) =>
    all.map(([name, value]) => line(name, value)).join(joint);
export const by = (joint: string) => ({ text: lines((name, value) => `${name}: ${value}`, joint) });
export const around = (before: string, after: string) => ({
  text: (all: readonly Pair[]) => before + joined(all) + after,
});
const template = (indent: string, before: string, after: string, first = indent) => ({
  text: (all: readonly Pair[]) => before + first + joined(all).replaceAll('\n', `\n${indent}`) + after,
});
const without = (name: string) => ({
  lines: (all: readonly Pair[]) => all.filter(([given]) => given !== name),
});
export const adding = (name: string, at: number, value?: string) => ({
  lines: (all: readonly Pair[], sent: (name: string) => string) =>
    all.toSpliced(at, 0, [name, value ?? sent(name)]),
});
const swapped = (all: readonly Pair[]) => [all[0]!, all[2]!, all[1]!, ...all.slice(3)];
export const INVALID = 'signature-invalid';
export const ORDER = 'signature-invalid-order';

const AROUND = [
  'signature-invalid/leading-newline',
  'signature-invalid/trailing-newline',
  'signature-invalid/indented',
];

export const STRINGS: readonly Row[] = [
  usual('echo without -n', around('', '\n'), INVALID, 'trailing-newline'),
  usual('two newlines at the end', around('', '\n\n'), INVALID, 'trailing-newline'),
  usual('CRLF between lines', by('\r\n'), INVALID, 'crlf'),
  usual(
    'a Windows file: CRLF after every line',
    { text: (all) => `${lines((n, v) => `${n}: ${v}`, '\r\n')(all)}\r\n` },
    INVALID,
    ['crlf', 'trailing-newline'],
  ),
  usual(
    'no space after the colon',
    { text: lines((name, value) => `${name}:${value}`) },
    INVALID,
    'no-space',
  ),
  usual(
    'names as sent',
    { text: (all) => joined(all.map(([name, value]) => [titled(name), value])) },
    INVALID,
    'original-case',
  ),
  usual(
    'names in upper case',
    { text: (all) => joined(all.map(([name, value]) => [name.toUpperCase(), value])) },
    INVALID,
    'original-case',
  ),
  usual(
    'the whole string in lower case',
    { text: (all) => joined(all).toLowerCase() },
    INVALID,
    'values-lowercased',
  ),
  usual('values alone', { text: lines((_, value) => value) }, INVALID, 'values-only'),
  usual('values alone, joined by nothing', { text: lines((_, value) => value, '') }, INVALID, [
    'values-only',
    'joined',
  ]),
  usual('backslash and n in single quotes', by('\\n'), INVALID, 'escaped-newline'),
  usual(
    'backslash n between and at the end',
    { text: (all) => `${lines((n, v) => `${n}: ${v}`, '\\n')(all)}\\n` },
    INVALID,
    ['escaped-newline', 'trailing-newline'],
  ),
  usual('a template literal that begins with a newline', around('\n', ''), INVALID, 'leading-newline'),
  usual(
    'a template literal, newline at both ends',
    around('\n', '\n'),
    INVALID,
    ['leading-newline', 'trailing-newline'],
    { also: AROUND },
  ),
  usual(
    'a template literal indented by eight',
    template('        ', '\n', '\n'),
    INVALID,
    ['indented', 'leading-newline'],
    { also: AROUND },
  ),
  usual(
    'a template literal indented by four, closing mark indented',
    template('    ', '\n', '\n  '),
    INVALID,
    ['indented', 'leading-newline'],
    { also: AROUND },
  ),
  usual(
    'later lines of a template literal indented by two',
    template('  ', '', '', ''),
    INVALID,
    'indented',
    { also: AROUND },
  ),
  usual('a heredoc indented by a tab', template('\t', '', '\n'), INVALID, ['indented', 'trailing-newline'], {
    also: AROUND,
  }),
  usual(
    'a heredoc indented by six',
    template('      ', '', '\n'),
    INVALID,
    ['indented', 'trailing-newline'],
    { also: AROUND },
  ),
  usual(
    'a triple-quoted string of Python',
    template('            ', '\n', '\n            '),
    INVALID,
    ['indented', 'leading-newline'],
    { also: AROUND },
  ),
  usual('lines joined by nothing', by(''), INVALID, 'joined'),
  usual('lines joined by a blank', by(' '), INVALID, 'joined'),
  usual('lines joined by comma and blank', by(', '), INVALID, 'joined'),
  usual('lines joined by an ampersand', by('&'), INVALID, 'joined'),
  usual('lines joined by two newlines', by('\n\n'), INVALID, 'joined'),
  usual('lines joined by CR', by('\r'), INVALID, ['joined', 'crlf']),
  usual('each line ends with a blank', { text: lines((name, value) => `${name}: ${value} `) }, INVALID, [
    'indented',
    'joined',
  ]),
  usual('the digest was not signed though listed', without('digest'), INVALID, 'line-left-out', {
    header: 'digest',
  }),
  usual(
    'the redirect URI was not signed though listed',
    without('tpp-redirect-uri'),
    INVALID,
    'line-left-out',
    { header: 'tpp-redirect-uri' },
  ),
  usual('PSU-ID was not signed though listed', without('psu-id'), INVALID, 'line-left-out', {
    header: 'psu-id',
  }),
  usual('date alone was signed', { lines: (all) => all.slice(0, 1) }, INVALID, 'line-left-out'),
  usual('date and digest alone were signed', { lines: (all) => all.slice(0, 2) }, INVALID, 'line-left-out'),
  usual('Host signed but not listed', adding('host', 1), INVALID, 'line-added', { header: 'host' }),
  usual('Content-Type signed but not listed', adding('content-type', 0), INVALID, 'line-added', {
    header: 'content-type',
  }),
  usual('session signed but not listed', adding('tpp-session-id', 3), INVALID, 'line-added', {
    header: 'tpp-session-id',
  }),
  usual(
    '(request-target) signed but not listed',
    adding('(request-target)', 0),
    [INVALID, 'signature-invalid-target'],
    'line-added',
  ),
  usual('the body was signed', { text: () => bodyOf() }, INVALID, 'body-only'),
  usual(
    'the string was Base64 encoded before signing',
    { text: (all) => base64(joined(all)) },
    INVALID,
    'encoded',
  ),
  usual(
    'the string was percent-encoded before signing',
    { text: (all) => encodeURIComponent(joined(all)) },
    INVALID,
    'encoded',
  ),
  usual('sorted by name', { lines: (all) => all.toSorted(([a], [b]) => (a < b ? -1 : 1)) }, ORDER, 'sorted'),
  usual('reversed', { lines: (all) => all.toReversed() }, ORDER, 'reversed'),
  usual('in the order of the headers sent', { lines: (all) => requestOrder(all) }, ORDER, 'request-order'),
  usual('two lines swapped', { lines: swapped }, ORDER, ['other', 'request-order']),
  usual('digest first', { lines: (all) => [all[1]!, all[0]!, ...all.slice(2)] }, ORDER, 'other'),
  usual('reading: echo without -n', reading(around('', '\n')), INVALID, 'trailing-newline'),
];

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

export function bodyOf(): string {
  return BODY;
}
