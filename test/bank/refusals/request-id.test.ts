import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answer, Send } from '../../support/bank.ts';
import { rowCounts } from '../../support/stored.ts';
import { sweep } from '../../support/sweep.ts';
import { expectCreated, expectRefusal, UNKNOWN } from './expectations.ts';
import { addHeader, bare, repeatHeader } from './messages.ts';
import {
  bankOf,
  bulk,
  crossBorder,
  domestic,
  feeInformation,
  instant,
  instantAlias,
  type Product,
  periodic,
  set,
} from './rows.ts';

const hour = 3_600_000;
const conflict = { status: 409, code: 'CONFLICT' };

describe('the echo of X-Request-ID [D2-echo, S12-echo]', () => {
  const bank = bankOf();
  const echoed: readonly (readonly [string, number, Send])[] = [
    ['a created payment', 201, {}],
    ['a refused body', 400, { body: {} }],
    ['a missing header', 400, { headers: { 'x-accept-fix': null } }],
    ['an unknown path', 404, { path: '/v1/nothing' }],
    ['a method that the path does not have', 405, { method: 'PUT' }],
    ['an unknown PSU', 401, { headers: { 'X-PSU-IDENTITY': '99999999999' } }],
  ];
  for (const [what, status, send] of echoed) {
    it(`is in the answer to ${what}`, async () => {
      const id = `echo-${status}-${what.length}`;
      const answer = await bank().send({
        body: bank().payment(),
        ...send,
        headers: { ...send.headers, 'X-Request-ID': id },
      });
      expect(answer.status).toBe(status);
      expect(answer.header('X-Request-ID')).toBe(id);
    });
  }

  const silent: readonly (readonly [string, Send])[] = [
    ['too long', { headers: { 'X-Request-ID': 'r'.repeat(101) } }],
    ['of two words', { headers: { 'X-Request-ID': 'two words' } }],
    ['missing', { headers: { 'X-Request-ID': null } }],
    [
      'a header injection',
      {
        path: '/v1/nothing',
        afterSigning: (request) => addHeader('X-Request-ID', 'a\r\nSet-Cookie: b')(bare(request)),
      },
    ],
  ];
  for (const [what, send] of silent) {
    it(`is left out when the id is ${what}`, async () => {
      const answer = await bank().send({ body: bank().payment(), ...send });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.header('X-Request-ID')).toBeUndefined();
    });
  }

  it('never repeats an id that was sent twice', async () => {
    const answer = await bank().send({
      body: bank().payment(),
      afterSigning: repeatHeader('X-Request-ID', ''),
    });
    expect(
      answer.headers.filter(([name]) => name.toLowerCase() === 'x-request-id').length,
    ).toBeLessThanOrEqual(1);
  });
});

describe('what makes a request the same [D3-request-id-repeat, S1-request-record, D3-request-id]', () => {
  const bank = bankOf();

  it('gets the first answer again when only the Digest is written otherwise', async () => {
    const body = bank().payment();
    const headers = { 'X-Request-ID': 'other-digest' };
    const text = JSON.stringify(body);
    const sha512 = `SHA-512=${createHash('sha512').update(text).digest('base64')}`;
    const first = await bank().send({ headers, rawBody: text });
    const second = await bank().send({ headers: { ...headers, Digest: sha512 }, rawBody: text });
    expectCreated(first);
    expect(second.text).toBe(first.text);
  });

  it('gets the first answer however many headers differ that do not make the request', async () => {
    const body = bank().payment();
    const first = await bank().send({ headers: { 'X-Request-ID': 'other-headers' }, body });
    const second = await bank().send({
      headers: { 'X-Request-ID': 'other-headers', 'Accept-Language': 'nb' },
      body,
    });
    expect(second.text).toBe(first.text);
  });

  const others: readonly (readonly [string, Send])[] = [
    ['a body that differs in one blank', { rawBody: ' ' }],
    ['another query', { query: 'allowLogicalDuplicate=true&colour=blue' }],
    ['another session', { headers: { 'TPP-Session-ID': 'another-session' } }],
    ['another redirect URI', { headers: { 'TPP-Redirect-URI': 'https://tpp.example/elsewhere' } }],
    ['a PSU', { headers: { 'X-PSU-IDENTITY': '15813963008' } }],
  ];
  for (const [what, other] of others) {
    it(`is refused with ${what}`, async () => {
      const id = { 'X-Request-ID': `differs-${what.length}` };
      const text = JSON.stringify(bank().payment());
      // A logical duplicate is a conflict too, so it is allowed here.
      const query = 'allowLogicalDuplicate=true';
      expectCreated(await bank().send({ headers: id, query, rawBody: text }));
      const send: Send = {
        query,
        ...other,
        headers: { ...other.headers, ...id },
        rawBody: text + (other.rawBody ?? ''),
      };
      expectRefusal(await bank().send(send), conflict);
    });
  }

  it('is free for reading what it made', async () => {
    const headers = { 'X-Request-ID': 'made-and-read' };
    const made = await bank().send({ headers, body: bank().payment() });
    const path = `/v1/payments/norwegian-domestic-credit-transfers/${made.json.paymentId}/status`;
    expectRefusal(await bank().send({ method: 'GET', path, headers }), UNKNOWN);
  });
});

