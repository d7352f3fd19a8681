import { expect } from 'vitest';
import { derivePsuId } from '../../../src/bank/sca/steps.ts';
import { getTppIdentity } from '../../../src/certificates/certificate.ts';
import type { Signer } from '../../../src/signing/sign.ts';
import { type Answer, CREATION, type Send, type TestBank } from '../bank.ts';
import { changeStore } from '../store-work.ts';

export const KARI = '15813963008';
export const OLA = '01929010120';
export const FIRM = '310999016';
export type Headers = NonNullable<Send['headers']>;

/** What makes a payment another one than usual: NOK 100.50 from Kari to another customer, today. */
export interface Wish {
  readonly amount?: string;
  readonly currency?: string;
  readonly from?: string;
  readonly to?: string;
  readonly date?: string;
  readonly body?: object;
  /** Known from the headers (X-PSU-IDENTITY); else the PSU comes with its SCA (PSU-Context). */
  readonly psu?: string;
  readonly session?: string;
  readonly headers?: Headers;
  readonly as?: Signer;
}

/** A payment as its TPP knows it. */
export interface Payment {
  readonly paymentId: string;
  readonly path: string;
  /** Whose account is debited: how the TPP names the PSU when it reads. */
  readonly psu: string;
  readonly as: Signer | undefined;
  readonly created: Answer;
  /** Of the authorisation that was started with it; empty when none was. */
  readonly authorisationId: string;
  readonly link: string;
}

/** What has authorisations below its path: a payment, a basket. */
export type Authorised = Omit<Payment, 'paymentId'>;
/** Names of the calls below a payment, as paths. */
export const AUTHORISATIONS = 'authorisations';
export const CANCELLATIONS = 'cancellation-authorisations';

export function bodyOf(bank: TestBank, wish: Wish): object {
  const { instructedAmount, creditorAccount, debtorAccount, ...rest } = bank.payment();
  // Nobody pays itself.
  const to = wish.to ?? (wish.from === creditorAccount.bban ? bank.accounts.debtor : creditorAccount.bban);
  return {
    ...rest,
    instructedAmount: {
      amount: wish.amount ?? instructedAmount.amount,
      currency: wish.currency ?? instructedAmount.currency,
    },
    creditorAccount: { ...creditorAccount, bban: to },
    debtorAccount: { ...debtorAccount, ...(wish.from === undefined ? {} : { bban: wish.from }) },
    ...(wish.date === undefined ? {} : { requestedExecutionDate: wish.date }),
    ...wish.body,
  };
}

export function headersOf({ psu, session, headers }: Wish): Headers {
  return {
    ...(psu === undefined ? {} : { 'X-PSU-IDENTITY': psu }),
    ...(session === undefined ? {} : { 'TPP-Session-ID': session }),
    ...headers,
  };
}

/** Sends a creation; whatever comes of it. */
export function send(bank: TestBank, wish: Wish = {}): Promise<Answer> {
  return bank.send({
    query: 'allowLogicalDuplicate=true',
    headers: headersOf(wish),
    body: bodyOf(bank, wish),
    ...(wish.as === undefined ? {} : { as: wish.as }),
  });
}

/** A company isn't named at a creation, but where an authorisation is started it may be. @see D3-identity-person */
export function withoutCompany(headers: Headers): Headers {
  const isCompany = /^\d{9}$/.test(String(headers['X-PSU-IDENTITY'] ?? ''));
  if (!isCompany || headers['PSU-Corporate-ID'] !== undefined) return headers;
  return { ...headers, 'X-PSU-IDENTITY': null, 'PSU-Context': headers['PSU-Context'] ?? 'CORPORATE' };
}

/** Creates a payment; anything but 201 is a failure of the test. A company's authorisation is started anew in its name. */
export async function create(bank: TestBank, wish: Wish = {}): Promise<Payment> {
  const headers = headersOf(wish);
  const unnamed = withoutCompany(headers);
  if (unnamed === headers) return createAsWished(bank, wish);
  const { psu = '', ...rest } = wish;
  const payment = { ...(await createAsWished(bank, { ...rest, headers: unnamed })), psu };
  if (payment.link === '') return payment;
  const { authorisationId, link } = await start(bank, payment, AUTHORISATIONS, { headers });
  return { ...payment, authorisationId, link };
}

