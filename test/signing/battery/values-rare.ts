import { type Row, rare, reading } from './row.ts';
import { after, named, off, signing, targeted } from './values.ts';

/** The same, as few send them. */
export const RARE_VALUES: readonly Row[] = rare({
  'signature-invalid-target/no-space|upper-method|absolute|prefix|unknown|-': {
    'path alone in (request-target)': targeted((value) => value.replace('post ', '')),
  },
  'signature-invalid-target|signature-invalid/unknown|prefix|-': {
    '(request-target) with HTTP/1.1': targeted((value) => `${value} HTTP/1.1`),
  },
  'signature-invalid-target|signature-invalid/no-query|unknown|-': {
    'reading: (request-target) of the first page': reading({
      names: (usual) => ['(request-target)', ...usual],
      ...signing('(request-target)', (value) => value.replace(/&.*/, '')),
    }),
  },
  'signature-invalid-target/no-query|unknown|-': {
    'reading: bare question mark signed': {
      ...reading({
        target: '/v1/accounts',
        names: (usual) => ['(request-target)', ...usual],
        ...signing('(request-target)', (value) => `${value}?`),
      }),
    },
  },
  'signature-invalid-value/untrimmed|reencoded@psu-id': {
    'no-break space in PSU-ID when signed': signing('psu-id', (value) => `${value}\u00a0`),
  },
  'signature-invalid-value/case|reencoded@tpp-redirect-uri': {
    'hex digits of %2f in lower case when signed': {
      with: { 'TPP-Redirect-URI': 'https://tpp.example.test/cb?u=a%2Fb' },
      ...signing('tpp-redirect-uri', (value) => value.replace('%2F', '%2f')),
    },
  },
  'signature-invalid-value/reencoded|untrimmed@psu-id': {
    'quotes around PSU-ID when signed': signing('psu-id', (value) => `"${value}"`),
  },
  'signature-invalid-value|signature-invalid/reencoded|unknown@x-request-id': {
    'braces around X-Request-ID when signed (.NET B format)': signing(
      'x-request-id',
      (value) => `{${value}}`,
    ),
    'X-Request-ID without hyphens when signed (.NET N format)': signing('x-request-id', (value) =>
      value.replaceAll('-', ''),
    ),
  },
  'signature-invalid-value|signature-invalid/reencoded|unknown@tpp-redirect-uri': {
    'a slash at the end of the redirect URI when signed': {
      with: { 'TPP-Redirect-URI': 'https://tpp.example.test' },
      ...signing('tpp-redirect-uri', (value) => `${value}/`),
    },
  },
  'signature-invalid-value|signature-invalid/reencoded|replaced|unknown|case@psu-id': {
    'one character of PSU-ID mistyped': signing('psu-id', (value) => value.replace('3d9e', '3d9f')),
  },
  'signature-invalid-value|signature-invalid/replaced|unknown@date': {
    'Date 24 h and 1 s off when signed': off(86_401),
    'Date three days off when signed': off(-259_200),
  },
  'signature-invalid-value/reencoded|replaced@date': {
    'Date in RFC 850 form when signed': signing('date', () => 'Tuesday, 11-May-27 09:15:42 GMT'),
    'Date as asctime when signed': signing('date', () => 'Tue May 11 09:15:42 2027'),
  },
  'signature-invalid-value/reencoded|replaced|unknown@date': {
    'Date as Date.toString prints it when signed': signing(
      'date',
      () => 'Tue May 11 2027 09:15:42 GMT+0000 (Coordinated Universal Time)',
    ),
  },
  'signature-invalid-value/charset|reencoded@content-type': {
    'charset quoted by the client': {
      names: named('content-type'),
      ...after('Content-Type', 'application/json; charset="utf-8"'),
    },
  },
  'signature-invalid-value/case|port@host': {
    'Host in upper case when signed': {
      names: named('host'),
      ...signing('host', (value) => value.toUpperCase()),
    },
  },
  'signature-invalid/unknown': {
    'Host of the gateway instead of the bank': [
      { names: named('host'), ...after('Host', 'gateway.internal') },
      { suspect: 'host' },
    ],
  },
});
