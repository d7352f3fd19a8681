import { describe, expect, it } from 'vitest';
import type { Send } from '../../support/bank.ts';
import { expectErrorBody, expectRefusal, messages, type Refusal } from './expectations.ts';
import { bare, filledUp, mebibyte, otherBody, tampers, withoutHeader } from './messages.ts';
import { bankOf, type Change, knownPsu, malformed, remove, set } from './rows.ts';

/** What makes one check of D2-order fail, alone or beside others. */
interface Fault {
  readonly check: string;
  readonly send: Omit<Send, 'body' | 'rawBody'>;
  /** The body, when the fault is in it. */
  readonly rawBody?: (payment: object) => Buffer;
  readonly refusal: Refusal;
}

const changed = (change: Change) => (payment: object) => {
  change(payment);
  return Buffer.from(JSON.stringify(payment));
};

const path: Fault = {
  check: 'path',
  send: { path: '/v1/nothing' },
  refusal: { status: 404, code: 'NOT_FOUND' },
};
const method: Fault = {
  check: 'method',
  send: { method: 'PUT' },
  refusal: { status: 405, code: 'BAD_REQUEST' },
};
const size: Fault = {
  check: 'body size',
  send: {},
  rawBody: (payment) => filledUp(payment, mebibyte + 1),
  refusal: { status: 413, code: 'BAD_REQUEST' },
};
const noHeaders: Fault = {
  check: 'all required headers',
  send: { afterSigning: bare },
  refusal: { status: 400, code: 'HTTP_HEADER_REQUIRED' },
};
const requiredHeader: Fault = {
  check: 'a required header',
  send: { headers: { 'x-accept-fix': null } },
  refusal: { status: 400, code: 'HTTP_HEADER_REQUIRED', path: 'x-accept-fix' },
};
const signature: Fault = {
  check: 'signature engine',
  send: { afterSigning: otherBody },
  refusal: { status: 400, code: 'BAD_REQUEST', path: 'Digest', text: /^digest-mismatch\b/ },
};
const headerFormat: Fault = {
  check: 'header formats',
  send: { headers: { 'PSU-IP-Address': 'localhost' } },
  refusal: malformed('PSU-IP-Address'),
};
const query: Fault = {
  check: 'query',
  send: { query: 'allowLogicalDuplicate=perhaps' },
  refusal: malformed('allowLogicalDuplicate'),
};
const mediaType: Fault = {
  check: 'media type',
  send: { headers: { 'Content-Type': 'text/plain' } },
  refusal: { status: 415, code: 'BAD_REQUEST' },
};
const utf8: Fault = {
  check: 'UTF-8',
  send: {},
  rawBody: () => Buffer.from([0x7b, 0xff, 0x20]),
  refusal: malformed(null),
};
const json: Fault = {
  check: 'JSON',
  send: {},
  rawBody: () => Buffer.from('{ no JSON '),
  refusal: { status: 400, code: 'BAD_REQUEST' },
};
const schema: Fault = {
  check: 'schema',
  send: {},
  rawBody: changed(remove('creditorName')),
  refusal: malformed('creditorName'),
};
const psu: Fault = {
  check: 'PSU',
  send: { headers: { 'X-PSU-IDENTITY': '99999999999' } },
  refusal: { status: 401, code: 'PSU_CREDENTIALS_INVALID' },
};
const domain: Fault = {
  check: 'domain',
  send: { headers: knownPsu },
  rawBody: changed(set('debtorAccount.bban', '99900000000')),
  refusal: { status: 400, code: 'RESOURCE_UNKNOWN', path: 'debtorAccount.bban' },
};

/** Neighbours of the order of checks, and a few that are further apart; the earlier one answers. */
const pairs: readonly (readonly [Fault, Fault])[] = [
  [path, size],
  [method, size],
  [path, noHeaders],
  [method, noHeaders],
  [size, noHeaders],
  [size, requiredHeader],
  [size, signature],
  [requiredHeader, signature],
  [requiredHeader, headerFormat],
  [requiredHeader, mediaType],
  [requiredHeader, json],
  [signature, headerFormat],
  [signature, query],
  [signature, mediaType],
  [signature, json],
  [signature, psu],
  [headerFormat, query],
  [headerFormat, mediaType],
  [headerFormat, schema],
  [query, mediaType],
  [query, json],
  [query, schema],
  [mediaType, utf8],
  [mediaType, json],
  [mediaType, schema],
  [utf8, psu],
  [json, psu],
  [schema, psu],
  [headerFormat, psu],
  [query, psu],
  [headerFormat, domain],
  [query, domain],
];

/** One request with both faults; where both edit the body, the earlier one does. */
function together(payment: object, first: Fault, second?: Fault): Send {
  const edits = [first.send.afterSigning, second?.send.afterSigning].filter((edit) => edit !== undefined);
  const rawBody = (first.rawBody ?? second?.rawBody)?.(payment) ?? Buffer.from(JSON.stringify(payment));
  return {
    ...second?.send,
    ...first.send,
    headers: { ...second?.send.headers, ...first.send.headers },
    rawBody,
    ...(edits.length === 0 ? {} : { afterSigning: tampers(...edits) }),
  };
}

describe('the order of checks [D2-order]', () => {
  const bank = bankOf();
  for (const [first, second] of pairs) {
    it(`refuses for its ${first.check} before ${second.check}`, async () => {
      expectRefusal(await bank().send(together(bank().payment(), first, second)), first.refusal);
    });
  }

  it('refuses for its schema before domain', async () => {
    const body = bank().payment();
    set('debtorAccount.bban', '99900000000')(body);
    remove('creditorName')(body);
    expectRefusal(await bank().send({ headers: knownPsu, body }), malformed('creditorName'));
  });

  it('refuses for its PSU before domain', async () => {
    const body = bank().payment();
    set('requestedExecutionDate', '2026-11-17')(body);
    expectRefusal(await bank().send({ ...psu.send, body }), psu.refusal);
  });

  it('names a missing header when no header is left at all', async () => {
    const answer = await bank().send({ body: bank().payment(), afterSigning: bare });
    expect(answer.status).toBe(400);
    expect(new Set(messages(answer).map(({ code }) => code))).toEqual(new Set(['HTTP_HEADER_REQUIRED']));
    expectErrorBody(answer);
  });

  it('makes nothing of a refused request: the same payment is taken afterwards', async () => {
    const body = bank().payment();
    expect((await bank().send({ body, afterSigning: withoutHeader('Digest') })).status).toBe(400);
    expect((await bank().send({ body, afterSigning: otherBody })).status).toBe(400);
    expect((await bank().send({ body })).status).toBe(201);
  });
});
