/**
 * Every operation of the interface, of the sandbox's operator and of the PSU's site: the one table that the client, the
 * bank's routes, `verify` and `sign --break` read. It imports nothing, so that every module may import it.
 * @see D1-paths, D3-header-matrix
 */
export interface Operation {
  /**
   * The access of a request: signed by the interface's rules, reserved for the operator, or open to the PSU's browser.
   */
  readonly listener: ListenerName;
  readonly name: string;
  readonly method: Method;
  /** The path below the base path, parameters in braces; `{service}` is one of PAYMENT_SERVICES. */
  readonly path: string;
  /** The roles of which the certificate needs one; empty if any is accepted. */
  readonly roles: readonly ('PSP_PI' | 'PSP_AI')[];
  /** True if the request belongs to a TPP-Session-ID. */
  readonly hasSession: boolean;
  /** The operation's row in the header matrix. */
  readonly headers: Requirements;
  /** True if the operation reads a body; otherwise a body is ignored. */
  readonly takesBody: boolean;
  /** True if the body needs a Digest. */
  readonly needsDigest: boolean;
  /** True if a repeated X-Request-ID gets the first response. @see D3-request-id */
  readonly answersRepeats: boolean;
  /** Query parameters that the client sends, in this order. */
  readonly query: readonly string[];
  /**
   * The module of wire/answers and the name of the schema of the 2xx response; undefined if our client never calls the
   * operation.
   */
  readonly answer: { readonly module: AnswerModule; readonly schema: string } | undefined;
  /** True if 204 without a body is a valid response. */
  readonly mayBeEmpty: boolean;
  /** True if the response is an array whose only item is the resource. */
  readonly isOnlyItem: boolean;
}

export type ListenerName = 'interface' | 'operator' | 'site';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type AnswerModule = 'payments' | 'information' | 'sandbox' | 'operator' | 'shape';

export interface Requirements {
  /** Required headers besides Date, X-Request-ID, certificate and Signature. */
  readonly required: readonly string[];
  /** At least one of these is required; the error names the first when none is present. */
  readonly requiredOneOf?: readonly string[];
  /** True if a corporate user must send PSU-Corporate-ID. @see D3-corporate-user */
  readonly corporateIdRequired: boolean;
  /** True if X-PSU-IDENTITY must name a person, not a company. @see D3-identity-person */
  readonly identityIsPerson?: true;
}

export const PAYMENT_SERVICES = ['payments', 'bulk-payments', 'periodic-payments'] as const;

const OF_SESSION = ['TPP-Session-ID', 'TPP-Redirect-URI'];

/**
 * The rows of the header matrix.
 * @see I-headers-required, I-basket-authorisation-headers
 * @see D3-payment-operations, D3-information-operations, D3-required-reading, D3-optional-reading, D3-basket-operations
 */
const PAYMENT_READ: Requirements = { required: ['x-accept-fix', ...OF_SESSION], corporateIdRequired: true };
/** POST or DELETE of an existing payment or basket. */
const PAYMENT_ACT: Requirements = { ...PAYMENT_READ, required: [...PAYMENT_READ.required, 'PSU-IP-Address'] };
const FEES: Requirements = { ...PAYMENT_ACT, requiredOneOf: ['PSU-ID', 'X-PSU-IDENTITY', 'PSU-Context'] };
const CREATION: Requirements = { ...FEES, identityIsPerson: true };
/** Only PSU-ID counts here. @see D3-basket-authorisation-psu */
const BASKET_AUTHORISATION: Requirements = { ...PAYMENT_ACT, required: [...PAYMENT_ACT.required, 'PSU-ID'] };
/** Accounts and card accounts in lists: without a PSU the SCA is missing. */
const ACCOUNT_LIST: Requirements = { required: OF_SESSION, corporateIdRequired: true };
/** @see D3-identity-everywhere */
const ONE_ACCOUNT: Requirements = { ...ACCOUNT_LIST, requiredOneOf: ['PSU-ID', 'X-PSU-IDENTITY'] };
/** The user, and the calls that start a consent. */
const PSU: Requirements = { required: OF_SESSION, corporateIdRequired: false };
const AGREEMENTS: Requirements = { ...PSU, requiredOneOf: ['PSU-ID', 'X-PSU-IDENTITY'] };
/** Every sandbox operation. @see I-sandbox-operations, D3-required-sandbox */
const NO_HEADERS: Requirements = { required: [], corporateIdRequired: false };

