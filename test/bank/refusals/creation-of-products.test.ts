import { describe, expect, it } from 'vitest';
import type { Answer } from '../../support/bank.ts';
import { set } from './changes.ts';
import { expectCreated, expectMoved, messages } from './expectations.ts';
import { crossBorder, instant, instantAlias, type Kind } from './kinds.ts';
import { bankOf, knownPsu } from './rows.ts';

const products: readonly (readonly [string, Kind])[] = [
  ['a cross-border payment', crossBorder],
  ['an instant payment', instant],
  ['an instant payment by its other name', instantAlias],
];

interface Link {
  readonly href: string;
  readonly verbs: readonly string[];
}

const members = ['_links', 'paymentId', 'transactionFeeIndicator', 'transactionFees', 'transactionStatus'];

describe.each(
  products,
)('the answer to %s [I-creation-response, D2-links, D2-created-headers, D4-creation, D1-ids]', (_, kind) => {
  const bank = bankOf();
  const create = (headers: Record<string, string> = {}) =>
    bank().send({ path: kind.path, headers, body: kind.body(bank()) });
  const linksOf = (answer: Answer): Record<string, Link> => answer.json._links;

  it('has its members and no others, and no message', async () => {
    const answer = await create();
    expectCreated(answer);
    expect(Object.keys(answer.json).toSorted()).toEqual(members);
    expect(answer.json.paymentId).toMatch(/^[A-Za-z0-9]{22}$/);
    expect(answer.json.transactionFeeIndicator).toBe(true);
    expect(answer.json.transactionFees).toEqual({
      amount: expect.stringMatching(/^\d+\.\d{2}$/),
      currency: 'NOK',
    });
    expect(answer.header('Content-Type')).toMatch(/^application\/json\b/);
  });

  it('has links below the name that was used, each with its verbs', async () => {
    const answer = await create();
    const below = (rest: string) =>
      expect.stringMatching(new RegExp(`^(/[^/]+)?${kind.path}/${answer.json.paymentId}${rest}$`));
    const { self, ...others } = linksOf(answer);
    expect(self?.href).toEqual(below(''));
    expect(self?.verbs.toSorted()).toEqual(['DELETE', 'GET']);
    expect(others).toEqual({
      status: { href: below('/status'), verbs: ['GET'] },
      startAuthorisation: { href: below('/authorisations'), verbs: ['POST'] },
      scaStatus: { href: below('/authorisations/[A-Za-z0-9]{22}'), verbs: ['GET'] },
      scaRedirect: {
        href: expect.stringMatching(/^https?:\/\/[^/]+(?:\/[^/]+)?\/sca\/[A-Za-z0-9]{22}\/[^/?#]{22,}$/),
        verbs: ['GET'],
      },
    });
    const idOf = (href = '', place = -1) => href.split('/').at(place);
    expect(idOf(others.scaStatus?.href)).toBe(idOf(others.scaRedirect?.href, -2));
  });

  it('has links that lead to what they name, RCVD as it is', async () => {
    const links = linksOf(await create());
    const follow = (name: string, method = 'GET') =>
      bank().send({ method, path: links[name]?.href ?? '', headers: { 'PSU-Context': null } });
    for (const name of ['self', 'status']) {
      const answer = await follow(name);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json.transactionStatus).toBe('RCVD');
    }
    expect((await follow('scaStatus')).json.scaStatus).toBe('RECEIVED');
    expect((await follow('startAuthorisation', 'POST')).status).toBe(201);
    expect((await follow('self', 'DELETE')).status).toBe(204);
  });

  it('has the headers Location, ASPSP-SCA-Approach and X-Request-ID', async () => {
    const answer = await create({ 'X-Request-ID': 'creation-1' });
    expect(answer.header('Location')).toBe(linksOf(answer).self?.href);
    expect(answer.header('ASPSP-SCA-Approach')).toBe('REDIRECT');
    expect(answer.header('X-Request-ID')).toBe('creation-1');
  });

  it('starts no authorisation when the TPP prefers to start it', async () => {
    const answer = await create({ 'TPP-Explicit-Authorisation-Preferred': 'true' });
    expectCreated(answer);
    expect(Object.keys(linksOf(answer)).toSorted()).toEqual(['self', 'startAuthorisation', 'status']);
    expect(answer.header('ASPSP-SCA-Approach')).toBe('REDIRECT');
  });

  it('is one of a known PSU as well', async () => {
    const answer = await create(knownPsu);
    expectCreated(answer);
    expect(linksOf(answer)).toHaveProperty('scaRedirect');
  });
});

describe('both names of the instant product [D1-products, D1-read-other-product]', () => {
  const bank = bankOf();
  const read = (path: string) => bank().send({ method: 'GET', path, headers: { 'PSU-Context': null } });

  it.each([
    ['first', instant, instantAlias],
    ['second', instantAlias, instant],
  ] as const)('are one product when a payment is read that has the %s', async (_, kind, other) => {
    const created = await bank().send({ path: kind.path, body: kind.body(bank()) });
    expectCreated(created);
    const { paymentId } = created.json;
    for (const { path } of [kind, other]) {
      const answer = await read(`${path}/${paymentId}`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json._links.self.href).toBe(created.json._links.self.href);
    }
    const answer = await read(`${crossBorder.path}/${paymentId}`);
    expect(answer.status).toBe(404);
    expect(messages(answer)).toMatchObject([{ code: 'RESOURCE_UNKNOWN' }]);
  });
});

describe('what is read of a payment [D4-read-body, D4-end-to-end, D4-service-level, D4-date-absent]', () => {
  const bank = bankOf();
  const readBack = async (kind: Kind, members: object) => {
    const body = { ...kind.body(bank()), ...members };
    const created = await bank().send({ path: kind.path, body });
    expectCreated(created);
    const self: string = created.json._links.self.href;
    const read = await bank().send({ method: 'GET', path: self, headers: { 'PSU-Context': null } });
    const { _links, paymentId, ...rest } = read.json;
    expect([paymentId, _links.self.href]).toEqual([created.json.paymentId, self]);
    return { body, rest };
  };

  it('is each member of a cross-border payment as it was sent', async () => {
    const { body, rest } = await readBack(crossBorder, {
      creditorAgent: 'PRVEDEFF',
      creditorAddress: { country: 'DE', city: 'Berlin', street: '' },
      purposeCode: 'SUPP',
      requestedExecutionDate: '2026-11-19',
      endToEndIdentification: 'E2E-1',
      serviceLevel: 'SDVA',
    });
    expect(rest).toEqual({ ...body, transactionStatus: 'RCVD' });
  });

  it.each([
    ['first', instant],
    ['other', instantAlias],
  ])('is each member of an instant payment, and today as its date, by its %s name', async (_, kind) => {
    const { body, rest } = await readBack(kind, {
      creditorAgent: 'PRVENOKK',
      ultimateDebtor: 'Ola Prøve',
      purposeCode: 'SALA',
      endToEndIdentification: 'E2E-2',
    });
    expect(rest).toEqual({
      ...body,
      transactionStatus: 'RCVD',
      requestedExecutionDate: '2026-11-18',
    });
  });
});

describe('warnings in the answer to a cross-border payment [D2-warnings, D4-cross-border-threshold, D4-date-moved]', () => {
  const bank = bankOf();
  const create = async (path: string, value: unknown) => {
    const body = crossBorder.body(bank());
    set(path, value)(body);
    return bank().send({ path: crossBorder.path, body });
  };

  it('are a text for people and the member that it is about, with the links all the same', async () => {
    const answer = await create('instructedAmount.amount', '99999.99');
    expect(answer.status, answer.text).toBe(201);
    expect(messages(answer)).toEqual([
      {
        category: 'WARNING',
        code: 'PRODUCT_INVALID',
        path: 'instructedAmount.amount',
        text: expect.stringMatching(/^.{1,512}$/),
      },
    ]);
    expect(answer.json._links).toHaveProperty('scaRedirect');
    expect(answer.json.transactionFees).toEqual({ amount: '65.00', currency: 'NOK' });
  });

  it('tell of a date that was moved, the PSU as well', async () => {
    const answer = await create('requestedExecutionDate', '2026-11-21');
    expectMoved(answer);
    expect(answer.json.psuMessage).toMatch(/^.{1,512}$/);
  });
});
