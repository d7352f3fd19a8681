import { describe, expect, it } from 'vitest';
import { ROUTES } from '../src/bank/routes/table.ts';
import { type AnsweredOperation, getOperation } from '../src/client/operation.ts';
import { ENDPOINTS } from '../src/serve/window/endpoints.ts';
import { HINTS } from '../src/session/hints.ts';
import { SERVICES as PRODUCTS_SERVICES } from '../src/values/products.ts';
import { OPERATIONS, PAYMENT_SERVICES } from '../src/wire/operations.ts';
import { type Source, sources } from './support/sources.ts';

type Listed = Pick<ReturnType<typeof getOperation>, 'operation' | 'method' | 'path'>;

/** Every operation that the client can call: those whose rows name the schema of their answer. */
function operationsOfClient(): Listed[] {
  return OPERATIONS.filter(({ answer }) => answer !== undefined)
    .map(({ name }) => getOperation(name as AnsweredOperation))
    .flatMap(ofEveryService);
}

/** The client's one operation on payments is one of each service. */
function ofEveryService(operation: Listed): Listed[] {
  if (!operation.path.includes('{service}')) return [operation];
  return SERVICES.map((service) => ({ ...operation, path: operation.path.replace('{service}', service) }));
}

function sorted(operations: readonly Listed[]): string[] {
  return operations.map(({ operation, method, path }) => `${method} ${path}: ${operation}`).toSorted();
}

const basket = '/v1/signing-baskets/{basketId}';
const mockAccount = '/v1/sandbox/accounts/{mockAccountId}';
const mockCard = '/v1/sandbox/card-accounts/{mockCardAccountId}';
const mockAgreement = '/v1/sandbox/agreements/{mockAgreementId}';
const SERVICES = ['payments', 'bulk-payments', 'periodic-payments'];

/** What the three services have alike. */
function ofService(service: string): string[] {
  const payment = `/v1/${service}/{product}/{paymentId}`;
  return [
    `POST /v1/${service}/{product}: create payment`,
    `GET ${payment}: read payment`,
    `GET ${payment}/status: read payment status`,
    `DELETE ${payment}: cancel payment`,
    `POST ${payment}/authorisations: start authorisation`,
    `GET ${payment}/authorisations: list authorisations`,
    `GET ${payment}/authorisations/{authorisationId}: read authorisation`,
    `POST ${payment}/cancellation-authorisations: start cancellation authorisation`,
    `GET ${payment}/cancellation-authorisations: list cancellation authorisations`,
    `GET ${payment}/cancellation-authorisations/{authorisationId}: read cancellation authorisation`,
  ];
}

