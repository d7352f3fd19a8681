import { describe, expect, it } from 'vitest';
import { INSTANT, INSTANT_ALIAS } from '../../../src/values/products.ts';
import { sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve } from '../../support/life/operator.ts';
import { AUTHORISATIONS, call, listed, type Payment, readStatus } from '../../support/life/payments.ts';
import { reachAs, statesOf } from '../../support/life/product-states.ts';
import {
  approvedAs,
  CREATIONS,
  createAs,
  initiation,
  KINDS,
  type Kind,
} from '../../support/life/products.ts';
import { type State, TOO_MUCH } from '../../support/life/states.ts';
import { sweep } from '../../support/sweep.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };
/** What the operation can still end. @see D4-bulk-cancel */
const CANCELLABLE: readonly State[] = ['RCVD', 'ACTC', 'ACWC', 'ACCP', 'PDNG', 'ACSP'];
/** What the PSU should be told about. */
const TOLD: readonly State[] = ['ACWC', 'ACCP', 'PDNG', 'RJCT'];

function isHidden(kind: Kind, state: State): boolean {
  return state === 'RCVD' && (kind === 'domestic' || kind === 'card');
}

const cases = KINDS.flatMap((kind) => statesOf(kind).map((state) => [kind, state] as const));
/**
 * What is told of a status is the same for every kind: all of it is tried for a single payment and for a bulk, whose
 * status is made of its items', and for the other kinds that it is told at all, with something to cancel and without.
 */
const visible = sweep(
  cases.filter(([kind, state]) => !isHidden(kind, state)),
  ([kind, state]) => kind === 'domestic' || kind === 'bulk' || state === 'PDNG' || state === 'RJCT',
);

/** The links of a payment, whatever they lead to. */
async function linksOf(payment: Payment, below: string): Promise<Record<string, { verbs: string[] }>> {
  const answer = await call(bank(), payment, 'GET', below);
  expect(answer.status, answer.text).toBe(200);
  return answer.json._links;
}

describe('a product that is not approved yet [D4-domestic-read, I-known-issue]', () => {
  it.each(KINDS)('can be read, unless it is domestic: %s', async (kind) => {
    const payment = await createAs(bank(), kind);
    for (const below of ['', 'status']) {
      const answer = await call(bank(), payment, 'GET', below);
      if (isHidden(kind, 'RCVD')) expectRefusal(answer, unknown);
      else expect([answer.status, answer.json.transactionStatus]).toEqual([200, 'RCVD']);
    }
    expect(await listed(bank(), payment)).toEqual([payment.authorisationId]);
  });
});

describe('the links of a product in each status [D2-links]', () => {
  it.each(visible)('say with which verbs they are followed: %s in %s', async (kind, state) => {
    const payment = await reachAs(bank(), kind, state);
    const self = CANCELLABLE.includes(state) ? ['GET', 'DELETE'] : ['GET'];
    for (const below of ['', 'status']) {
      const links = await linksOf(payment, below);
      expect(links).toMatchObject({
        self: { href: payment.path, verbs: self },
        status: { href: `${payment.path}/status`, verbs: ['GET'] },
      });
      for (const { verbs, ...link } of Object.values(links)) {
        expect(link).toEqual({ href: expect.stringMatching(/^(\/v1\/|http:)/) });
        expect(verbs.length).toBeGreaterThan(0);
      }
    }
  });

  it.each(KINDS)('are of its own service and product at creation: %s', async (kind) => {
    const { created, path, authorisationId } = await createAs(bank(), kind);
    expect(created.json._links).toEqual({
      self: { href: path, verbs: ['GET', 'DELETE'] },
      status: { href: `${path}/status`, verbs: ['GET'] },
      startAuthorisation: { href: `${path}/${AUTHORISATIONS}`, verbs: ['POST'] },
      scaStatus: { href: `${path}/${AUTHORISATIONS}/${authorisationId}`, verbs: ['GET'] },
      scaRedirect: { href: expect.stringMatching(/^http:/), verbs: ['GET'] },
    });
    expect(created.header('Location')).toBe(path);
    expect(created.header('ASPSP-SCA-Approach')).toBe('REDIRECT');
  });
});

describe('the message to the PSU [D4-psu-message]', () => {
  it.each(visible)('tells why it waits: %s in %s', async (kind, state) => {
    const payment = await reachAs(bank(), kind, state);
    const { json } = await readStatus(bank(), payment);
    expect(json.transactionStatus).toBe(state);
    if (!TOLD.includes(state)) return expect(json).not.toHaveProperty('psuMessage');
    expect(json.psuMessage).toMatch(/./);
    expect([...json.psuMessage].length).toBeLessThanOrEqual(512);
  });

  it.each([
    'domestic',
    'card',
    'cross-border',
    'bulk',
  ] as const)('tells of the lack of funds at the end: %s', async (kind) => {
    const payment = await approvedAs(bank(), kind, { amount: TOO_MUCH });
    sleepUntil(bank(), WEDNESDAY, '15:30');
    const { json } = await readStatus(bank(), payment);
    expect(json).toMatchObject({ transactionStatus: 'RJCT', fundsAvailable: false });
    expect(json.psuMessage).toMatch(/./);
  });
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

describe('what a product reads as [D4-read-body, D4-bulk-payments]', () => {
  it.each(KINDS)('is the initiation as sent, and what the bank made of it: %s', async (kind) => {
    const body = initiation(bank(), kind, { amounts: ['1.00', '22.50'] });
    const created = await bank().send({ path: CREATIONS[kind], body });
    const { paymentId } = created.json;
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

  it('has of a periodic payment every member, and its date only when it was sent', async () => {
    const body = {
      endDate: '2028-01-31',
      executionRule: 'preceding',
      frequency: 'MonthlyVariable',
      dayOfExecution: '31',
      monthsOfExecution: ['1', '6', '12'],
      requestedExecutionDate: THURSDAY,
    };
    const payment = await approvedAs(bank(), 'periodic', { body });
    expect((await call(bank(), payment, 'GET')).json).toMatchObject(body);
  });

  it('has of a bulk its own members', async () => {
    const body = { paymentInformationId: 'wages-11', batchBookingPreferred: false };
    const payment = await createAs(bank(), 'bulk', { body, amounts: ['1.00', '2.00'] });
    expect((await call(bank(), payment, 'GET')).json).toMatchObject(body);
  });
});

describe('where a product can be read [D1-read-other-product, D1-products]', () => {
  it.each(KINDS)('is under its own service and product alone: %s', async (kind) => {
    const payment = await approvedAs(bank(), kind);
    for (const [other, path] of Object.entries(CREATIONS)) {
      const isOwn = path === CREATIONS[kind];
      const answer = await call(
        bank(),
        { ...payment, path: `${path}/${payment.paymentId}` },
        'GET',
        'status',
      );
      if (isOwn) expect(answer.status, other).toBe(200);
      else expectRefusal(answer, unknown);
    }
  });

  const names = [
    [INSTANT, INSTANT_ALIAS],
    [INSTANT_ALIAS, INSTANT],
  ] as const;
  it.each(names)('is under both names of the instant product, with the links of %s', async (name, other) => {
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
});
