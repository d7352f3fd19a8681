import { beforeAll, describe, expect, it } from 'vitest';
import type { Signer } from '../../../src/signing/sign.ts';
import { CREATION, type Send, signerOf } from '../../support/bank.ts';
import { approve } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  call,
  create,
  KARI,
  OLA,
  type Payment,
  start,
} from '../../support/life/payments.ts';
import { expectRefusal, NO_PRODUCT } from '../refusals/expectations.ts';
import { malformedHeaders as malformed } from '../refusals/payment-headers.ts';
import { bankOf } from '../refusals/rows.ts';

const bank = bankOf();
const nobody = 'AAAAAAAAAAAAAAAAAAAAAA';
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };
/** An approved payment with one authorisation of each kind, and another of the same TPP and PSU. */
let payment: Payment;
let other: Payment;
let cancellationId: string;
let otherCancellationId: string;

beforeAll(async () => {
  [payment, other] = [await create(bank()), await create(bank())];
  await approve(bank(), payment);
  await approve(bank(), other);
  cancellationId = (await start(bank(), payment, CANCELLATIONS)).authorisationId;
  otherCancellationId = (await start(bank(), other, CANCELLATIONS)).authorisationId;
});

type Path = () => string;

const operations: readonly (readonly [string, string, Path])[] = [
  ['DELETE', 'the payment', () => ''],
  ['POST', AUTHORISATIONS, () => `/${AUTHORISATIONS}`],
  ['GET', AUTHORISATIONS, () => `/${AUTHORISATIONS}`],
  ['GET', 'one of them', () => `/${AUTHORISATIONS}/${payment.authorisationId}`],
  ['POST', CANCELLATIONS, () => `/${CANCELLATIONS}`],
  ['GET', CANCELLATIONS, () => `/${CANCELLATIONS}`],
  ['GET', 'one of those', () => `/${CANCELLATIONS}/${cancellationId}`],
];

describe('a payment that is not there [D2-resource-unknown, D1-authorisations, D1-cancel]', () => {
  let stranger: Signer;
  beforeAll(() => {
    stranger = signerOf('PSDNO-FSA-39999991');
  });

  it.each(operations)('because nobody has the id: %s %s', async (method, _, below) => {
    const answer = await call(
      bank(),
      { ...payment, path: `${CREATION}/${nobody}` },
      method,
      below().slice(1),
    );
    expectRefusal(answer, unknown);
  });

  it.each(operations)('because it is another TPP’s: %s %s', async (method, _, below) => {
    const headers = { 'X-PSU-IDENTITY': payment.psu, 'PSU-Context': null };
    const refused = await bank().send({ method, path: payment.path + below(), headers, as: stranger });
    expectRefusal(refused, unknown);
    const path = `${CREATION}/${nobody}${below()}`;
    expect(refused.text).toBe((await bank().send({ method, path, headers, as: stranger })).text);
  });

  it.each(operations)('because it is of another product: %s %s', async (method, _, below) => {
    for (const product of [
      'norwegian-cross-border-credit-transfers',
      'instant-norwegian-credit-transfers-straks',
      'instant-norwegian-domestic-credit-transfers-straks',
    ]) {
      const path = `/v1/payments/${product}/${payment.paymentId}`;
      expectRefusal(await call(bank(), { ...payment, path }, method, below().slice(1)), unknown);
    }
  });

  it.each(operations)('because there is no such product: %s %s', async (method, _, below) => {
    const path = `/v1/payments/no-credit-transfers/${payment.paymentId}`;
    expectRefusal(await call(bank(), { ...payment, path }, method, below().slice(1)), NO_PRODUCT);
  });
});

describe('an authorisation that is not there [D2-resource-unknown, D1-authorisations]', () => {
  it.each<readonly [string, string, Path]>([
    ['nobody has the id', AUTHORISATIONS, () => nobody],
    ['nobody has the id', CANCELLATIONS, () => nobody],
    ['the id is no id', AUTHORISATIONS, () => 'x'],
    ['it is of another payment', AUTHORISATIONS, () => other.authorisationId],
    ['it is of another payment', CANCELLATIONS, () => otherCancellationId],
    ['it is of the other kind', AUTHORISATIONS, () => cancellationId],
    ['it is of the other kind', CANCELLATIONS, () => payment.authorisationId],
    ['the id is the payment’s', AUTHORISATIONS, () => payment.paymentId],
  ])('because %s: %s', async (_, kind, id) => {
    const answer = await call(bank(), payment, 'GET', `${kind}/${id()}`);
    expectRefusal(answer, unknown);
    expect(answer.text).toBe((await call(bank(), payment, 'GET', `${kind}/${nobody}`)).text);
  });
});

