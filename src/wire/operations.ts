/**
 * Every operation of the interface, of the sandbox's operator and of the PSU's site: the one table that the client, the
 * bank's routes, `verify` and `sign --break` read. It imports nothing, so that every room may read it.
 * @see D1-paths, D3-header-matrix
 */
export interface Operation {
  /** How a request is let in: by the interface's signature; for the operator alone; or for the PSU's browser. */
  readonly door: Door;
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base path, parameters in braces; `{service}` is one of PAYMENT_SERVICES. */
  readonly path: string;
  /** Of these the certificate needs one; none: any will do. */
  readonly roles: readonly ('PSP_PI' | 'PSP_AI')[];
  /** Whether it reads a body; where it does not, one that comes is ignored. */
  readonly takesBody: boolean;
  /** Whether the body must come with a Digest. */
  readonly needsDigest: boolean;
  /** Whether the first answer to an X-Request-ID is given again to a repeat. @see D3-request-id */
  readonly answersRepeats: boolean;
  /** Whether the request belongs to a TPP-Session-ID. */
  readonly hasSession: boolean;
}

export type Door = 'interface' | 'operator' | 'site';

export const PAYMENT_SERVICES = ['payments', 'bulk-payments', 'periodic-payments'] as const;

type Row = readonly [
  name: string,
  method: Operation['method'],
  path: string,
  more?: Partial<Pick<Operation, 'takesBody' | 'needsDigest' | 'answersRepeats'>>,
];

type Facts = Pick<Operation, 'door' | 'roles' | 'hasSession'>;

function family(facts: Facts, base: string, rows: readonly Row[]): Operation[] {
  return rows.map(([name, method, path, more]) => ({
    ...facts,
    name,
    method,
    path: base + path,
    takesBody: false,
    needsDigest: false,
    answersRepeats: false,
    ...more,
  }));
}

const BODY = { takesBody: true };
const SIGNED_BODY = { takesBody: true, needsDigest: true };

const PAYING: Facts = { door: 'interface', roles: ['PSP_PI'], hasSession: true };
const READING: Facts = { door: 'interface', roles: ['PSP_AI'], hasSession: true };
const EITHER: Facts = { ...READING, roles: ['PSP_PI', 'PSP_AI'] };
/** @see D3-operations-without-session */
const ANY_ROLE: Facts = { door: 'interface', roles: [], hasSession: false };
const OPERATOR: Facts = { ...ANY_ROLE, door: 'operator' };
const SITE: Facts = { ...ANY_ROLE, door: 'site' };

