import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { sign } from '../../src/signing/sign.ts';
import { formatResponse, PERSONAL_MASKED, SECRETS_MASKED } from '../../src/traces/format.ts';
import { readSignedFacts } from '../../src/traces/har.ts';
import { redactHeaders, redactTarget, strikeBody } from '../../src/traces/redact.ts';
import { testSigner } from '../support/bank.ts';

const NUMBER = '15813963008';
const NAMES = ['Nordmann', 'Kari', 'KariNordmann', 'Kari-Nordmann', 'Kari.Nordmann', 'kari_nordmann', NUMBER];
const struck = (value: unknown) => JSON.stringify(strikeBody(Buffer.from(JSON.stringify(value))));

/** Every member that a trace shows when it looks as it should. */
const LISTED = [
  ...['transactionStatus', 'scaStatus', 'category', 'code', 'currency', 'balanceType', 'bookingStatus'],
  ...['cashAccountType', 'customerType', 'contexts', 'context', 'roles', 'verbs', 'frequency'],
  ...['executionRule', 'schemeNameProprietary', 'fundsAvailable', 'bookingDate', 'settled', 'paymentId'],
];

describe('what a hostile bank puts in a listed place [S10-traces]', () => {
  it.each(LISTED)('is struck out of the member %s', (member) => {
    for (const name of NAMES) {
      for (const value of [name, [name], { value: name }, { href: `/v1/${name}?${name}=${name}#${name}` }]) {
        expect(struck({ [member]: value })).not.toMatch(/kari|nordmann|158/i);
      }
    }
  });

  it('is struck out of a path where it is a number', () => {
    for (const path of [NUMBER, `debtorAccount.${NUMBER}`, `[${NUMBER}]`, `x[0].${NUMBER}`]) {
      expect(struck({ path })).toBe('{"path":"***"}');
    }
  });

  it('is struck out where it is the name of a member or of a query', () => {
    expect(struck({ KariNordmann: 1, Nordmann: [{ Kari: 2 }] })).not.toMatch(/kari|nordmann/i);
    expect(redactTarget('/v1/accounts?Kari=1')).toBe('/v1/accounts?***=***');
  });

  it.each([
    ['Cache-Control', 'no-store, Kari Nordmann'],
    ['Connection', 'Kari Nordmann 15813963008'],
    ['Allow', 'GET, Kari'],
    ['X-Accept-Fix', 'Kari Nordmann'],
    ['Content-Type', 'text/kari-nordmann'],
    ['Content-Type', 'application/json; charset=15813963008'],
    ['Accept', 'kari/nordmann'],
    ['X-Request-ID', NUMBER],
    ['ASPSP-SCA-Approach', 'Nordmann'],
    ['PSU-Context', 'Kari'],
    ['PSD2-Findings', 'certificate-expired, kari nordmann, 15813963008'],
    ['Signature', 'keyId="a",algorithm="kari 15813963008",headers="date kari 15813963008",signature="A"'],
    ['Location', '/v1/Nordmann?Kari=Nordmann'],
  ])('is struck out of the header %s', (name, value) => {
    expect(JSON.stringify(redactHeaders([[name, value]])[0]?.[1])).not.toMatch(/kari|nordmann|158/i);
  });

  it.each([
    ['everything', PERSONAL_MASKED],
    ['secrets', SECRETS_MASKED],
  ])('ends where JSON is deeper than any of the interface, with %s masked', (_, masks) => {
    const body = Buffer.from(`${'['.repeat(200_000)}1${']'.repeat(200_000)}`);
    expect(formatResponse({ status: 200, headers: [], body }, 1, masks)).toContain('***');
  });
});

it('what is left to search against is nothing: the hash of a string that names a body is told only with a secret in the string [S10-traces]', () => {
  const facts = (given: Partial<HttpRequest>) => {
    const headers = [['X-Request-ID', 'r-1'] as const, ...(given.headers ?? [])];
    const request = { method: 'POST', target: '/v1/sandbox/customers', body, ...given, headers };
    const date = Date.UTC(2026, 10, 21, 8, 30);
    return readSignedFacts(sign(request, testSigner(), { date }).request, date);
  };
  const verdict = expect.any(String);
  const body = Buffer.from('{"customerNumber":"15813963008"}');
  const redirect = (uri: string) => ({ body, headers: [['TPP-Redirect-URI', uri] as const] });
  expect(facts({ body })).toEqual({ verdict: verdict });
  expect(facts(redirect('https://tpp.example/callback'))).toEqual({ verdict: verdict });
  const secret = redirect('http://127.0.0.1:8910/cb/3q2-7w_9AbCdEfGhIjKlMn');
  expect(facts(secret)).toEqual({ verdict, signingStringSha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(facts({ body: new Uint8Array(), method: 'GET' })).toHaveProperty('signingStringSha256');
});