/** Common members of operations; a GET may require fewer headers. */
interface Family extends Pick<Operation, 'listener' | 'roles' | 'hasSession' | 'headers'> {
  readonly headersOfGet?: Requirements;
  /** The module with the response schemas. */
  readonly answers?: AnswerModule;
}

const PAYING = {
  ...{ listener: 'interface', roles: ['PSP_PI'], hasSession: true, answers: 'payments' },
  ...{ headers: PAYMENT_ACT, headersOfGet: PAYMENT_READ },
} as const satisfies Family;
const READING = {
  ...{ listener: 'interface', roles: ['PSP_AI'], hasSession: true, answers: 'information' },
  ...{ headers: PSU, headersOfGet: ONE_ACCOUNT },
} as const satisfies Family;
const EITHER = { ...READING, roles: ['PSP_PI', 'PSP_AI'], headersOfGet: PSU } as const satisfies Family;
/** @see D3-operations-without-session */
const ANY_ROLE = { listener: 'interface', roles: [], hasSession: false, headers: NO_HEADERS } as const;
/** @see D1-tpp-contact */
const CONTACT = { ...ANY_ROLE, answers: 'shape' } as const satisfies Family;
const SANDBOX = { ...ANY_ROLE, answers: 'sandbox' } as const satisfies Family;
const OPERATOR = { ...ANY_ROLE, listener: 'operator', answers: 'operator' } as const satisfies Family;
const SITE = { ...ANY_ROLE, listener: 'site' } as const satisfies Family;

type OperationDetails = Partial<
  Omit<Operation, 'name' | 'method' | 'path' | 'answer' | keyof Family> & Pick<Family, 'headers'>
>;

type Row = readonly [
  family: Family,
  /** Method and path. */
  route: string,
  /** The name of the schema, if our client calls the operation. */
  answer?: string | undefined,
  more?: OperationDetails,
];

const BODY = { takesBody: true } as const;
const SIGNED = { takesBody: true, needsDigest: true } as const;
const WITH_BALANCE = { query: ['withBalance'] } as const;
const LIST = { headers: ACCOUNT_LIST, ...WITH_BALANCE } as const;
const PAGES = { query: ['bookingStatus', 'dateFrom', 'dateTo', 'limit', 'offset', 'page'] } as const;
const RANGE = { query: ['bookingStatus', 'fromDate', 'toDate', 'offset', 'limit'] } as const;

const PRODUCT = '/v1/{service}/{product}';
const PAYMENT = '/v1/{service}/{product}/{paymentId}';
const CANCEL = '/v1/{service}/{product}/{paymentId}/cancellation-authorisations';
const BASKET = '/v1/signing-baskets/{basketId}';
const ACCOUNT = '/v1/accounts/{accountId}';
const CARD = '/v1/card-accounts/{cardAccountId}';
const TPP = '/v1/tpps/{tppId}/contact-information';
const MOCK_ACCOUNT = '/v1/sandbox/accounts/{mockAccountId}';
const MOCK_CARD = '/v1/sandbox/card-accounts/{mockCardAccountId}';
const AGREEMENT = '/v1/sandbox/agreements/{mockAgreementId}';
const ENGAGEMENTS = '/v1/sandbox/agreements/{mockAgreementId}/engagements';