/** The rows of D1-paths, D11-operator-acts that are built, and the operator's acts of §11. */
const decided = [
  ...SERVICES.flatMap(ofService),
  'POST /v1/payments/{product}/fee-information: read fee information',
  'POST /v1/signing-baskets: create basket',
  `GET ${basket}: read basket`,
  `DELETE ${basket}: delete basket`,
  `GET ${basket}/status: read basket status`,
  `POST ${basket}/authorisations: start basket authorisation`,
  `GET ${basket}/authorisations: list basket authorisations`,
  `GET ${basket}/authorisations/{authorisationId}: read basket authorisation`,
  'GET /v1/accounts: list accounts',
  'GET /v1/accounts/{accountId}: read account',
  'GET /v1/accounts/{accountId}/balances: read account balances',
  'GET /v1/accounts/{accountId}/transactions: list account transactions',
  'GET /v1/accounts/{accountId}/transactions/{transactionId}: read account transaction',
  'GET /v1/card-accounts: list card accounts',
  'GET /v1/card-accounts/{cardAccountId}: read card account',
  'GET /v1/card-accounts/{cardAccountId}/balances: read card account balances',
  'GET /v1/card-accounts/{cardAccountId}/transactions: list card account transactions',
  'POST /v1/bank-offered-consents: create bank-offered consent',
  'POST /v1/consents: create consent',
  'GET /v1/user: read user',
  'GET /v1/users: read user by its other name',
  'GET /v1/agreements: list agreements',
  'GET /v1/sandbox/customers: list sandbox customers',
  'POST /v1/sandbox/customers: create sandbox customer',
  'GET /v1/sandbox/customers/{customerId}: read sandbox customer',
  'DELETE /v1/sandbox/customers/{customerId}: delete sandbox customer',
  'GET /v1/sandbox/accounts: list sandbox accounts',
  'POST /v1/sandbox/accounts: create sandbox account',
  `GET ${mockAccount}: read sandbox account`,
  `DELETE ${mockAccount}: delete sandbox account`,
  `DELETE ${mockCard}: delete sandbox card account`,
  `PUT ${mockAccount}/balances: update sandbox account balances`,
  `POST ${mockAccount}/transactions: create sandbox account transactions`,
  `GET ${mockAccount}/transactions: list sandbox account transactions`,
  `GET ${mockAccount}/transactions/{mockTransactionId}: read sandbox account transaction`,
  'GET /v1/sandbox/card-accounts: list sandbox card accounts',
  'POST /v1/sandbox/card-accounts: create sandbox card account',
  `GET ${mockCard}: read sandbox card account`,
  `PUT ${mockCard}/balances: update sandbox card account balances`,
  `POST ${mockCard}/transactions: create sandbox card account transactions`,
  `GET ${mockCard}/transactions: list sandbox card account transactions`,
  'GET /v1/sandbox/agreements: list sandbox agreements',
  'POST /v1/sandbox/agreements: create sandbox agreement',
  `GET ${mockAgreement}: read sandbox agreement`,
  `DELETE ${mockAgreement}: delete sandbox agreement`,
  `POST ${mockAgreement}/engagements: create sandbox engagement`,
  `GET ${mockAgreement}/engagements/{mockEngagementId}: read sandbox engagement`,
  `DELETE ${mockAgreement}/engagements/{mockEngagementId}: delete sandbox engagement`,
  'POST /v1/sandbox/initialize: initialise sandbox',
  ...['approve', 'decline', 'abandon', 'expire', 'fail'].map(
    (verb) => `POST /operator/sca/{id}/${verb}: ${verb} SCA`,
  ),
  'POST /operator/accounts/{accountId}/payment-right/take: take payment right',
  'POST /operator/accounts/{accountId}/payment-right/give: give payment right',
  'GET /operator/snapshot: take snapshot',
  'POST /operator/snapshot: restore snapshot',
  'POST /operator/tpps/{tppId}/release: release TPP',
  'GET /operator/worlds: list worlds',
  'POST /operator/consents/grant: grant consent',
  'POST /operator/consents/revoke: revoke consent',
  'GET /operator/faults: list faults',
  'POST /operator/faults: add fault',
  'DELETE /operator/faults: clear faults',
  'DELETE /operator/faults/{faultId}: clear fault',
  'PUT /v1/tpps/{tppId}/contact-information: set contact information',
  'GET /v1/tpps/{tppId}/contact-information: read contact information',
  'DELETE /v1/tpps/{tppId}/contact-information: delete contact information',
  'GET /operator/bank: view bank',
  'GET /operator/payments: view payments',
  'GET /operator/payments/{paymentId}: view payment',
  'GET /operator/sca: view SCAs',
  'GET /operator/consents: view consents',
  'GET /operator/customers: view customers',
  'GET /operator/accounts: view accounts',
  'GET /operator/accounts/{accountId}/transactions: view transactions',
  'POST /operator/batch/run: run batch',
  'GET /operator/clock: show clock',
  'POST /operator/clock/advance: advance clock',
  'POST /operator/clock/set: set clock',
  'POST /operator/clock/reset: reset clock',
  'POST /operator/payments/{paymentId}/hold: hold payment',
  'POST /operator/payments/{paymentId}/release: release payment',
  'POST /operator/payments/{paymentId}/reject: reject payment',
  'POST /operator/payments/{paymentId}/settle-late: settle payment late',
  'POST /operator/payments/{paymentId}/settle: settle payment',
].toSorted();

/** The bank has them for who knows them by these names, or looks after many TPPs; the client has no use for them. */
const OTHER_NAMES = [
  'POST /v1/consents: create consent',
  'GET /v1/users: read user by its other name',
  'GET /operator/worlds: list worlds',
];

/** What a request of an operation needs, as the list above has it. */
function needsOf({ roles, takesBody, needsDigest, hasSession }: (typeof OPERATIONS)[number]): string {
  const needs = [...roles, takesBody && 'body', needsDigest && 'digest', hasSession && 'session'];
  return needs.filter((need) => need !== false).join(' ');
}

/** The PSU's browser is no client of the interface: the pages of the site are not called as operations. */
const routes = ROUTES.filter(({ listener }) => listener !== 'site');

