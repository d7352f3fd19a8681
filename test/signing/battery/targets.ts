import { CREATE, type Row, usual } from './row.ts';
import { TARGET, targeted } from './values.ts';

/** (request-target) built otherwise. */
export const TARGETS: readonly Row[] = [
  usual(
    'absolute URL in (request-target)',
    targeted((value) => value.replace(' ', ' https://api.bank.example.test')),
    TARGET,
    'absolute',
  ),
  usual(
    '(request-target) without its query',
    targeted((value) => value.replace(/\?.*/, '')),
    TARGET,
    'no-query',
  ),
  usual(
    '(request-target) with POST',
    targeted((value) => value.replace('post', 'POST')),
    TARGET,
    'upper-method',
  ),
  usual(
    '(request-target) without the prefix of the gateway',
    targeted((value) => value.replace('/psd2', '')),
    TARGET,
    'prefix',
  ),
  usual(
    '(request-target) with a prefix taken away later',
    targeted((value) => value.replace('/v1', '/open-banking/v1'), `${CREATE}?a=1`),
    TARGET,
    ['prefix', 'unknown'],
  ),
  usual(
    '(request-target) without its blank',
    targeted((value) => value.replace(' ', '')),
    TARGET,
    'no-space',
  ),
  usual(
    '(request-target) decoded',
    targeted((value) => value.replace('%20', ' '), `${CREATE}?a=b%20c`),
    TARGET,
    'percent',
  ),
  usual(
    '(request-target) encoded by + for %20',
    targeted((value) => value.replace('%20', '+'), `${CREATE}?a=b%20c`),
    TARGET,
    'percent',
  ),
  usual(
    '(request-target) upper-case method and no query',
    targeted((value) => value.replace('post', 'POST').replace(/\?.*/, '')),
    TARGET,
    ['upper-method', 'no-query'],
  ),
];
