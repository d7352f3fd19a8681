import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { listDifferences } from '../../src/signing/differences.ts';
import { writeHttpDate } from '../../src/signing/http-date.ts';
import { verify } from '../../src/signing/verify.ts';
import { rsaKeys } from '../support/keys.ts';
import { AT, type Handmade, handmade, makeTpp, paymentRequest } from './tpp.ts';

const tpp = makeTpp();
const other = makeTpp({ roles: ['PSP_AI'], serial: 0x5e51n, keys: rsaKeys('other') });

function verified(request: HttpRequest) {
  return { request, verification: verify(request, { at: AT }) };
}

function between(first: Handmade, second: Handmade, by = tpp) {
  return listDifferences(verified(handmade(tpp, first)), verified(handmade(by, second)));
}

describe('in what two requests differ [C-verify-diff]', () => {
  it('is nothing for the same request', () => {
    const one = verified(handmade(tpp));
    expect(listDifferences(one, one)).toEqual([]);
  });

  it('is no other form when only the values are others', () => {
    const later = {
      'X-Request-ID': '3e9b96c0-c3ea-4bcb-8209-a5b98c3630b5',
      Date: writeHttpDate(AT + 33_000_000),
    };
    const found = between({}, { headers: later });
    expect(found.map(({ part, name, sameForm }) => [part, name, sameForm])).toEqual([
      ['header', 'x-request-id', true],
      ['header', 'date', true],
      ['signature', 'signature', true],
    ]);
  });

  it('names what is written otherwise, before what is not', () => {
    const found = between(
      {},
      { parameters: { algorithm: 'SHA256withRSA' }, headers: { Date: '2026-10-14T08:30:00Z' } },
    );
    expect(found).toMatchObject([
      { part: 'header', name: 'date', second: '2026-10-14T08:30:00Z', sameForm: false },
      { part: 'signature', name: 'algorithm', first: 'rsa-sha256', second: 'SHA256withRSA', sameForm: false },
      { part: 'signature', name: 'signature', sameForm: true },
    ]);
  });

  it('names a header that only one has', () => {
    expect(between({}, { headers: { 'PSU-ID': undefined } })).toContainEqual({
      part: 'header',
      name: 'psu-id',
      first: '5a2c1f7e-3f6e-4c8a-9d55-1c2b3a4d5e6f',
      second: null,
      sameForm: false,
    });
  });

  it('names how the bodies end', () => {
    const body = Buffer.from('{}');
    const longer = Buffer.from('{}\r\n');
    const found = between(
      { request: paymentRequest({ body }) },
      { request: paymentRequest({ body: longer }) },
    );
    expect(found[0]).toEqual({
      part: 'body',
      name: '',
      first: '2 bytes',
      second: '4 bytes, ends with CR LF',
      sameForm: false,
      difference: { offset: 2, line: 1, column: 3, expected: '{}', found: '{}\\r\\n', same: 2 },
    });
  });

  it('names where bodies of one form differ, with the text of both', () => {
    const bodies = (first: string, second: string) =>
      between(
        { request: paymentRequest({ body: Buffer.from(first) }) },
        { request: paymentRequest({ body: Buffer.from(second) }) },
      ).find(({ part }) => part === 'body');
    expect(bodies('{"amount":"100.00"}', '{"amount":"900.00"}')).toEqual({
      ...{ part: 'body', name: '', first: '19 bytes', second: '19 bytes', sameForm: true },
      difference: {
        ...{ offset: 11, line: 1, column: 12, same: 11 },
        expected: '{"amount":"100.00"}',
        found: '{"amount":"900.00"}',
      },
    });
    expect(bodies('\u001b[2J1', '\u001b[2J2')?.difference?.found).toBe('\\u{1b}[2J2');
    expect(bodies('{}', '')).not.toHaveProperty('difference');
  });

  it('takes certificates apart', () => {
    const names = between({}, {}, other).filter(({ part }) => part === 'certificate');
    expect(names.map(({ name }) => name)).toEqual(['serial', 'roles']);
  });
});