describe('operations [A-same-operations, D1-paths, D1-operator-paths, D1-information-paths, D1-sandbox-customers, D1-sandbox-accounts, D1-sandbox-card-accounts, D1-sandbox-agreements, D1-tpp-contact, D11-operator-acts, I-version-path, D3-header-matrix]', () => {
  it("are the same in the client, in the bank's routes and in D1-paths, D11-operator-acts", () => {
    expect(sorted(routes)).toEqual(decided);
    expect(sorted(operationsOfClient())).toEqual(
      decided.filter((one) => !OTHER_NAMES.includes(one) && !/: view /.test(one)),
    );
  });

  it('need what the header matrix says', () => {
    const needs = new Map<string, string[]>();
    for (const operation of OPERATIONS.filter(({ listener }) => listener === 'interface')) {
      needs.set(needsOf(operation), [...(needs.get(needsOf(operation)) ?? []), operation.name]);
    }
    expect(Object.fromEntries(needs)).toEqual({
      'PSP_PI body digest session': ['read fee information', 'create payment'],
      'PSP_PI body session': ['create basket'],
      'PSP_PI session': expect.arrayContaining(['read payment', 'cancel payment', 'read basket']),
      'PSP_AI session': [
        'list accounts',
        'read account',
        'read account balances',
        'list account transactions',
        'read account transaction',
        'list card accounts',
        'read card account',
        'read card account balances',
        'list card account transactions',
        'create bank-offered consent',
        'create consent',
      ],
      'PSP_PI PSP_AI session': ['read user', 'read user by its other name', 'list agreements'],
      '': [
        'read contact information',
        'delete contact information',
        'initialise sandbox',
        'list sandbox customers',
        'read sandbox customer',
        'delete sandbox customer',
        'list sandbox accounts',
        'read sandbox account',
        'delete sandbox account',
        'list sandbox account transactions',
        'read sandbox account transaction',
        'list sandbox card accounts',
        'read sandbox card account',
        'delete sandbox card account',
        'list sandbox card account transactions',
        'list sandbox agreements',
        'read sandbox agreement',
        'delete sandbox agreement',
        'read sandbox engagement',
        'delete sandbox engagement',
      ],
      'body digest': [
        'set contact information',
        'create sandbox customer',
        'create sandbox account',
        'create sandbox account transactions',
        'create sandbox card account',
        'create sandbox card account transactions',
        'create sandbox agreement',
        'create sandbox engagement',
      ],
      body: ['update sandbox account balances', 'update sandbox card account balances'],
    });
  });

  it('take a body in the table where their route reads one', () => {
    const reading = ROUTES.filter(
      ({ body, listener, method }) => body ?? (listener === 'site' && method === 'POST'),
    );
    const taking = OPERATIONS.filter(({ takesBody }) => takesBody);
    const names = new Set(reading.map(({ operation }) => operation));
    expect([...names].sort()).toEqual(taking.map(({ name }) => name).sort());
  });

  it('stand in the table with nothing that no room has, each of them once', () => {
    const names = OPERATIONS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect([...new Set(ROUTES.map(({ operation }) => operation))].sort()).toEqual(names.toSorted());
    expect(Object.keys(HINTS).filter((name) => !names.includes(name))).toEqual([]);
    // The table imports nothing, so it names the services itself.
    expect([...PAYMENT_SERVICES].sort()).toEqual([...PRODUCTS_SERVICES].sort());
  });

  it('have each a name and a path of their own', () => {
    const names = ROUTES.filter(({ service }) => service === undefined || service === 'payments').map(
      ({ operation }) => operation,
    );
    const paths = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('stand below /v1, or /operator when they are its own, and have no path that another could take', () => {
    for (const { path, listener } of routes) {
      const root = listener === 'operator' ? '/operator' : '/v1';
      expect(path.startsWith(root) ? path.slice(root.length) : path).toMatch(
        /^(\/([a-z-]+|\{[a-zA-Z]+\}))+$/,
      );
    }
  });

  it("have the operator's all in docs/operator.md [D11-operator-acts]", () => {
    const [{ text }] = sources((path) => path === 'docs/operator.md') as [Source];
    const rows = [...text.matchAll(/^\| `([A-Z]+ \/operator\/\S+)` \|/gm)].map(([, row]) => row);
    const acts = OPERATIONS.filter(({ listener }) => listener === 'operator');
    const served = [...Object.keys(ENDPOINTS), 'GET /operator/metrics'];
    const all = [...acts.map(({ method, path }) => `${method} ${path}`), ...served];
    expect(rows.toSorted()).toEqual(all.sort());
  });
});
