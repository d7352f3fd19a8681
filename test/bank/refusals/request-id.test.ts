import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../support/bank.ts';
import { expectCreated, expectRefusal } from './expectations.ts';
import { addHeader, bare, repeatHeader } from './messages.ts';
import { bankOf } from './rows.ts';

const hour = 3_600_000;

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

describe('the same X-Request-ID again [D3-request-id-repeat, S1-request-record, D3-request-id]', () => {
  const bank = bankOf();
  const conflict = { status: 409, code: 'CONFLICT' };

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

  it('gets the first answer again, byte for byte, and no second payment', async () => {
    const request: Send = { headers: { 'X-Request-ID': 'again-1' }, body: bank().payment() };
    const first = await bank().send(request);
    const second = await bank().send(request);
    expectCreated(first);
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(second.header('Location')).toBe(first.header('Location'));
    expect(second.header('X-Request-ID')).toBe('again-1');
    // A second payment would have been a logical duplicate: the first is still the only one to conflict with.
    expectRefusal(await bank().send({ ...request, headers: { 'X-Request-ID': 'again-2' } }), conflict);
  });

  it('gets the first answer when both are under way at once', async () => {
    const request: Send = { headers: { 'X-Request-ID': 'at-once' }, body: bank().payment() };
    const [first, second] = await Promise.all([bank().send(request), bank().send(request)]);
    expectCreated(first!);
    expect(second!.text).toBe(first!.text);
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

  it('is free after a refusal', async () => {
    const headers = { 'X-Request-ID': 'repaired' };
    const body = bank().payment();
    expectRefusal(await bank().send({ headers, body: { ...body, creditorName: '' } }), {
      status: 400,
      code: 'FORMAT_ERROR',
      path: 'creditorName',
    });
    expectCreated(await bank().send({ headers, body }));
  });

  it('is free for reading what it made', async () => {
    const headers = { 'X-Request-ID': 'made-and-read' };
    const made = await bank().send({ headers, body: bank().payment() });
    const path = `/v1/payments/norwegian-domestic-credit-transfers/${made.json.paymentId}/status`;
    expectRefusal(await bank().send({ method: 'GET', path, headers }), {
      status: 404,
      code: 'RESOURCE_UNKNOWN',
    });
  });
});

describe('the same X-Request-ID a day later [D3-request-id-24h]', () => {
  const bank = bankOf();

  it('is kept for 24 hours of the bank’s clock and free after them', async () => {
    const request: Send = {
      headers: { 'X-Request-ID': 'daily' },
      query: 'allowLogicalDuplicate=true',
      body: bank().payment(),
    };
    const first = await bank().send(request);
    expectCreated(first);

    bank().now += 24 * hour - 60_000;
    expect((await bank().send(request)).text).toBe(first.text);

    bank().now += 120_000;
    const later = await bank().send(request);
    expectCreated(later);
    expect(later.json.paymentId).not.toBe(first.json.paymentId);
  });
});
