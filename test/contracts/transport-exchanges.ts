/** The exchanges of the transport battery: what is sent, and the status that the bank answers with. */
import { gzipSync } from 'node:zlib';
import { createInitialData } from '../../src/bank/domain/initial-data.ts';
import { type CallContext, getOperation, type Operation } from '../../src/client/operation.ts';
import {
  createPayment,
  KINDS,
  type PaymentKind,
  readFeeInformation,
  readPayment,
  readPaymentStatus,
} from '../../src/client/payments.ts';
import type { Header, HttpRequest, HttpResponse } from '../../src/message.ts';
import { sign } from '../../src/signing/sign.ts';
import { testSigner } from '../support/bank.ts';

/** What earlier exchanges told the later ones. */
export interface Story {
  paymentId: string;
  /** Path of the first payment's SCA link. */
  scaPath: string;
}

export interface Exchange {
  readonly what: string;
  readonly request: (story: Story, now: number) => HttpRequest;
  readonly status: number | ((isOperator: boolean) => number);
  /** Whether a server stops reading the body before its end. */
  readonly isCut?: boolean;
  readonly learn?: (story: Story, answer: HttpResponse) => void;
}

const MIB = 1024 * 1024;
const NONE = new Uint8Array(0);

type Change = (request: HttpRequest) => HttpRequest;

function headers(change: (headers: readonly Header[]) => readonly Header[]): Change {
  return (request) => ({ ...request, headers: change(request.headers) });
}

const add = (...more: readonly Header[]): Change => headers((given) => [...given, ...more]);
const drop = (name: string): Change => headers((given) => given.filter(([one]) => one !== name));

function contextOf(requestId: string): CallContext {
  return {
    basePath: '',
    requestId,
    acceptFix: 'amount-as-string',
    tppSessionId: 'session-of-the-battery',
    tppRedirectUri: 'https://tpp.example/cb?a=b',
    psuIpAddress: '192.0.2.1',
    psu: { context: 'PRIVATE' },
  };
}

const { accounts } = createInitialData('psd2');
const debtor = accounts.find(({ customerNumber }) => customerNumber === '15813963008');
const creditor = accounts.find(({ customerNumber }) => customerNumber !== '15813963008');

function paymentOf(message: string) {
  return {
    instructedAmount: { amount: '100.50', currency: 'NOK' },
    creditorName: 'Åse Ødegård-Næss',
    creditorAccount: { bban: creditor?.bban, currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: debtor?.bban, currency: 'NOK' },
    remittanceInformationUnstructured: message,
  };
}

interface Steps {
  readonly before?: Change;
  readonly after?: Change;
}

/** A call of an operation, signed; changed before it is signed, or after. */
function calling<Input>(
  operation: Operation<Input, unknown>,
  input: (story: Story) => Input,
  requestId: string,
  { before = (request) => request, after = (request) => request }: Steps = {},
): Exchange['request'] {
  return (story, now) => {
    const request = before(operation.request(input(story), contextOf(requestId)));
    return after(sign(request, testSigner(), { date: now }).request);
  };
}

function creating(message: string, steps: Steps = {}, requestId = message): Exchange['request'] {
  const body = Buffer.from(JSON.stringify(paymentOf(message)));
  const input = { kind: 'domestic', body, allowLogicalDuplicate: false } as const;
  return calling(createPayment, () => input, requestId.replaceAll(/\W+/g, '-'), steps);
}

/** One of another kind; what a bulk pays is in its payments. */
function creatingOf(kind: PaymentKind, change: (payment: ReturnType<typeof paymentOf>) => object) {
  const body = Buffer.from(JSON.stringify(change(paymentOf(kind))));
  return calling(createPayment, () => ({ kind, body, allowLogicalDuplicate: false }), `of-${kind}`);
}

function feesOf({ instructedAmount: amount, creditorAccount, debtorAccount }: ReturnType<typeof paymentOf>) {
  return { body: Buffer.from(JSON.stringify({ amount, creditorAccount, debtorAccount })) };
}

const body = (bytes: (given: Uint8Array) => Uint8Array): Change => {
  return (request) => ({ ...request, body: bytes(request.body) });
};

/** Blanks at the end, which JSON allows. */
const filled = (length: number) =>
  body((given) => Buffer.concat([given, Buffer.alloc(length - given.byteLength, ' ')]));

const ofFirst = ({ paymentId }: Story) => ({ ...KINDS.domestic, paymentId });

/** What nobody signed. */
function bare(method: string, target: string, given: readonly Header[] = []): Exchange['request'] {
  return () => ({ method, target, headers: given, body: NONE });
}

function learnPayment(story: Story, { body: answered }: HttpResponse): void {
  const { paymentId, _links } = JSON.parse(Buffer.from(answered).toString());
  story.paymentId = paymentId;
  story.scaPath = new URL(_links.scaRedirect.href).pathname;
}

const CREATED: readonly Exchange[] = [
  { what: 'a payment is created', request: creating('Første'), status: 201, learn: learnPayment },
  { what: 'the same request once more', request: creating('Første'), status: 201 },
  { what: 'its X-Request-ID for another', request: creating('Annen', {}, 'Første'), status: 409 },
  { what: 'the same payment as another request', request: creating('Første', {}, 'other'), status: 409 },
  { what: 'a body of 500 KB', request: creating('Stor', { before: filled(500_000) }), status: 201 },
  { what: 'a body of 1 MiB', request: creating('Full', { before: filled(MIB) }), status: 201 },
  {
    what: 'a body behind gzip',
    request: creating('Pakket', {
      before: (request) => add(['Content-Encoding', 'gzip'])(body((given) => gzipSync(given))(request)),
    }),
    status: 201,
  },
  {
    what: 'headers in a case and an order of their own, Accept twice',
    request: creating('Baklengs', {
      before: headers((given) => [
        ['aCCEPT', 'text/html'],
        ...given.map(([name, value]): Header => [name.toUpperCase(), value]).reverse(),
      ]),
    }),
    status: 201,
  },
];

