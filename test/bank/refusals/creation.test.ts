import { describe, expect, it } from 'vitest';
import type { Answer } from '../../support/bank.ts';
import { sweep } from '../../support/sweep.ts';
import { expectCreated, messages } from './expectations.ts';
import { bankOf, crossBorder, domestic, instant, instantAlias, knownPsu, type Product, set } from './rows.ts';

interface Link {
  readonly href: string;
  readonly verbs: readonly string[];
}

const PRODUCTS = sweep([domestic, crossBorder, instant, instantAlias], (product) => product === domestic);

describe.each(
  PRODUCTS,
)('the answer to $name [I-creation-response, D2-links, D2-created-headers, D4-creation, D1-ids]', (product) => {
  const bank = bankOf();
  const create = (headers: Record<string, string> = {}) =>
    bank().send({ path: product.path, headers, body: product.body(bank()) });
  const linksOf = (answer: Answer): Record<string, Link> => answer.json._links;

  it('has its members and no others, an id of its own, and no message', async () => {
    const answers = [await create(), await create()];
    for (const answer of answers) {
      expectCreated(answer);
      expect(answer.json.paymentId).toMatch(/^[A-Za-z0-9]{22}$/);
      expect(answer.header('Content-Type')).toMatch(/^application\/json\b/);
      const { transactionFees: fees, transactionFeeIndicator, ...others } = answer.json;
      expect(Object.keys(others).toSorted()).toEqual(['_links', 'paymentId', 'transactionStatus']);
      const someFees = { amount: expect.stringMatching(/^\d+\.\d{2}$/), currency: 'NOK' };
      expect([transactionFeeIndicator, fees]).toEqual(
        product === domestic ? [false, undefined] : [true, someFees],
      );
    }
    expect(answers[0]?.json.paymentId).not.toBe(answers[1]?.json.paymentId);
  });

  it('has links below the name that was used, each with its verbs, and a secret for the site', async () => {
    const answer = await create();
    const below = (rest: string) =>
      expect.stringMatching(new RegExp(`^(/[^/]+)?${product.path}/${answer.json.paymentId}${rest}$`));
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
    const nameOf = (href = '', at = -1) => href.split('/').at(at);
    expect(nameOf(others.scaStatus?.href)).toBe(nameOf(others.scaRedirect?.href, -2));
    const another = linksOf(await create());
    expect(nameOf(another.scaRedirect?.href)).not.toBe(nameOf(others.scaRedirect?.href));
  });

  it('has the headers Location, ASPSP-SCA-Approach and X-Request-ID', async () => {
    const answer = await create({ 'X-Request-ID': 'creation-1' });
    expect(answer.header('Location')).toBe(linksOf(answer).self?.href);
    expect(answer.header('ASPSP-SCA-Approach')).toBe('REDIRECT');
    expect(answer.header('X-Request-ID')).toBe('creation-1');
  });

  it('starts an authorisation, of a known PSU too, unless the TPP prefers to start it', async () => {
    const explicit = await create({ 'TPP-Explicit-Authorisation-Preferred': 'true' });
    expectCreated(explicit);
    expect(Object.keys(linksOf(explicit)).toSorted()).toEqual(['self', 'startAuthorisation', 'status']);
    expect(explicit.header('ASPSP-SCA-Approach')).toBe('REDIRECT');
    for (const headers of [knownPsu, { 'TPP-Explicit-Authorisation-Preferred': 'false' }])
      expect(linksOf(await create(headers))).toHaveProperty('scaRedirect');
  });
});

describe('what is read of a payment [D4-read-body, D4-end-to-end, D4-service-level, D4-date-absent, D2-null]', () => {
  const bank = bankOf();
  it.each([
    [
      crossBorder,
      {
        creditorAgent: 'PRVEDEFF',
        creditorAddress: { country: 'DE', city: 'Berlin', street: '' },
        requestedExecutionDate: '2026-11-19',
        serviceLevel: 'SDVA',
      },
    ],
    [crossBorder, { requestedExecutionDate: '2026-11-18', purposeCode: undefined }],
    [instant, { creditorAgent: 'PRVENOKK', ultimateDebtor: 'Ola Prøve', purposeCode: 'SALA' }],
    [instantAlias, { endToEndIdentification: 'E2E-2' }],
  ])('is each member as it was sent, and today as the date of an instant one: $0.name', async (product, members) => {
    const body = { ...product.body(bank()), ...members };
    const nulled = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value ?? null]));
    const made = await bank().send({ path: product.path, body: nulled });
    expectCreated(made);
    const read = await bank().send({ method: 'GET', path: made.json._links.self.href });
    const { _links, paymentId, ...rest } = read.json;
    expect(paymentId).toBe(made.json.paymentId);
    const date = product === crossBorder ? {} : { requestedExecutionDate: '2026-11-18' };
    expect(rest).toEqual({ ...JSON.parse(JSON.stringify(body)), ...date, transactionStatus: 'RCVD' });
  });
});

describe('warnings in the answer to a creation [D2-warnings, D4-cross-border-threshold, D4-date-moved]', () => {
  const bank = bankOf();
  const create = async (product: Product, path: string, value: unknown) => {
    const body = product.body(bank());
    set(path, value)(body);
    return bank().send({ path: product.path, body });
  };

  it('are a text for people and the member that it is about, with the links all the same', async () => {
    const answer = await create(crossBorder, 'instructedAmount.amount', '99999.99');
    expect(messages(answer)).toEqual([
      {
        category: 'WARNING',
        code: 'PRODUCT_INVALID',
        path: 'instructedAmount.amount',
        text: expect.stringMatching(/^.{1,512}$/),
      },
    ]);
    expect(answer.json._links).toHaveProperty('scaRedirect');
  });
});
