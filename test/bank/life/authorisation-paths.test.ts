import { beforeAll, describe, expect, it } from 'vitest';
import type { Signer } from '../../../src/signing/sign.ts';
import { CREATION, signerOf } from '../../support/bank.ts';
import { approve } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  call,
  create,
  type Payment,
  start,
} from '../../support/life/payments.ts';
import { expectRefusal } from '../refusals/expectations.ts';
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
    expectRefusal(await call(bank(), { ...payment, path }, method, below().slice(1)), {
      status: 404,
      code: 'PRODUCT_UNKNOWN',
    });
  });
});

describe('an authorisation that is not there [D2-resource-unknown, D1-authorisations]', () => {
  const ids: readonly (readonly [string, string, Path])[] = [
    ['nobody has the id', AUTHORISATIONS, () => nobody],
    ['nobody has the id', CANCELLATIONS, () => nobody],
    ['the id is no id', AUTHORISATIONS, () => 'x'],
    ['it is of another payment', AUTHORISATIONS, () => other.authorisationId],
    ['it is of another payment', CANCELLATIONS, () => otherCancellationId],
    ['it is of the other kind', AUTHORISATIONS, () => cancellationId],
    ['it is of the other kind', CANCELLATIONS, () => payment.authorisationId],
    ['the id is the payment’s', AUTHORISATIONS, () => payment.paymentId],
  ];

  it.each(ids)('because %s: %s', async (_, kind, id) => {
    const answer = await call(bank(), payment, 'GET', `${kind}/${id()}`);
    expectRefusal(answer, unknown);
    expect(answer.text).toBe((await call(bank(), payment, 'GET', `${kind}/${nobody}`)).text);
  });
});

describe('methods below a payment [D2-method, D1-authorisations, D1-cancel]', () => {
  const allowed: readonly (readonly [string, readonly string[], Path])[] = [
    ['the payment', ['GET', 'DELETE'], () => ''],
    ['the status', ['GET'], () => '/status'],
    [AUTHORISATIONS, ['GET', 'POST'], () => `/${AUTHORISATIONS}`],
    ['one of them', ['GET'], () => `/${AUTHORISATIONS}/${payment.authorisationId}`],
    [CANCELLATIONS, ['GET', 'POST'], () => `/${CANCELLATIONS}`],
    ['one of those', ['GET'], () => `/${CANCELLATIONS}/${cancellationId}`],
  ];

  it.each(allowed)('are told when another is used: %s', async (_, methods, below) => {
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