async function createAsWished(bank: TestBank, wish: Wish): Promise<Payment> {
  const created = await send(bank, wish);
  expect(created.status, created.text).toBe(201);
  const { paymentId, _links } = created.json;
  return {
    paymentId,
    path: `${CREATION}/${paymentId}`,
    psu: wish.psu ?? KARI,
    as: wish.as,
    created,
    authorisationId: _links.scaStatus?.href?.split('/').at(-1) ?? '',
    link: _links.scaRedirect?.href ?? '',
  };
}

/** Any call below a payment, signed by its TPP and naming its PSU. */
export async function call(
  bank: TestBank,
  payment: Authorised,
  method: string,
  below = '',
  what: Send = {},
): Promise<Answer> {
  const { headers, ...rest } = what;
  const isBasketStart = method === 'POST' && below === AUTHORISATIONS && payment.path.includes('-baskets/');
  const byId = isBasketStart ? await knownId(bank, payment, headers) : {};
  return bank.send({
    method,
    path: below === '' ? payment.path : `${payment.path}/${below}`,
    ...(payment.as === undefined ? {} : { as: payment.as }),
    ...rest,
    headers: { 'X-PSU-IDENTITY': payment.psu, 'PSU-Context': null, ...byId, ...headers },
  });
}

/** The PSU-ID that a basket's authorisation needs, as after an SCA of its PSU long ago. */
async function knownId(bank: TestBank, { psu, as }: Authorised, headers: Headers = {}): Promise<Headers> {
  if (headers['PSU-ID'] !== undefined) return {};
  const number = String(headers['X-PSU-IDENTITY'] ?? psu);
  const tpp = as === undefined ? 'PSDNO-FSA-39999990' : getTppIdentity(as.certificate);
  const psuId = derivePsuId('psd2', tpp, number);
  const insert = 'INSERT OR IGNORE INTO psus (tpp, customer_number, psu_id, last_sca_ms) VALUES (?, ?, ?, 0)';
  await changeStore(bank.path, insert, tpp, number, psuId);
  return { 'PSU-ID': psuId };
}

export function readStatus(bank: TestBank, payment: Payment, what: Send = {}): Promise<Answer> {
  return call(bank, payment, 'GET', 'status', what);
}

/** The payment's status; RCVD is what can't be read yet (I-known-issue). */
export async function statusOf(bank: TestBank, payment: Payment): Promise<string> {
  const answer = await readStatus(bank, payment);
  if (answer.status === 404) {
    expect(answer.json.tppMessages).toMatchObject([{ code: 'RESOURCE_UNKNOWN' }]);
    return 'RCVD';
  }
  expect(answer.status, answer.text).toBe(200);
  return answer.json.transactionStatus;
}

/** An authorisation that was started by itself. */
export interface Started {
  readonly answer: Answer;
  readonly authorisationId: string;
  readonly link: string;
}

export async function start(
  bank: TestBank,
  payment: Authorised,
  kind = AUTHORISATIONS,
  what: Send = {},
): Promise<Started> {
  const answer = await call(bank, payment, 'POST', kind, what);
  expect(answer.status, answer.text).toBe(201);
  const { authorisationId, _links } = answer.json;
  return { answer, authorisationId, link: _links.scaRedirect?.href ?? '' };
}

/** The scaStatus of one authorisation of a payment. */
export async function scaStatusOf(
  bank: TestBank,
  payment: Authorised,
  authorisationId = payment.authorisationId,
  kind = AUTHORISATIONS,
): Promise<string> {
  const answer = await call(bank, payment, 'GET', `${kind}/${authorisationId}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.scaStatus;
}

export async function listed(bank: TestBank, payment: Authorised, kind = AUTHORISATIONS): Promise<string[]> {
  const answer = await call(bank, payment, 'GET', kind);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.authorisationIds;
}

export function cancel(bank: TestBank, payment: Payment, what: Send = {}): Promise<Answer> {
  return call(bank, payment, 'DELETE', '', what);
}