const PRODUCTS = sweep(
  [domestic, instant, instantAlias, crossBorder, periodic, bulk],
  (product) => product === domestic || product === periodic,
);

describe('the same X-Request-ID again, for each product [D3-request-id-repeat, D3-request-id-products, D3-request-id-24h, S1-request-record]', () => {
  const bank = bankOf();
  let ids = 0;
  const buildRequest = (product: Product): Send & { readonly body: object; readonly headers: object } => {
    ids += 1;
    const body = product.body(bank());
    if (product === periodic) set('startDate', '2027-06-01')(body);
    // A logical duplicate is a conflict too, so it is allowed here.
    const query = 'allowLogicalDuplicate=true';
    return { path: product.path, headers: { 'X-Request-ID': `product-${ids}` }, query, body };
  };
  const expectAgain = (again: Answer, first: Answer): void => {
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    for (const name of ['Location', 'ASPSP-SCA-Approach'])
      expect(again.header(name)).toBe(first.header(name));
  };
  const nameOfCreditor = (product: Product) =>
    product === bulk ? 'payments[2].creditorName' : 'creditorName';

  it.each(
    PRODUCTS,
  )('makes $name once, also at once, and answers what it was after a cancellation', async (product) => {
    const request = buildRequest(product);
    const [first, second] = await Promise.all([bank().send(request), bank().send(request)]);
    expectCreated(first!);
    expectAgain(second!, first!);
    const before = rowCounts(bank().path);
    expectAgain(await bank().send(request), first!);
    expect(rowCounts(bank().path)).toEqual(before);
    const path = `${product.path}/${first!.json.paymentId}`;
    expect((await bank().send({ method: 'DELETE', path })).status).toBe(204);
    expectAgain(await bank().send(request), first!);
  });

  it.each(PRODUCTS)('is a conflict with another body of $name, or one in another order', async (product) => {
    const request = buildRequest(product);
    expectCreated(await bank().send(request));
    const other = structuredClone(request.body);
    set(nameOfCreditor(product), 'Somebody Else')(other);
    const turned = Object.fromEntries(Object.entries(request.body).toReversed());
    for (const body of [other, turned]) expectRefusal(await bank().send({ ...request, body }), conflict);
  });

  it.each(PRODUCTS)('is free after a refusal of $name, and 24 hours after its creation', async (product) => {
    const request = buildRequest(product);
    const path = nameOfCreditor(product);
    const wrong = structuredClone(request.body);
    set(path, '')(wrong);
    expectRefusal(await bank().send({ ...request, body: wrong }), {
      status: 400,
      code: 'FORMAT_ERROR',
      path,
    });
    const first = await bank().send(request);
    expectCreated(first);
    bank().now += 24 * hour - 60_000;
    expectAgain(await bank().send(request), first);
    bank().now += 120_000;
    const later = await bank().send(request);
    expectCreated(later);
    expect(later.json.paymentId).not.toBe(first.json.paymentId);
  });

  it.each(
    PRODUCTS.flatMap((first) =>
      PRODUCTS.filter((second) => second !== first).map((second) => ({ first, second })),
    ),
  )('is a conflict between $first.name and $second.name', async ({ first, second }) => {
    const request = buildRequest(first);
    expectCreated(await bank().send(request));
    const same =
      first.path.startsWith('/v1/payments/instant') && second.path.startsWith('/v1/payments/instant');
    const body = same ? request.body : second.body(bank());
    expectRefusal(await bank().send({ ...request, path: second.path, body }), conflict);
  });

  it('is no repetition of fee information, which is answered anew and leaves the id to a creation', async () => {
    const headers = { 'X-Request-ID': 'fees' };
    const { path } = feeInformation;
    const body = feeInformation.body(bank());
    const ask = async () => (await bank().send({ path, headers, body })).status;
    expect(await ask()).toBe(200);
    set('amount.amount', '7.00')(body);
    expect(await ask()).toBe(200);
    expectCreated(await bank().send({ path: instant.path, headers, body: instant.body(bank()) }));
    expect(await ask()).toBe(200);
  });
});