const OF_OTHER_KINDS: readonly Exchange[] = [
  { what: 'an instant payment', request: creatingOf('instant', (payment) => payment), status: 201 },
  {
    what: 'a cross-border payment',
    request: creatingOf('cross-border', (payment) => ({
      ...payment,
      creditorAccount: { iban: creditor?.iban, currency: 'NOK' },
    })),
    status: 201,
  },
  {
    what: 'a periodic payment',
    request: creatingOf('periodic', (payment) => ({
      ...payment,
      startDate: '2026-12-01',
      frequency: 'Monthly',
    })),
    status: 201,
  },
  {
    what: 'a bulk',
    request: creatingOf('bulk', ({ debtorAccount, ...payment }) => ({ debtorAccount, payments: [payment] })),
    status: 201,
  },
  {
    what: 'the fee of an instant payment',
    request: calling(readFeeInformation, () => feesOf(paymentOf('')), 'fees'),
    status: 200,
  },
];

const REFUSED: readonly Exchange[] = [
  {
    what: 'a body of over 1 MiB',
    request: creating('Enda større', { before: filled(MIB + 1) }),
    status: 413,
    isCut: true,
  },
  {
    what: 'a body that is not the signed one',
    request: creating('Endret', { after: body((given) => Uint8Array.from(given, (byte) => byte ^ 1)) }),
    status: 400,
  },
  { what: 'no signature', request: creating('Usignert', { after: drop('Signature') }), status: 400 },
  { what: 'a Date twice', request: creating('To', { after: add(['date', 'never']) }), status: 400 },
  {
    what: 'a hundred headers more',
    request: creating('Mange', {
      after: add(...Array.from({ length: 100 }, (_, n): Header => [`X-${n}`, ''])),
    }),
    status: 400,
  },
  {
    what: 'headers of over 16 KiB',
    request: creating('Lange', { after: add(['X-Long', 'ø'.repeat(20_000)]) }),
    status: 400,
  },
  {
    what: 'several members wrong at once',
    request: creating('Feil', { before: body(() => Buffer.from('{"creditorName":"\ud83d\ude00","x":1}')) }),
    status: 400,
  },
  { what: 'no JSON', request: creating('Tekst', { before: body(() => Buffer.from('{"a":')) }), status: 400 },
  {
    what: 'XML',
    request: creating('XML', {
      before: (request) => add(['Content-Type', 'application/xml'])(drop('Content-Type')(request)),
    }),
    status: 415,
  },
  {
    what: 'an answer in HTML alone',
    request: creating('HTML', { before: (request) => add(['Accept', 'text/html'])(drop('Accept')(request)) }),
    status: 406,
  },
  {
    what: 'a PSU that nobody knows',
    request: creating('Ukjent', { before: add(['X-PSU-IDENTITY', '00000000000']) }),
    status: 401,
  },
  { what: 'another product', request: bare('POST', '/v1/payments/sepa-credit-transfers'), status: 403 },
  { what: 'a path that nobody has', request: bare('GET', '/v2/%E2%82%AC/..//a?b=%00&c#'), status: 404 },
  {
    what: 'a method that the path does not have',
    request: bare('PUT', '/v1/sandbox/initialize'),
    status: 405,
  },
  {
    what: 'an X-Request-ID that is not echoed',
    request: bare('GET', '/', [['X-Request-ID', '']]),
    status: 404,
  },
];

const READ: readonly Exchange[] = [
  {
    what: 'the accounts of the sandbox',
    request: calling(getOperation('list sandbox accounts'), () => undefined, 'accounts'),
    status: 200,
  },
  {
    what: 'the customers of the sandbox',
    request: calling(getOperation('list sandbox customers'), () => undefined, 'customers'),
    status: 200,
  },
  { what: 'a payment that is not read yet', request: calling(readPayment, ofFirst, 'read'), status: 404 },
  {
    what: 'the page of its SCA, for a browser',
    request: (story) => bare('GET', story.scaPath)(story, 0),
    status: 200,
  },
  {
    what: 'a signing basket',
    request: calling(
      getOperation('create basket'),
      ({ paymentId }) => ({ paymentIds: [paymentId] }),
      'basket',
    ),
    status: 201,
  },
  {
    what: 'its end: no body',
    request: calling(getOperation('cancel payment'), ofFirst, 'cancel'),
    status: 204,
  },
  { what: 'its status', request: calling(readPaymentStatus, ofFirst, 'status'), status: 200 },
  {
    what: 'its end once more',
    request: calling(getOperation('cancel payment'), ofFirst, 'again'),
    status: 409,
  },
  {
    what: 'a request without a body',
    request: calling(getOperation('initialise sandbox'), () => undefined, 'init'),
    status: 200,
  },
];

const OPERATOR: readonly Exchange[] = [
  {
    what: 'a control of the operator',
    request: bare('GET', '/operator/clock'),
    status: (isOperator) => (isOperator ? 200 : 404),
  },
  {
    what: 'an act of the operator',
    request: bare('POST', '/operator/batch/run'),
    status: (isOperator) => (isOperator ? 200 : 404),
  },
];

/** In order: each goes on from what the ones before left. */
export const EXCHANGES: readonly Exchange[] = [
  ...CREATED,
  ...OF_OTHER_KINDS,
  ...REFUSED,
  ...READ,
  ...OPERATOR,
];