/** @see I-version-path */
const ROWS = {
  'read fee information': [
    PAYING,
    'POST /v1/payments/{product}/fee-information',
    'feeInformation',
    { ...SIGNED, headers: FEES },
  ],
  'create payment': [
    PAYING,
    `POST ${PRODUCT}`,
    'paymentCreated',
    { ...SIGNED, answersRepeats: true, headers: CREATION, query: ['allowLogicalDuplicate'] },
  ],
  /** @see D1-payment-paths */
  'read payment': [PAYING, `GET ${PAYMENT}`, 'paymentRead'],
  'read payment status': [PAYING, `GET ${PAYMENT}/status`, 'paymentStatus'],
  'cancel payment': [PAYING, `DELETE ${PAYMENT}`, 'cancellationPending', { mayBeEmpty: true }],
  'start authorisation': [PAYING, `POST ${PAYMENT}/authorisations`, 'authorisationStarted'],
  'list authorisations': [PAYING, `GET ${PAYMENT}/authorisations`, 'authorisationList'],
  'read authorisation': [PAYING, `GET ${PAYMENT}/authorisations/{authorisationId}`, 'authorisationStatus'],
  'start cancellation authorisation': [PAYING, `POST ${CANCEL}`, 'authorisationStarted'],
  'list cancellation authorisations': [PAYING, `GET ${CANCEL}`, 'authorisationList'],
  'read cancellation authorisation': [PAYING, `GET ${CANCEL}/{authorisationId}`, 'authorisationStatus'],
  'create basket': [PAYING, 'POST /v1/signing-baskets', 'basketCreated', { ...BODY, answersRepeats: true }],
  'read basket': [PAYING, `GET ${BASKET}`, 'basketRead'],
  'read basket status': [PAYING, `GET ${BASKET}/status`, 'basketStatus'],
  'delete basket': [PAYING, `DELETE ${BASKET}`, 'nothing'],
  'start basket authorisation': [
    PAYING,
    `POST ${BASKET}/authorisations`,
    'authorisationStarted',
    { headers: BASKET_AUTHORISATION },
  ],
  'list basket authorisations': [PAYING, `GET ${BASKET}/authorisations`, 'authorisationList'],
  'read basket authorisation': [
    PAYING,
    `GET ${BASKET}/authorisations/{authorisationId}`,
    'authorisationStatus',
  ],
  'list accounts': [READING, 'GET /v1/accounts', 'accountList', LIST],
  'read account': [READING, `GET ${ACCOUNT}`, 'oneAccount', WITH_BALANCE],
  'read account balances': [READING, `GET ${ACCOUNT}/balances`, 'accountBalances'],
  'list account transactions': [READING, `GET ${ACCOUNT}/transactions`, 'transactionList', PAGES],
  'read account transaction': [READING, `GET ${ACCOUNT}/transactions/{transactionId}`, 'transactionDetails'],
  'list card accounts': [READING, 'GET /v1/card-accounts', 'cardAccountList', LIST],
  'read card account': [READING, `GET ${CARD}`, 'oneCardAccount', WITH_BALANCE],
  'read card account balances': [READING, `GET ${CARD}/balances`, 'cardAccountBalances'],
  'list card account transactions': [READING, `GET ${CARD}/transactions`, 'cardTransactionList', PAGES],
  'create bank-offered consent': [READING, 'POST /v1/bank-offered-consents', 'consentAsked'],
  'create consent': [READING, 'POST /v1/consents'],
  'read user': [EITHER, 'GET /v1/user', 'user'],
  'read user by its other name': [EITHER, 'GET /v1/users'],
  'list agreements': [EITHER, 'GET /v1/agreements', 'agreementList', { headers: AGREEMENTS }],
  'set contact information': [CONTACT, `PUT ${TPP}`, 'tppContactKept', SIGNED],
  'read contact information': [CONTACT, `GET ${TPP}`, 'tppContactKept'],
  'delete contact information': [CONTACT, `DELETE ${TPP}`, 'nothing'],
  /** @see D1-initialise */
  'initialise sandbox': [SANDBOX, 'POST /v1/sandbox/initialize', 'world'],
  'list sandbox customers': [SANDBOX, 'GET /v1/sandbox/customers', 'customers'],
  'create sandbox customer': [SANDBOX, 'POST /v1/sandbox/customers', 'customer', SIGNED],
  'read sandbox customer': [SANDBOX, 'GET /v1/sandbox/customers/{customerId}', 'customer'],
  'delete sandbox customer': [SANDBOX, 'DELETE /v1/sandbox/customers/{customerId}', 'nothing'],
  'list sandbox accounts': [SANDBOX, 'GET /v1/sandbox/accounts', 'accounts'],
  'create sandbox account': [SANDBOX, 'POST /v1/sandbox/accounts', 'account', SIGNED],
  'read sandbox account': [SANDBOX, `GET ${MOCK_ACCOUNT}`, 'arrayOfAccount', { isOnlyItem: true }],
  'delete sandbox account': [SANDBOX, `DELETE ${MOCK_ACCOUNT}`, 'nothing'],
  'update sandbox account balances': [SANDBOX, `PUT ${MOCK_ACCOUNT}/balances`, 'account', BODY],
  'create sandbox account transactions': [
    SANDBOX,
    `POST ${MOCK_ACCOUNT}/transactions`,
    'transactionsCreated',
    SIGNED,
  ],
  'list sandbox account transactions': [SANDBOX, `GET ${MOCK_ACCOUNT}/transactions`, 'transactions', RANGE],
  'read sandbox account transaction': [
    SANDBOX,
    `GET ${MOCK_ACCOUNT}/transactions/{mockTransactionId}`,
    'transaction',
  ],
  'list sandbox card accounts': [SANDBOX, 'GET /v1/sandbox/card-accounts', 'cardAccounts'],
  'create sandbox card account': [SANDBOX, 'POST /v1/sandbox/card-accounts', 'cardAccount', SIGNED],
  'read sandbox card account': [SANDBOX, `GET ${MOCK_CARD}`, 'cardAccount'],
  'delete sandbox card account': [SANDBOX, `DELETE ${MOCK_CARD}`, 'nothing'],
  'update sandbox card account balances': [SANDBOX, `PUT ${MOCK_CARD}/balances`, 'cardAccount', BODY],
  'create sandbox card account transactions': [
    SANDBOX,
    `POST ${MOCK_CARD}/transactions`,
    'cardTransactionsCreated',
    SIGNED,
  ],
  'list sandbox card account transactions': [
    SANDBOX,
    `GET ${MOCK_CARD}/transactions`,
    'cardTransactions',
    RANGE,
  ],
  'list sandbox agreements': [SANDBOX, 'GET /v1/sandbox/agreements', 'agreements'],
  'create sandbox agreement': [SANDBOX, 'POST /v1/sandbox/agreements', 'agreement', SIGNED],
  'read sandbox agreement': [SANDBOX, `GET ${AGREEMENT}`, 'agreement'],
  'delete sandbox agreement': [SANDBOX, `DELETE ${AGREEMENT}`, 'nothing'],
  'create sandbox engagement': [SANDBOX, `POST ${ENGAGEMENTS}`, 'engagement', SIGNED],
  'read sandbox engagement': [SANDBOX, `GET ${ENGAGEMENTS}/{mockEngagementId}`, 'engagement'],
  'delete sandbox engagement': [SANDBOX, `DELETE ${ENGAGEMENTS}/{mockEngagementId}`, 'nothing'],
  /** @see D1-operator-paths */
  'approve SCA': [OPERATOR, 'POST /operator/sca/{id}/approve', 'scaPlayed', BODY],
  'decline SCA': [OPERATOR, 'POST /operator/sca/{id}/decline', 'scaPlayed', BODY],
  'abandon SCA': [OPERATOR, 'POST /operator/sca/{id}/abandon', 'scaPlayed', BODY],
  'expire SCA': [OPERATOR, 'POST /operator/sca/{id}/expire', 'scaPlayed'],
  'fail SCA': [OPERATOR, 'POST /operator/sca/{id}/fail', 'scaPlayed'],
  'run batch': [OPERATOR, 'POST /operator/batch/run', 'batchRun'],
  'show clock': [OPERATOR, 'GET /operator/clock', 'bankClock'],
  'advance clock': [OPERATOR, 'POST /operator/clock/advance', 'bankClock', BODY],
  'set clock': [OPERATOR, 'POST /operator/clock/set', 'bankClock', BODY],
  'reset clock': [OPERATOR, 'POST /operator/clock/reset', 'bankClock'],
  'hold payment': [OPERATOR, 'POST /operator/payments/{paymentId}/hold', 'paymentMoved'],
  'release payment': [OPERATOR, 'POST /operator/payments/{paymentId}/release', 'paymentMoved'],
  'reject payment': [OPERATOR, 'POST /operator/payments/{paymentId}/reject', 'paymentMoved'],
  'settle payment late': [OPERATOR, 'POST /operator/payments/{paymentId}/settle-late', 'paymentMoved'],
  'settle payment': [OPERATOR, 'POST /operator/payments/{paymentId}/settle', 'paymentMoved'],
  'take payment right': [OPERATOR, 'POST /operator/accounts/{accountId}/payment-right/take', 'paymentRight'],
  'give payment right': [OPERATOR, 'POST /operator/accounts/{accountId}/payment-right/give', 'paymentRight'],
  'take snapshot': [OPERATOR, 'GET /operator/snapshot', 'snapshot'],
  'restore snapshot': [OPERATOR, 'POST /operator/snapshot', 'restoredWorld', BODY],
  'release TPP': [OPERATOR, 'POST /operator/tpps/{tppId}/release', 'releasedTpp'],
  'list worlds': [OPERATOR, 'GET /operator/worlds'],
  'grant consent': [OPERATOR, 'POST /operator/consents/grant', 'consentGranted', BODY],
  'revoke consent': [OPERATOR, 'POST /operator/consents/revoke', 'nothing', BODY],
  'list faults': [OPERATOR, 'GET /operator/faults', 'faultList'],
  'add fault': [OPERATOR, 'POST /operator/faults', 'faultSet', BODY],
  'clear faults': [OPERATOR, 'DELETE /operator/faults', 'faultsCleared'],
  'clear fault': [OPERATOR, 'DELETE /operator/faults/{faultId}', 'faultsCleared'],
  /** @see D11-views */
  'view bank': [OPERATOR, 'GET /operator/bank'],
  'view payments': [OPERATOR, 'GET /operator/payments'],
  'view payment': [OPERATOR, 'GET /operator/payments/{paymentId}'],
  'view SCAs': [OPERATOR, 'GET /operator/sca'],
  'view consents': [OPERATOR, 'GET /operator/consents'],
  'view customers': [OPERATOR, 'GET /operator/customers'],
  'view accounts': [OPERATOR, 'GET /operator/accounts'],
  'view transactions': [OPERATOR, 'GET /operator/accounts/{accountId}/transactions'],
  // Below /sca are the ids of authorisations: no id contains a dot.
  'read style of site': [SITE, 'GET /sca/style.css'],
  'open sca': [SITE, 'GET /sca/{authorisationId}/{secret}'],
  'send sca form': [SITE, 'POST /sca/{authorisationId}/{secret}', undefined, BODY],
} as const satisfies Readonly<Record<string, Row>>;

