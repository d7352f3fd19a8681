import { INSTANT, INSTANT_ALIAS } from '../../../src/values/products.ts';
import { AUTHORISATIONS, CANCELLATIONS, KARI } from '../../support/life/payments.ts';
import { CREATIONS, type Kind } from '../../support/life/products.ts';

/** A row of the header matrix. @see D3-required-reading */
export type MatrixRow = 'creation' | 'act' | 'read';

export interface Operation {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly path: string;
  readonly row: MatrixRow;
  /** What of: the body is an initiation of this kind, or a question for its fee. */
  readonly kind: Kind;
  readonly body: 'initiation' | 'fee' | 'none';
}

export const NOBODY = 'AAAAAAAAAAAAAAAAAAAAAA';

/** Below a payment, in every service and product. @see D1-paths */
const BELOW: readonly (readonly [Operation['method'], string])[] = [
  ['GET', ''],
  ['GET', '/status'],
  ['DELETE', ''],
  ...[AUTHORISATIONS, CANCELLATIONS].flatMap((one) => [
    ['POST', `/${one}`] as const,
    ['GET', `/${one}`] as const,
    ['GET', `/${one}/${NOBODY}`] as const,
  ]),
];

const PATHS: readonly (readonly [Kind, string])[] = [
  ['domestic', CREATIONS.domestic],
  ['cross-border', CREATIONS['cross-border']],
  ['instant', CREATIONS.instant],
  ['instant', `/v1/payments/${INSTANT_ALIAS}`],
  ['periodic', CREATIONS.periodic],
  ['bulk', CREATIONS.bulk],
];

/** Every payment operation of the three services, with the row of the matrix that holds for it. */
export const OPERATIONS: readonly Operation[] = [
  ...[INSTANT, INSTANT_ALIAS].map(
    (product): Operation => ({
      method: 'POST',
      path: `/v1/payments/${product}/fee-information`,
      row: 'creation',
      kind: 'instant',
      body: 'fee',
    }),
  ),
  ...PATHS.flatMap(([kind, path]): Operation[] => [
    { method: 'POST', path, row: 'creation', kind, body: 'initiation' },
    ...BELOW.map(
      ([method, below]): Operation => ({
        method,
        path: `${path}/${NOBODY}${below}`,
        row: method === 'GET' ? 'read' : 'act',
        kind,
        body: 'none',
      }),
    ),
  ]),
];

type Needed = 'R' | 'O';

interface HeaderRow {
  readonly name: string;
  readonly needed: Readonly<Record<MatrixRow, Needed>>;
  /** A good value, of a header that the test bank does not send by itself. */
  readonly value?: string;
}

const R = { creation: 'R', act: 'R', read: 'R' } as const;
const O = { creation: 'O', act: 'O', read: 'O' } as const;

/** @see I-headers-required, I-basket-authorisation-headers, D3-required-reading */
export const MATRIX: readonly HeaderRow[] = [
  { name: 'Date', needed: R },
  { name: 'X-Request-ID', needed: R },
  { name: 'TPP-Signature-Certificate', needed: R },
  { name: 'Signature', needed: R },
  { name: 'x-accept-fix', needed: R },
  { name: 'TPP-Session-ID', needed: R },
  { name: 'TPP-Redirect-URI', needed: R },
  { name: 'Digest', needed: { creation: 'R', act: 'O', read: 'O' } },
  { name: 'PSU-IP-Address', needed: { creation: 'R', act: 'R', read: 'O' } },
  { name: 'Accept', needed: O },
  { name: 'Content-Type', needed: O },
  { name: 'Host', needed: O, value: 'bank.example' },
  { name: 'Accept-Charset', needed: O, value: 'utf-8' },
  { name: 'Accept-Encoding', needed: O, value: 'gzip' },
  { name: 'Accept-Language', needed: O, value: 'nb-NO' },
  { name: 'TPP-Redirect-Preferred', needed: O, value: 'true' },
  { name: 'TPP-Brand-Logging-Information', needed: O, value: 'Kari Pay' },
  { name: 'PSU-Context', needed: O },
  { name: 'PSU-IP-Port', needed: O, value: '443' },
  { name: 'PSU-User-Agent', needed: O, value: 'browser' },
  { name: 'PSU-Accept', needed: O, value: 'text/html' },
  { name: 'PSU-Accept-Charset', needed: O, value: 'utf-8' },
  { name: 'PSU-Accept-Encoding', needed: O, value: 'gzip' },
  { name: 'PSU-Accept-Language', needed: O, value: 'nb-NO' },
  { name: 'PSU-HTTP-Method', needed: O, value: 'POST' },
  { name: 'PSU-Device-ID', needed: O, value: '3f2c8a52-5f0e-4c5a-9a54-6f0f6d2f5a11' },
  { name: 'PSU-Geo-Location', needed: O, value: 'GEO:59.9139,10.7522' },
];

/** All optional headers that the test bank does not send by itself. */
export const EXTRA: Readonly<Record<string, string>> = Object.fromEntries([
  ...MATRIX.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  ['X-PSU-IDENTITY', KARI],
]);

export function namesOf(row: MatrixRow, needed: Needed): string[] {
  return MATRIX.filter((header) => header.needed[row] === needed).map(({ name }) => name);
}
