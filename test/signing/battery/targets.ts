import { CREATE, type Row, usual } from './row.ts';
import { targeted } from './values.ts';

/** (request-target) built otherwise. */
export const TARGETS: readonly Row[] = usual({
  'signature-invalid-target/absolute': {
    'absolute URL in (request-target)': targeted((value) =>
      value.replace(' ', ' https://api.bank.example.test'),
    ),
  },
  'signature-invalid-target/no-query': {
    '(request-target) without its query': targeted((value) => value.replace(/\?.*/, '')),
  },
  'signature-invalid-target/upper-method': {
    '(request-target) with POST': targeted((value) => value.replace('post', 'POST')),
  },
  'signature-invalid-target/prefix': {
    '(request-target) without the prefix of the gateway': targeted((value) => value.replace('/psd2', '')),
  },
  'signature-invalid-target/prefix|unknown': {
    '(request-target) with a prefix taken away later': targeted(
      (value) => value.replace('/v1', '/open-banking/v1'),
      `${CREATE}?a=1`,
    ),
  },
  'signature-invalid-target/no-space': {
    '(request-target) without its blank': targeted((value) => value.replace(' ', '')),
  },
  'signature-invalid-target/percent': {
    '(request-target) decoded': targeted((value) => value.replace('%20', ' '), `${CREATE}?a=b%20c`),
    '(request-target) encoded by + for %20': targeted(
      (value) => value.replace('%20', '+'),
      `${CREATE}?a=b%20c`,
    ),
  },
  'signature-invalid-target/upper-method|no-query': {
    '(request-target) upper-case method and no query': targeted((value) =>
      value.replace('post', 'POST').replace(/\?.*/, ''),
    ),
  },
});