/** @see I-version-path */
export const OPERATIONS: readonly Operation[] = [
  ...family(PAYING, '/v1/payments/{product}', [
    ['read fee information', 'POST', '/fee-information', SIGNED_BODY],
  ]),
  ...family(PAYING, '/v1/{service}/{product}', [
    ['create payment', 'POST', '', { ...SIGNED_BODY, answersRepeats: true }],
    /** @see D1-payment-paths */
    ['read payment', 'GET', '/{paymentId}'],
    ['read payment status', 'GET', '/{paymentId}/status'],
    ['cancel payment', 'DELETE', '/{paymentId}'],
    ['start authorisation', 'POST', '/{paymentId}/authorisations'],
    ['list authorisations', 'GET', '/{paymentId}/authorisations'],
    ['read authorisation', 'GET', '/{paymentId}/authorisations/{authorisationId}'],
    ['start cancellation authorisation', 'POST', '/{paymentId}/cancellation-authorisations'],
    ['list cancellation authorisations', 'GET', '/{paymentId}/cancellation-authorisations'],
    ['read cancellation authorisation', 'GET', '/{paymentId}/cancellation-authorisations/{authorisationId}'],
  ]),
  ...family(PAYING, '/v1/signing-baskets', [
    ['create basket', 'POST', '', { ...BODY, answersRepeats: true }],
    ['read basket', 'GET', '/{basketId}'],
    ['read basket status', 'GET', '/{basketId}/status'],
    ['delete basket', 'DELETE', '/{basketId}'],
    ['start basket authorisation', 'POST', '/{basketId}/authorisations'],
    ['list basket authorisations', 'GET', '/{basketId}/authorisations'],
    ['read basket authorisation', 'GET', '/{basketId}/authorisations/{authorisationId}'],
  ]),
  ...family(READING, '/v1/accounts', [
    ['list accounts', 'GET', ''],
    ['read account', 'GET', '/{accountId}'],
    ['read account balances', 'GET', '/{accountId}/balances'],
    ['list account transactions', 'GET', '/{accountId}/transactions'],
    ['read account transaction', 'GET', '/{accountId}/transactions/{transactionId}'],
  ]),
  ...family(READING, '/v1/card-accounts', [
    ['list card accounts', 'GET', ''],
    ['read card account', 'GET', '/{cardAccountId}'],
    ['read card account balances', 'GET', '/{cardAccountId}/balances'],
    ['list card account transactions', 'GET', '/{cardAccountId}/transactions'],
  ]),
  ...family(READING, '/v1', [
    ['create bank-offered consent', 'POST', '/bank-offered-consents'],
    ['create consent', 'POST', '/consents'],
  ]),
  ...family(EITHER, '/v1', [
    ['read user', 'GET', '/user'],
    ['read user by its other name', 'GET', '/users'],
    ['list agreements', 'GET', '/agreements'],
  ]),
  /** @see D1-tpp-contact */
  ...family(ANY_ROLE, '/v1/tpps/{tppId}/contact-information', [
    ['set contact information', 'PUT', '', SIGNED_BODY],
    ['read contact information', 'GET', ''],
    ['delete contact information', 'DELETE', ''],
  ]),
  ...family(ANY_ROLE, '/v1/sandbox', [
    /** @see D1-initialise */
    ['initialise sandbox', 'POST', '/initialize'],
    ['list sandbox customers', 'GET', '/customers'],
    ...sandboxRows('customer', '/customers', 'customerId'),
    ['list sandbox accounts', 'GET', '/accounts'],
    ...sandboxRows('account', '/accounts', 'mockAccountId'),
    ...sandboxBookings('account', '/accounts/{mockAccountId}'),
    ['read sandbox account transaction', 'GET', '/accounts/{mockAccountId}/transactions/{mockTransactionId}'],
    ['list sandbox card accounts', 'GET', '/card-accounts'],
    ...sandboxRows('card account', '/card-accounts', 'mockCardAccountId'),
    ...sandboxBookings('card account', '/card-accounts/{mockCardAccountId}'),
    ['list sandbox agreements', 'GET', '/agreements'],
    ...sandboxRows('agreement', '/agreements', 'mockAgreementId'),
    ...sandboxRows('engagement', '/agreements/{mockAgreementId}/engagements', 'mockEngagementId'),
  ]),
  /** @see D1-operator-paths */
  ...family(OPERATOR, '/operator', [
    ['approve SCA', 'POST', '/sca/{id}/approve', BODY],
    ['decline SCA', 'POST', '/sca/{id}/decline', BODY],
    ['abandon SCA', 'POST', '/sca/{id}/abandon', BODY],
    ['expire SCA', 'POST', '/sca/{id}/expire'],
    ['fail SCA', 'POST', '/sca/{id}/fail'],
    ['run batch', 'POST', '/batch/run'],
    ['show clock', 'GET', '/clock'],
    ['advance clock', 'POST', '/clock/advance', BODY],
    ['set clock', 'POST', '/clock/set', BODY],
    ['reset clock', 'POST', '/clock/reset'],
    ['hold payment', 'POST', '/payments/{paymentId}/hold'],
    ['release payment', 'POST', '/payments/{paymentId}/release'],
    ['reject payment', 'POST', '/payments/{paymentId}/reject'],
    ['settle payment late', 'POST', '/payments/{paymentId}/settle-late'],
    ['settle payment', 'POST', '/payments/{paymentId}/settle'],
    ['take payment right', 'POST', '/accounts/{accountId}/payment-right/take'],
    ['give payment right', 'POST', '/accounts/{accountId}/payment-right/give'],
    ['take snapshot', 'GET', '/snapshot'],
    ['restore snapshot', 'POST', '/snapshot', BODY],
    ['release TPP', 'POST', '/tpps/{tppId}/release'],
    ['list worlds', 'GET', '/worlds'],
    ['grant consent', 'POST', '/consents/grant', BODY],
    ['revoke consent', 'POST', '/consents/revoke', BODY],
    ['list faults', 'GET', '/faults'],
    ['add fault', 'POST', '/faults', BODY],
    ['clear faults', 'DELETE', '/faults'],
    ['clear fault', 'DELETE', '/faults/{faultId}'],
  ]),
  ...family(SITE, '/sca', [
    // Below /sca the ids of authorisations: no id has a point.
    ['read style of site', 'GET', '/style.css'],
    ['open sca', 'GET', '/{authorisationId}/{secret}'],
    ['send sca form', 'POST', '/{authorisationId}/{secret}', BODY],
  ]),
];

