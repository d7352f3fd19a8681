import { expect, it } from 'vitest';
import { INSTANT, INSTANT_ALIAS } from '../../../src/values/products.ts';
import { WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve } from '../../support/life/operator.ts';
import { AUTHORISATIONS, call, listed, type Payment } from '../../support/life/payments.ts';
import { CREATIONS, createAs, initiation, KINDS, type Kind } from '../../support/life/products.ts';
import type { State } from '../../support/life/states.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };

function isHidden(kind: Kind, state: State): boolean {
  return state === 'RCVD' && (kind === 'domestic' || kind === 'card');
}

it.each(
  KINDS,
)('a product that is not approved yet can be read, unless it is domestic: %s [D4-domestic-read, I-known-issue]', async (kind) => {
  const payment = await createAs(bank(), kind);
  for (const below of ['', 'status']) {
    const answer = await call(bank(), payment, 'GET', below);
    if (isHidden(kind, 'RCVD')) expectRefusal(answer, unknown);
    else expect([answer.status, answer.json.transactionStatus]).toEqual([200, 'RCVD']);
  }
  expect(await listed(bank(), payment)).toEqual([payment.authorisationId]);
});

/** A bulk's payments as sent, and how each stands. */
function standing(body: object, read: readonly { paymentId: string }[]) {
  const { payments } = body as { payments: readonly object[] };
  const ids = read.map(({ paymentId }) => paymentId);
  expect(new Set(ids).size).toBe(payments.length);
  return {
    payments: payments.map((sent, place) => ({ ...sent, paymentId: ids[place], transactionStatus: 'ACTC' })),
  };
}

it.each(
  KINDS,
)('what a product reads as is the initiation as sent, and what the bank made of it: %s [D4-read-body, D4-bulk-payments]', async (kind) => {
  const body = initiation(bank(), kind, { amounts: ['1.00', '22.50'] });
  const { paymentId } = (await bank().send({ path: CREATIONS[kind], body })).json;
  await approve(bank(), { paymentId } as Payment);
  const path = `${CREATIONS[kind]}/${paymentId}`;
  const { status, json, text } = await bank().send({
    method: 'GET',
    path,
    headers: { 'X-PSU-IDENTITY': '15813963008' },
  });
  expect(status, text).toBe(200);
  const { _links, transactionStatus, requestedExecutionDate, ...rest } = json;
  expect(rest).toEqual({ ...body, ...(kind === 'bulk' ? standing(body, rest.payments) : {}), paymentId });
  expect(transactionStatus).toBe(kind === 'instant' ? 'ACSC' : 'ACTC');
  expect(requestedExecutionDate).toBe(kind === 'periodic' ? undefined : WEDNESDAY);
  expect(_links.self.href).toBe(path);
});

it.each([
  [INSTANT, INSTANT_ALIAS],
  [INSTANT_ALIAS, INSTANT],
] as const)('where a product can be read is under both names of the instant product, with the links of %s [D1-read-other-product, D1-products]', async (name, other) => {
  const body = initiation(bank(), 'instant');
  const created = await bank().send({ path: `/v1/payments/${name}`, body });
  const { paymentId } = created.json;
  const own = `/v1/payments/${name}/${paymentId}`;
  expect(created.json._links.self.href).toBe(own);
  for (const below of ['', '/status', `/${AUTHORISATIONS}`]) {
    const [first, second] = [
      await bank().send({ method: 'GET', path: `${own}${below}` }),
      await bank().send({ method: 'GET', path: `/v1/payments/${other}/${paymentId}${below}` }),
    ];
    expect([second.status, second.text]).toEqual([200, first.text]);
  }
  expect((await bank().send({ method: 'DELETE', path: `/v1/payments/${other}/${paymentId}` })).status).toBe(
    204,
  );
});
