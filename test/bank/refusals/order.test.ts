import { describe, expect, it } from 'vitest';
import type { Send } from '../../support/bank.ts';
import { expectErrorBody, expectRefusal, messages, type Refusal } from './expectations.ts';
import { bare, filledUp, mebibyte, otherBody, tampers, withoutHeader } from './messages.ts';
import { bankOf, type Change, knownPsu, malformed, remove, set } from './rows.ts';

/** What makes one check of D2-order fail, alone or beside others. */
interface Fault {
  readonly refusal: Refusal;
  readonly send?: Omit<Send, 'body' | 'rawBody'>;
  /** The body, when the fault is in it. */
  readonly rawBody?: (payment: object) => Buffer;
}

const changed = (change: Change) => (payment: object) => {
  change(payment);
  return Buffer.from(JSON.stringify(payment));
};
const badRequest = { status: 400, code: 'BAD_REQUEST' };
const required = { status: 400, code: 'HTTP_HEADER_REQUIRED' };
const psu = { 'X-PSU-IDENTITY': '99999999999' };
const unknownPsu = { status: 401, code: 'PSU_CREDENTIALS_INVALID' };

const FAULTS = {
  path: { send: { path: '/v1/nothing' }, refusal: { status: 404, code: 'NOT_FOUND' } },
  method: { send: { method: 'PUT' }, refusal: { ...badRequest, status: 405 } },
  size: {
    rawBody: (payment) => filledUp(payment, mebibyte + 1),
    refusal: { ...badRequest, status: 413 },
  },
  'all headers': { send: { afterSigning: bare }, refusal: required },
  'a header': { send: { headers: { 'x-accept-fix': null } }, refusal: { ...required, path: 'x-accept-fix' } },
  signature: {
    send: { afterSigning: otherBody },
    refusal: { ...badRequest, path: 'Digest', text: /^digest-mismatch\b/ },
  },
  'header format': {
    send: { headers: { 'PSU-IP-Address': 'localhost' } },
    refusal: malformed('PSU-IP-Address'),
  },
  query: { send: { query: 'allowLogicalDuplicate=perhaps' }, refusal: malformed('allowLogicalDuplicate') },
  'media type': {
    send: { headers: { 'Content-Type': 'text/plain' } },
    refusal: { ...badRequest, status: 415 },
  },
  'UTF-8': { rawBody: () => Buffer.from([0x7b, 0xff, 0x20]), refusal: malformed(null) },
  JSON: { rawBody: () => Buffer.from('{ no JSON '), refusal: badRequest },
  schema: { rawBody: changed(remove('creditorName')), refusal: malformed('creditorName') },
  PSU: { send: { headers: psu }, refusal: unknownPsu },
  domain: {
    send: { headers: knownPsu },
    rawBody: changed(set('debtorAccount.bban', '99900000000')),
    refusal: { status: 400, code: 'RESOURCE_UNKNOWN', path: 'debtorAccount.bban' },
  },
} as const satisfies Record<string, Fault>;
type Check = keyof typeof FAULTS;

/** Neighbours of the order of checks, and a few that are further apart; the earlier one answers. */
const BEFORE: Partial<Record<Check, readonly Check[]>> = {
  path: ['size', 'all headers'],
  method: ['size', 'all headers'],
  size: ['all headers', 'a header', 'signature'],
  'a header': ['signature', 'header format', 'media type', 'JSON'],
  signature: ['header format', 'query', 'media type', 'JSON', 'PSU'],
  'header format': ['query', 'media type', 'schema', 'PSU', 'domain'],
  query: ['media type', 'JSON', 'schema', 'PSU', 'domain'],
  'media type': ['UTF-8', 'JSON', 'schema'],
  'UTF-8': ['PSU'],
  JSON: ['PSU'],
  schema: ['PSU'],
};

/** One request with both faults; where both edit the body, the earlier one does. */
function together(payment: object, first: Fault, second: Fault): Send {
  const edits = [first.send?.afterSigning, second.send?.afterSigning].filter((edit) => edit !== undefined);
  const rawBody = (first.rawBody ?? second.rawBody)?.(payment) ?? Buffer.from(JSON.stringify(payment));
  return {
    ...second.send,
    ...first.send,
    headers: { ...second.send?.headers, ...first.send?.headers },
    rawBody,
    ...(edits.length === 0 ? {} : { afterSigning: tampers(...edits) }),
  };
}

describe('the order of checks [D2-order]', () => {
  const bank = bankOf();
  it.each(
    Object.entries(BEFORE).flatMap(([first, others]) =>
      others.map((second) => [first as Check, second] as const),
    ),
  )('refuses for its %s before %s', async (first, second) => {
    const sent = together(bank().payment(), FAULTS[first], FAULTS[second]);
    expectRefusal(await bank().send(sent), FAULTS[first].refusal);
  });

  it('refuses for its schema before domain', async () => {
    const body = bank().payment();
    set('debtorAccount.bban', '99900000000')(body);
    remove('creditorName')(body);
    expectRefusal(await bank().send({ headers: knownPsu, body }), malformed('creditorName'));
  });

  it('refuses for its PSU before domain', async () => {
    const body = bank().payment();
    set('requestedExecutionDate', '2026-11-17')(body);
    expectRefusal(await bank().send({ headers: psu, body }), unknownPsu);
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