const SANDBOX_PATH = '/v1/sandbox';

/** Whether it makes, shows or deletes data that only a sandbox has. @see D1-sandbox-paths */
export function isOfSandbox({ path }: { readonly path: string }): boolean {
  return path.startsWith(`${SANDBOX_PATH}/`);
}

/** Whether it takes away what was made by hand: where strangers share the world, it may be the operator's. @see S11-shared-world */
export function undoesOthers({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return path === `${SANDBOX_PATH}/initialize` || (method === 'DELETE' && path.startsWith(SANDBOX_PATH));
}

/** What the sandbox can do with one of a sort; lists are rows of their own. */
function sandboxRows(what: string, path: string, id: string): Row[] {
  return [
    [`create sandbox ${what}`, 'POST', path, SIGNED_BODY],
    [`read sandbox ${what}`, 'GET', `${path}/{${id}}`],
    [`delete sandbox ${what}`, 'DELETE', `${path}/{${id}}`],
  ];
}

function sandboxBookings(what: string, path: string): Row[] {
  return [
    [`update sandbox ${what} balances`, 'PUT', `${path}/balances`, BODY],
    [`create sandbox ${what} transactions`, 'POST', `${path}/transactions`, SIGNED_BODY],
    [`list sandbox ${what} transactions`, 'GET', `${path}/transactions`],
  ];
}

const BY_NAME: ReadonlyMap<string, Operation> = new Map(
  OPERATIONS.map((operation) => [operation.name, operation]),
);

/** @throws Error for a name that the table does not have */
export function operationNamed(name: string): Operation {
  const operation = BY_NAME.get(name);
  if (operation === undefined) throw new Error(`unknown operation: ${name}`);
  return operation;
}

/** The paths of an operation: of the payment services each has one. */
export function pathsOf({ path }: Pick<Operation, 'path'>): readonly string[] {
  return path.includes('{service}')
    ? PAYMENT_SERVICES.map((service) => path.replace('{service}', service))
    : [path];
}

/**
 * The operation of the interface that a request is of, whatever base path its target has; undefined for none.
 * @param target path and query, as they were sent
 */
export function operationAt(method: string, target: string): Operation | undefined {
  const path = /^[^?#]*/.exec(target)?.[0] ?? '';
  // A base path may hold /v1 itself.
  for (let at = path.indexOf('/v1/'); at >= 0; at = path.indexOf('/v1/', at + 1)) {
    const found = operationWith(method, path.slice(at));
    if (found !== undefined) return found;
  }
  return undefined;
}

function operationWith(method: string, path: string): Operation | undefined {
  const segments = decodedSegments(path);
  if (segments === undefined) return undefined;
  patterns ??= OPERATIONS.filter(({ door }) => door === 'interface').flatMap((operation) =>
    pathsOf(operation).map((pattern) => ({ operation, parts: pattern.split('/') })),
  );
  return patterns.find(({ operation, parts }) => operation.method === method && fits(parts, segments))
    ?.operation;
}

/** The paths of the interface, split once, when the first request is looked up. */
let patterns: readonly { readonly operation: Operation; readonly parts: readonly string[] }[] | undefined;

/** A path's segments, percent-decoded once; undefined where it can't be decoded. @see D1-percent-decoded-once */
export function decodedSegments(path: string): readonly string[] | undefined {
  try {
    const segments = path.split('/');
    return path.includes('%') ? segments.map(decodeURIComponent) : segments;
  } catch {
    return undefined;
  }
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, place) => (part.startsWith('{') ? segments[place] !== '' : part === segments[place]))
  );
}
