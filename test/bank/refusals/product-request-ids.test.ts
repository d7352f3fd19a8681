import { describe, expect, it } from 'vitest';
import type { Answer, Send } from '../../support/bank.ts';
import { rowCounts } from '../../support/stored.ts';
import { sweep } from '../../support/sweep.ts';
import { bulk } from './bulk.ts';
import { set } from './changes.ts';
import { expectCreated, expectRefusal } from './expectations.ts';
import { crossBorder, domestic, feeInformation, instant, instantAlias, type Kind } from './kinds.ts';
import { periodic } from './periodic.ts';
import { bankOf } from './rows.ts';

const hour = 3_600_000;
const conflict = { status: 409, code: 'CONFLICT' };

const kinds: readonly (readonly [name: string, kind: Kind, creditorName: string])[] = [
  ['a domestic payment', domestic, 'creditorName'],
  ['an instant payment', instant, 'creditorName'],
  ['an instant payment by its other name', instantAlias, 'creditorName'],
  ['a cross-border payment', crossBorder, 'creditorName'],
  ['a periodic payment', periodic, 'creditorName'],
  ['a bulk', bulk, 'payments[2].creditorName'],
];

describe('the same X-Request-ID again, for each product [D3-request-id-repeat, D3-request-id-products, S1-request-record]', () => {
  const bank = bankOf();
  let ids = 0;
  const requestOf = (kind: Kind): Send & { readonly body: object } => {
    ids += 1;
    return {
      path: kind.path,
      headers: { 'X-Request-ID': `product-${ids}` },
      // A logical duplicate is a conflict too, so it is allowed here.
      query: 'allowLogicalDuplicate=true',
      body: kind.body(bank()),
    };
  };
  const expectAgain = (again: Answer, first: Answer): void => {
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.header('Location')).toBe(first.header('Location'));
    expect(again.header('ASPSP-SCA-Approach')).toBe(first.header('ASPSP-SCA-Approach'));
  };

  for (const [name, kind, creditorName] of kinds) {
    it(`gets the first answer for ${name}, byte for byte, and nothing is made`, async () => {
      const request = requestOf(kind);
      const first = await bank().send(request);
      expectCreated(first);
      const before = rowCounts(bank().path);
      expectAgain(await bank().send(request), first);
      expect(rowCounts(bank().path)).toEqual(before);
    });

    it(`is a conflict with another body of ${name}`, async () => {
      const request = requestOf(kind);
      expectCreated(await bank().send(request));
      const body = structuredClone(request.body);
      set(creditorName, 'Somebody Else')(body);
      expectRefusal(await bank().send({ ...request, body }), conflict);
    });

    it(`is a conflict with the same body in another order of ${name}`, async () => {
      const request = requestOf(kind);
      expectCreated(await bank().send(request));
      const body = Object.fromEntries(Object.entries(request.body).toReversed());
      expectRefusal(await bank().send({ ...request, body }), conflict);
    });

    it(`makes ${name} once when both are under way at once`, async () => {
      const request = requestOf(kind);
      const [first, second] = await Promise.all([bank().send(request), bank().send(request)]);
      expectCreated(first!);
      expectAgain(second!, first!);
    });

    it(`is free after a refusal of ${name}`, async () => {
      const request = requestOf(kind);
      const body = structuredClone(request.body);
      set(creditorName, '')(body);
      const refused = { status: 400, code: 'FORMAT_ERROR', path: creditorName };
      expectRefusal(await bank().send({ ...request, body }), refused);
      expectCreated(await bank().send(request));
    });

    it(`answers for ${name} what it was at its creation, also after it was cancelled`, async () => {
      const request = requestOf(kind);
      const first = await bank().send(request);
      expectCreated(first);
      const cancelled = await bank().send({ method: 'DELETE', path: `${kind.path}/${first.json.paymentId}` });
      expect(cancelled.status).toBe(204);
      expectAgain(await bank().send(request), first);
    });
  }

  const pairs = kinds.flatMap((first) =>
    kinds.filter((second) => second !== first).map((second) => [first, second] as const),
  );
  // Each product is seen as the first and as the second.
  const kept = sweep(pairs, ([[, first], [, second]]) => first === domestic || second === domestic);
  for (const [[name, kind], [otherName, other]] of kept) {
    it(`is a conflict between ${name} and ${otherName}`, async () => {
      const { headers, ...request } = requestOf(kind);
      expectCreated(await bank().send({ ...request, ...(headers ? { headers } : {}) }));
      const body = other.body(bank());
      const second: Send = { path: other.path, query: 'allowLogicalDuplicate=true', body };
      expectRefusal(await bank().send({ ...second, ...(headers ? { headers } : {}) }), conflict);
    });
  }
});

describe('the same X-Request-ID and body under another name of the product [D3-request-id-repeat, D3-request-id-products]', () => {
  const bank = bankOf();

  it('is another request, and a conflict', async () => {
    const request: Send = { headers: { 'X-Request-ID': 'by-another-name' }, body: instant.body(bank()) };
    expectCreated(await bank().send({ ...request, path: instant.path }));
    expectRefusal(await bank().send({ ...request, path: instantAlias.path }), conflict);
  });
});

describe('the same X-Request-ID a day later, for each product [D3-request-id-24h, D3-request-id-products]', () => {
  const bank = bankOf();

  for (const [name, kind] of kinds) {
    it(`makes ${name} again`, async () => {
      const request: Send = {
        path: kind.path,
        headers: { 'X-Request-ID': `daily ${name}`.replaceAll(' ', '-') },
        query: 'allowLogicalDuplicate=true',
        body: kind.body(bank()),
      };
      if (kind === periodic) set('startDate', '2027-06-01')(request.body as object);
      const first = await bank().send(request);
      expectCreated(first);
      bank().now += 24 * hour - 60_000;
      expect((await bank().send(request)).text).toBe(first.text);
      bank().now += 120_000;
      const later = await bank().send(request);
      expectCreated(later);
      expect(later.json.paymentId).not.toBe(first.json.paymentId);
    });
  }
});

describe('fee information with an X-Request-ID of before [D3-request-id-products]', () => {
  const bank = bankOf();

  it('is no creation: it is answered anew', async () => {
    const headers = { 'X-Request-ID': 'fees' };
    const { path } = feeInformation;
    const body = feeInformation.body(bank());
    expect((await bank().send({ path, headers, body })).status).toBe(200);
    set('amount.amount', '7.00')(body);
    expect((await bank().send({ path, headers, body })).status).toBe(200);
    expectCreated(await bank().send({ path: instant.path, headers, body: instant.body(bank()) }));
    expect((await bank().send({ path, headers, body })).status).toBe(200);
  });
});