/** The rows with their types: the client derives the types of inputs and responses from them. */
export type OperationRows = typeof ROWS;
export type OperationName = keyof OperationRows;

export const OPERATIONS: readonly Operation[] = Object.entries<Row>(ROWS).map(
  ([name, [{ headersOfGet, answers, ...family }, route, answer, more]]) => ({
    ...family,
    ...{ takesBody: false, needsDigest: false, answersRepeats: false, query: [] },
    ...{ mayBeEmpty: false, isOnlyItem: false },
    name,
    method: route.slice(0, route.indexOf(' ')) as Method,
    path: route.slice(route.indexOf('/')),
    headers: (route.startsWith('GET ') && headersOfGet) || family.headers,
    answer: answers && answer ? { module: answers, schema: answer } : undefined,
    ...more,
  }),
);

const SANDBOX_PATH = '/v1/sandbox';

/** Checks whether an operation is about sandbox data. @see D1-sandbox-paths */
export function isOfSandbox({ path }: { readonly path: string }): boolean {
  return path.startsWith(`${SANDBOX_PATH}/`);
}

/**
 * Checks whether an operation removes data made by hand; a shared world may reserve it for the operator.
 * @see S11-shared-world
 */
export function undoesOthers({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return path === `${SANDBOX_PATH}/initialize` || (method === 'DELETE' && path.startsWith(SANDBOX_PATH));
}

/** Requests that a user wrote and that are no operation of the table. @see C-api */
const OTHERS = (['GET', 'POST', 'PUT', 'DELETE'] as const).map(
  (method): Operation => ({
    ...{ ...ANY_ROLE, name: nameOtherRequest(method), method, path: '', hasSession: true, takesBody: false },
    ...{ needsDigest: false, answersRepeats: false, query: [], answer: undefined },
    ...{ mayBeEmpty: true, isOnlyItem: false },
  }),
);

const BY_NAME: ReadonlyMap<string, Operation> = new Map(
  [...OPERATIONS, ...OTHERS].map((operation) => [operation.name, operation]),
);

function nameOtherRequest(method: string): string {
  return `perform ${method} request`;
}

/** @throws Error for a name that the table does not have */
export function operationNamed(name: string): Operation {
  const operation = BY_NAME.get(name);
  if (operation === undefined) throw new Error(`unknown operation: ${name}`);
  return operation;
}

/** Finds the operation of a user's request, or the row for requests that are none. @param target below the base path */
export function findRequestOperation(method: Operation['method'], target: string): Operation {
  return operationAt(method, target) ?? operationNamed(nameOtherRequest(method));
}

/** Lists the paths of an operation: one for each payment service. */
export function listPaths({ path }: Pick<Operation, 'path'>): readonly string[] {
  return path.includes('{service}')
    ? PAYMENT_SERVICES.map((service) => path.replace('{service}', service))
    : [path];
}

/**
 * Finds the interface operation of a request, whatever base path its target has; undefined for none.
 * @param target path and query, unchanged
 */
export function operationAt(method: string, target: string): Operation | undefined {
  const path = /^[^?#]*/.exec(target)?.[0] ?? '';
  // A base path may itself contain /v1.
  for (let at = path.indexOf('/v1/'); at >= 0; at = path.indexOf('/v1/', at + 1)) {
    const found = operationWith(method, path.slice(at));
    if (found !== undefined) return found;
  }
  return undefined;
}

function operationWith(method: string, path: string): Operation | undefined {
  const segments = decodeSegments(path);
  if (segments === undefined) return undefined;
  patterns ??= OPERATIONS.filter(({ listener }) => listener === 'interface').flatMap((operation) =>
    listPaths(operation).map((pattern) => ({ operation, parts: pattern.split('/') })),
  );
  return patterns.find(({ operation, parts }) => operation.method === method && fits(parts, segments))
    ?.operation;
}

/** The paths of the interface, split once, at the first lookup. */
let patterns: readonly { readonly operation: Operation; readonly parts: readonly string[] }[] | undefined;

/**
 * Splits a path into segments and percent-decodes each once; undefined if it can't be decoded.
 * @see D1-percent-decoded-once
 */
export function decodeSegments(path: string): readonly string[] | undefined {
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
