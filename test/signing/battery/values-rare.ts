import { type Row, rare, reading } from './row.ts';
import { after, INVALID, named, off, signing, TARGET, targeted, VALUE } from './values.ts';

/** The same, as few send them. */
export const RARE_VALUES: readonly Row[] = [
  rare(
    'path alone in (request-target)',
    targeted((value) => value.replace('post ', '')),
    TARGET,
    ['no-space', 'upper-method', 'absolute', 'prefix', 'unknown', undefined],
  ),
  rare(
    '(request-target) with HTTP/1.1',
    targeted((value) => `${value} HTTP/1.1`),
    [TARGET, INVALID],
    ['unknown', 'prefix', undefined],
  ),
  rare(
    'reading: (request-target) of the first page',
    reading({
      names: (usual) => ['(request-target)', ...usual],
      ...signing('(request-target)', (value) => value.replace(/&.*/, '')),
    }),
    [TARGET, INVALID],
    ['no-query', 'unknown', undefined],
  ),
  rare(
    'reading: bare question mark signed',
    {
      ...reading({
        target: '/v1/accounts',
        names: (usual) => ['(request-target)', ...usual],
        ...signing('(request-target)', (value) => `${value}?`),
      }),
    },
    TARGET,
    ['no-query', 'unknown', undefined],
  ),
  rare(
    'no-break space in PSU-ID when signed',
    signing('psu-id', (value) => `${value}\u00a0`),
    VALUE,
    ['untrimmed', 'reencoded'],
    { header: 'psu-id' },
  ),
  rare(
    'hex digits of %2f in lower case when signed',
    {
      with: { 'TPP-Redirect-URI': 'https://tpp.example.test/cb?u=a%2Fb' },
      ...signing('tpp-redirect-uri', (value) => value.replace('%2F', '%2f')),
    },
    VALUE,
    ['case', 'reencoded'],
    { header: 'tpp-redirect-uri' },
  ),
  rare(
    'quotes around PSU-ID when signed',
    signing('psu-id', (value) => `"${value}"`),
    VALUE,
    ['reencoded', 'untrimmed'],
    { header: 'psu-id' },
  ),
  rare(
    'braces around X-Request-ID when signed (.NET B format)',
    signing('x-request-id', (value) => `{${value}}`),
    [VALUE, INVALID],
    ['reencoded', 'unknown'],
    { header: 'x-request-id' },
  ),
  rare(
    'X-Request-ID without hyphens when signed (.NET N format)',
    signing('x-request-id', (value) => value.replaceAll('-', '')),
    [VALUE, INVALID],
    ['reencoded', 'unknown'],
    { header: 'x-request-id' },
  ),
  rare(
    'a slash at the end of the redirect URI when signed',
    {
      with: { 'TPP-Redirect-URI': 'https://tpp.example.test' },
      ...signing('tpp-redirect-uri', (value) => `${value}/`),
    },
    [VALUE, INVALID],
    ['reencoded', 'unknown'],
    { header: 'tpp-redirect-uri' },
  ),
  rare(
    'one character of PSU-ID mistyped',
    signing('psu-id', (value) => value.replace('3d9e', '3d9f')),
    [VALUE, INVALID],
    ['reencoded', 'replaced', 'unknown', 'case'],
    { header: 'psu-id' },
  ),
  rare('Date 24 h and 1 s off when signed', off(86_401), [VALUE, INVALID], ['replaced', 'unknown'], {
    header: 'date',
  }),
  rare('Date three days off when signed', off(-259_200), [VALUE, INVALID], ['replaced', 'unknown'], {
    header: 'date',
  }),
  rare(
    'Date in RFC 850 form when signed',
    signing('date', () => 'Tuesday, 11-May-27 09:15:42 GMT'),
    VALUE,
    ['reencoded', 'replaced'],
    { header: 'date' },
  ),
  rare(
    'Date as Date.toString prints it when signed',
    signing('date', () => 'Tue May 11 2027 09:15:42 GMT+0000 (Coordinated Universal Time)'),
    VALUE,
    ['reencoded', 'replaced', 'unknown'],
    { header: 'date' },
  ),
  rare(
    'Date as asctime when signed',
    signing('date', () => 'Tue May 11 09:15:42 2027'),
    VALUE,
    ['reencoded', 'replaced'],
    { header: 'date' },
  ),
  rare(
    'charset quoted by the client',
    { names: named('content-type'), ...after('Content-Type', 'application/json; charset="utf-8"') },
    VALUE,
    ['charset', 'reencoded'],
    { header: 'content-type' },
  ),
  rare(
    'Host in upper case when signed',
    { names: named('host'), ...signing('host', (value) => value.toUpperCase()) },
    VALUE,
    ['case', 'port'],
    { header: 'host' },
  ),
  rare(
    'Host of the gateway instead of the bank',
    { names: named('host'), ...after('Host', 'gateway.internal') },
    INVALID,
    'unknown',
    { suspect: 'host' },
  ),
];
