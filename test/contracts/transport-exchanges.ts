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

function exchange(what: string, status: Exchange['status'], request: Exchange['request']): Exchange {
  return { what, status, request };
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

const asking = (name: 'list sandbox accounts' | 'list sandbox customers' | 'initialise sandbox') =>
  calling(getOperation(name), () => undefined, name.replaceAll(' ', '-'));

/** What nobody signed. */
function bare(method: string, target: string, given: readonly Header[] = []): Exchange['request'] {
  return () => ({ method, target, headers: given, body: NONE });
}

function learnPayment(story: Story, { body: answered }: HttpResponse): void {
  const { paymentId, _links } = JSON.parse(Buffer.from(answered).toString());
  story.paymentId = paymentId;
  story.scaPath = new URL(_links.scaRedirect.href).pathname;
}

const forOperator = (isOperator: boolean) => (isOperator ? 200 : 404);

/** In order: each goes on from what the ones before left. */
export const EXCHANGES: readonly Exchange[] = [
  { ...exchange('a payment is created', 201, creating('Første')), learn: learnPayment },
  exchange('the same request once more', 201, creating('Første')),
  exchange('its X-Request-ID for another', 409, creating('Annen', {}, 'Første')),
  exchange('the same payment as another request', 409, creating('Første', {}, 'other')),
  exchange('a body of 500 KB', 201, creating('Stor', { before: filled(500_000) })),
  exchange('a body of 1 MiB', 201, creating('Full', { before: filled(MIB) })),
  exchange(
    'a body behind gzip',
    201,
    creating('Pakket', {
      before: (request) => add(['Content-Encoding', 'gzip'])(body((given) => gzipSync(given))(request)),
    }),
  ),
  exchange(
    'headers in a case and an order of their own, Accept twice',
    201,
    creating('Baklengs', {
      before: headers((given) => [
        ['aCCEPT', 'text/html'],
        ...given.map(([name, value]): Header => [name.toUpperCase(), value]).reverse(),
      ]),
    }),
  ),
  exchange(
    'an instant payment',
    201,
    creatingOf('instant', (payment) => payment),
  ),
  exchange(
    'a cross-border payment',
    201,
    creatingOf('cross-border', (payment) => ({
      ...payment,
      creditorAccount: { iban: creditor?.iban, currency: 'NOK' },
    })),
  ),
  exchange(
    'a periodic payment',
    201,
    creatingOf('periodic', (payment) => ({
      ...payment,
      startDate: '2026-12-01',
      frequency: 'Monthly',
    })),
  ),
  exchange(
    'a bulk',
    201,
    creatingOf('bulk', ({ debtorAccount, ...payment }) => ({ debtorAccount, payments: [payment] })),
  ),
  exchange(
    'the fee of an instant payment',
    200,
    calling(readFeeInformation, () => feesOf(paymentOf('')), 'fees'),
  ),
  {
    ...exchange('a body of over 1 MiB', 413, creating('Enda større', { before: filled(MIB + 1) })),
    isCut: true,
  },
  exchange(
    'a body that is not the signed one',
    400,
    creating('Endret', { after: body((given) => Uint8Array.from(given, (byte) => byte ^ 1)) }),
  ),
  exchange('no signature', 400, creating('Usignert', { after: drop('Signature') })),
  exchange('a Date twice', 400, creating('To', { after: add(['date', 'never']) })),
  exchange(
    'a hundred headers more',
    400,
    creating('Mange', {
      after: add(...Array.from({ length: 100 }, (_, n): Header => [`X-${n}`, ''])),
    }),
  ),
  exchange('headers of over 16 KiB', 400, creating('Lange', { after: add(['X-Long', 'ø'.repeat(20_000)]) })),
  exchange(
    'several members wrong at once',
    400,
    creating('Feil', { before: body(() => Buffer.from('{"creditorName":"\ud83d\ude00","x":1}')) }),
  ),
  exchange('no JSON', 400, creating('Tekst', { before: body(() => Buffer.from('{"a":')) })),
  exchange(
    'XML',
    415,
    creating('XML', {
      before: (request) => add(['Content-Type', 'application/xml'])(drop('Content-Type')(request)),
    }),
  ),
  exchange(
    'an answer in HTML alone',
    406,
    creating('HTML', { before: (request) => add(['Accept', 'text/html'])(drop('Accept')(request)) }),
  ),
  exchange(
    'a PSU that nobody knows',
    401,
    creating('Ukjent', { before: add(['X-PSU-IDENTITY', '00000000000']) }),
  ),
  exchange('another product', 403, bare('POST', '/v1/payments/sepa-credit-transfers')),
  exchange('a path that nobody has', 404, bare('GET', '/v2/%E2%82%AC/..//a?b=%00&c#')),
  exchange('a method that the path does not have', 405, bare('PUT', '/v1/sandbox/initialize')),
  exchange('an X-Request-ID that is not echoed', 404, bare('GET', '/', [['X-Request-ID', '']])),
  exchange('the accounts of the sandbox', 200, asking('list sandbox accounts')),
  exchange('the customers of the sandbox', 200, asking('list sandbox customers')),
  exchange('a payment that is not read yet', 404, calling(readPayment, ofFirst, 'read')),
  exchange('the page of its SCA, for a browser', 200, (story) => bare('GET', story.scaPath)(story, 0)),
  exchange(
    'a signing basket',
    201,
    calling(getOperation('create basket'), ({ paymentId }) => ({ paymentIds: [paymentId] }), 'basket'),
  ),
  exchange('its end: no body', 204, calling(getOperation('cancel payment'), ofFirst, 'cancel')),
  exchange('its status', 200, calling(readPaymentStatus, ofFirst, 'status')),
  exchange('its end once more', 409, calling(getOperation('cancel payment'), ofFirst, 'again')),
  exchange('a request without a body', 200, asking('initialise sandbox')),
  exchange('a control of the operator', forOperator, bare('GET', '/operator/clock')),
  exchange('an act of the operator', forOperator, bare('POST', '/operator/batch/run')),
];
