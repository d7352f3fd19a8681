import { describe, expect, it } from 'vitest';
import type { Header } from '../../src/message.ts';
import { redactHeaders, redactLink, redactTarget, strikeBody } from '../../src/traces/redact.ts';

const ID = 'kQ3nV0b1cT8sYpR5dW2xZa';
const UUID = '6ff9e7f2-6d4d-4d5e-a0b0-1f8f6c0e9a11';

describe('what a trace shows of a target [S10-traces]', () => {
  it.each([
    [
      'the words of the interface and opaque ids',
      `/v1/payments/norwegian-domestic-credit-transfers/${ID}/status`,
    ],
    ['an id as the portals write it', '/v1/accounts/enc!!Abc123+/_-==/balances'.replace('+/', '')],
    ['query values of its lists', '/v1/accounts?withBalance=true&dateFrom=2026-01-01&limit=20'],
  ])('keeps %s', (_, target) => {
    expect(redactTarget(target)).toBe(target);
  });

  it.each([
    ['a national number as an id', '/v1/accounts/15813963008', '/v1/accounts/***'],
    ['a bban as an id', '/v1/accounts/99901067291/balances', '/v1/accounts/***/balances'],
    ['a UUID, which a psu-id is', '/v1/x/6ff9e7f2-6d4d-4d5e-a0b0-1f8f6c0e9a11', '/v1/***/***'],
    ['the secret of an SCA link', `/sca/${ID}/${ID}`, `/sca/${ID}/***`],
    ['the secret below a base path', `/api-sandbox/sca/${ID}/s`, `/***/sca/${ID}/***`],
    ['a query nobody has thought of', '/v1/accounts?name=Kari', '/v1/accounts?name=***'],
    ['a value that is none of its kind', '/v1/accounts?dateFrom=15813963008', '/v1/accounts?dateFrom=***'],
    ['a query without a name', '/v1/accounts?15813963008', '/v1/accounts?***'],
    ['a name that may be a value', '/v1/accounts?15813963008=1', '/v1/accounts?***=***'],
    ['a product that is none', '/v1/payments/kari-nordmann', '/v1/payments/***'],
  ])('strikes out %s', (_, target, shown) => {
    expect(redactTarget(target)).toBe(shown);
  });

  it('keeps the origin of a link, and no user in it', () => {
    expect(redactLink(`https://bank.example/sca/${ID}/x?state=y`)).toBe(
      `https://bank.example/sca/${ID}/***?state=***`,
    );
    expect(redactLink('https://kari@bank.example/v1')).not.toContain('kari');
  });
});

describe('what a trace shows of headers [S10-traces]', () => {
  it.each<[string, Header, string]>([
    ['the time', ['Date', 'Sun, 22 Nov 2026 14:52:18 GMT'], 'Sun, 22 Nov 2026 14:52:18 GMT'],
    ['an X-Request-ID that is a UUID', ['X-Request-ID', UUID], UUID],
    ['no X-Request-ID of another form', ['X-Request-ID', 'kari-nordmann'], '***'],
    ['what a Digest is of, not the Digest', ['Digest', 'SHA-256=C3h7Ndg49Azso7iY='], 'SHA-256=***'],
    ['no Digest that has another form', ['Digest', 'C3h7Ndg49Azso7iY='], '***'],
    [
      'how it was signed, neither by whom nor the signature',
      ['Signature', 'keyId="SN=1,CA=CN=X",algorithm="rsa-sha256",headers="date digest",signature="AAAA"'],
      'keyId="***",algorithm="rsa-sha256",headers="date digest",signature="***"',
    ],
    [
      'nothing of a Signature that is none',
      ['Signature', 'Kari'],
      'keyId="***",algorithm="",headers="",signature="***"',
    ],
    ['no PSU-ID', ['PSU-ID', '6ff9e7f2-6d4d-4d5e-a0b0-1f8f6c0e9a11'], '***'],
    ['no X-PSU-IDENTITY', ['X-PSU-IDENTITY', '15813963008'], '***'],
    ['no TPP-Session-ID', ['TPP-Session-ID', 'abc'], '***'],
    ['no address', ['PSU-IP-Address', '192.0.2.1'], '***'],
    ['no token', ['Authorization', 'Bearer abc'], '***'],
    ['no cookie', ['Set-Cookie', 'a=b'], '***'],
    ['nothing of a listed name that has another form', ['PSU-Context', 'PRIVATE 15813963008'], '***'],
    ['the path of a Location', ['Location', `/v1/sandbox/accounts/${ID}`], `/v1/sandbox/accounts/${ID}`],
    [
      'the codes of findings',
      ['PSD2-Findings', 'certificate-expired, keyid-style'],
      'certificate-expired, keyid-style',
    ],
  ])('%s', (_, [name, value], shown) => {
    expect(redactHeaders([[name, value]])).toEqual([[name, shown]]);
  });

  it('no header that nobody has thought of, nor its name', () => {
    const headers: Header[] = [
      ['X-Customer-Kari', 'Kari'],
      ['15813963008', 'a'],
      ['x-REQUEST-id', UUID],
    ];
    expect(redactHeaders(headers)).toEqual([
      ['***', '***'],
      ['***', '***'],
      ['x-REQUEST-id', UUID],
    ]);
  });
});

function struck(value: unknown): unknown {
  return strikeBody(Buffer.from(JSON.stringify(value)));
}

describe('what a trace shows of a body [S10-traces]', () => {
  it('keeps codes, currencies, statuses, dates and the paths of links', () => {
    const body = {
      transactionStatus: 'ACTC',
      scaStatus: 'FINALISED',
      instructedAmount: { currency: 'NOK' },
      requestedExecutionDate: '2026-11-24',
      fundsAvailable: false,
      paymentId: ID,
      tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', path: 'payments[3].creditorName' }],
      _links: { self: { href: `/v1/signing-baskets/${ID}`, verbs: ['GET'] } },
    };
    expect(struck(body)).toEqual(body);
  });

  it('strikes out every other leaf, whatever its type', () => {
    expect(
      struck({
        creditorName: 'Kari Nordmann',
        debtorAccount: { bban: '99901067291' },
        instructedAmount: { amount: '100.00' },
        creditLine: 5000,
        psuId: ID,
        tppMessages: [{ text: 'Kari has not the money' }],
        nobodyThoughtOf: { it: [true, null, 'x'] },
      }),
    ).toEqual({
      creditorName: '***',
      debtorAccount: { bban: '***' },
      instructedAmount: { amount: '***' },
      creditLine: '***',
      psuId: '***',
      tppMessages: [{ text: '***' }],
      nobodyThoughtOf: { it: ['***', null, '***'] },
    });
  });

  it.each([
    ['a status', { transactionStatus: 'Kari Nordmann' }, { transactionStatus: '***' }],
    ['a number for a code', { code: '15813963008' }, { code: '***' }],
    ['a date', { bookingDate: '15813963008' }, { bookingDate: '***' }],
    ['an id', { paymentId: '15813963008' }, { paymentId: '***' }],
    ['a link', { self: { href: '/v1/accounts/15813963008' } }, { self: { href: '/v1/accounts/***' } }],
  ])('does not trust a listed name: %s that is none', (_, body, shown) => {
    expect(struck(body)).toEqual(shown);
  });

  it('strikes out a member whose name is a value', () => {
    expect(JSON.stringify(struck({ '15813963008': 1, 'Kari Nordmann': 2 }))).not.toMatch(/1581|Kari/);
  });

  it('shows nothing of what is no JSON', () => {
    expect(strikeBody(Buffer.from('<html>Kari</html>'))).toBeUndefined();
  });
});