describe('methods below a payment [D2-method, D1-authorisations, D1-cancel]', () => {
  it.each<readonly [string, readonly string[], Path]>([
    ['the payment', ['GET', 'DELETE'], () => ''],
    ['the status', ['GET'], () => '/status'],
    [AUTHORISATIONS, ['GET', 'POST'], () => `/${AUTHORISATIONS}`],
    ['one of them', ['GET'], () => `/${AUTHORISATIONS}/${payment.authorisationId}`],
    [CANCELLATIONS, ['GET', 'POST'], () => `/${CANCELLATIONS}`],
    ['one of those', ['GET'], () => `/${CANCELLATIONS}/${cancellationId}`],
  ])('are told when another is used: %s', async (_, methods, below) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (methods.includes(method)) continue;
      const answer = await bank().send({ method, path: payment.path + below() });
      expectRefusal(answer, { status: 405, code: 'BAD_REQUEST' });
      expect(answer.header('Allow')?.split(', ').sort()).toEqual([...methods].sort());
    }
  });

  it.each([
    `/${AUTHORISATIONS}/`,
    `/${AUTHORISATIONS}/a/b`,
    '/authorizations',
    '/cancellation',
  ])('are none at a path that is not there: %s', async (below) => {
    const answer = await bank().send({ method: 'GET', path: payment.path + below });
    expectRefusal(answer, { status: 404, code: 'NOT_FOUND' });
  });
});

/** The same without a payment: name, method, and path below it. */
const REQUESTS: readonly (readonly [string, string, string])[] = [
  ['cancel payment', 'DELETE', ''],
  ['start authorisation', 'POST', `/${AUTHORISATIONS}`],
  ['list authorisations', 'GET', `/${AUTHORISATIONS}`],
  ['read authorisation', 'GET', `/${AUTHORISATIONS}/${nobody}`],
  ['start cancellation authorisation', 'POST', `/${CANCELLATIONS}`],
  ['list cancellation authorisations', 'GET', `/${CANCELLATIONS}`],
  ['read cancellation authorisation', 'GET', `/${CANCELLATIONS}/${nobody}`],
];

function ask(method: string, below: string, what: Send = {}, paymentId = nobody) {
  const { headers, ...rest } = what;
  const path = `${CREATION}/${paymentId}${below}`;
  return bank().send({ method, path, ...rest, headers: { 'PSU-Context': null, ...headers } });
}

describe.each(REQUESTS)('the headers of: %s [D3-payment-operations, I-headers]', (_, method, below) => {
  it.each(malformed)('must be well-formed: %s: %s', async (name, value) => {
    const answer = await ask(method, below, { headers: { [name]: value } });
    expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', path: name });
  });
});

describe('the PSU of the payment [D3-psu-of-payment, D2-resource-unknown]', () => {
  /** One whose PSU came with the headers, one whose PSU came with its SCA, and one whose PSU nobody knows. */
  let named: Payment;
  let identified: Payment;
  let open: Payment;
  beforeAll(async () => {
    named = await create(bank(), { psu: KARI });
    identified = await create(bank());
    await approve(bank(), identified);
    open = await create(bank());
  });

  // Starting a cancellation of a received payment is refused for its state, which tells that the PSU passed.
  const passed = [200, 201, 202, 204, 409];

  it.each(REQUESTS)('must be named once known: %s', async (_, method, below) => {
    for (const { paymentId } of [named, identified]) {
      const answer = await ask(method, below, {}, paymentId);
      expectRefusal(answer, { status: 400, code: 'HTTP_HEADER_REQUIRED', path: 'PSU-ID' });
    }
  });

  it.each(REQUESTS)('is not another: %s', async (_, method, below) => {
    const headers = { 'X-PSU-IDENTITY': OLA };
    for (const { paymentId } of [named, identified]) {
      const answer = await ask(method, below, { headers }, paymentId);
      expectRefusal(answer, unknown);
      expect(answer.text).toBe((await ask(method, below, { headers })).text);
    }
  });

  it.each(
    REQUESTS.filter(([what, method]) => !what.startsWith('read') && method !== 'DELETE'),
  )('need not be named while unknown: %s', async (_, method, below) => {
    expect(passed).toContain((await ask(method, below, {}, open.paymentId)).status);
    const read = await ask('GET', `/${AUTHORISATIONS}/${open.authorisationId}`, {}, open.paymentId);
    expect(read.status, read.text).toBe(200);
  });
});
