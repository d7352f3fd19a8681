import { describe, expect, it } from 'vitest';
import { warnOfExpiry } from '../../src/credentials/expiry-warning.ts';
import { type CertificateInput, parseValidity, resolveSubject } from '../../src/credentials/issue.ts';
import type { Fault } from '../../src/errors.ts';
import { certificateDer } from '../certificates/qualified-parts.ts';
import { certificateOf } from '../support/read-certificate.ts';

const DAY = 86_400_000;
const now = Date.UTC(2026, 10, 18, 9, 30) + 123;
const issuer = { notBefore: now - 10 * DAY, notAfter: now + 700 * DAY };
const none = { notBefore: undefined, notAfter: undefined, days: undefined };

function term(given: Partial<Parameters<typeof parseValidity>[0]>, ca = issuer) {
  const { notBefore, notAfter, isOutside } = parseValidity({ ...none, ...given }, { now, issuer: ca });
  return [new Date(notBefore).toISOString(), new Date(notAfter).toISOString(), isOutside];
}

describe('the validity of a new certificate [C-cert-create-term]', () => {
  it('is from a day ago, in whole seconds, for a year', () => {
    expect(term({})).toEqual(['2026-11-17T09:30:00.000Z', '2027-11-18T09:30:00.000Z', false]);
  });

  it('ends with its issuer when that is sooner, unless the issuer has ended', () => {
    const soon = { notBefore: 0, notAfter: Date.UTC(2027, 0, 1) };
    expect(term({}, soon)).toEqual(['2026-11-17T09:30:00.000Z', '2027-01-01T00:00:00.000Z', false]);
    const ended = { notBefore: 0, notAfter: Date.UTC(2026, 0, 1) };
    expect(term({}, ended)).toEqual(['2026-11-17T09:30:00.000Z', '2027-11-18T09:30:00.000Z', true]);
  });

  it.each([
    [{ days: 10 }, ['2026-11-17T09:30:00.000Z', '2026-11-28T09:30:00.000Z', false]],
    [{ days: 0 }, ['2026-11-17T09:30:00.000Z', '2026-11-18T09:30:00.000Z', false]],
    [{ days: 3650 }, ['2026-11-17T09:30:00.000Z', '2036-11-15T09:30:00.000Z', true]],
    [{ notBefore: '2026-12-01', days: 2 }, ['2026-12-01T00:00:00.000Z', '2026-12-03T00:00:00.000Z', false]],
    [{ notBefore: '2026-12-01' }, ['2026-12-01T00:00:00.000Z', '2027-12-01T00:00:00.000Z', false]],
    [
      { notAfter: '2026-12-24T12:00:00+01:00' },
      ['2026-11-17T09:30:00.000Z', '2026-12-24T11:00:00.000Z', false],
    ],
    [
      { notBefore: '2024-01-01', notAfter: '2025-01-01' },
      ['2024-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z', true],
    ],
  ])('is what is asked for: %j', (given, expected) => {
    expect(term(given)).toEqual(expected);
  });

  it.each([
    [{ notBefore: '2026-13-01' }, '--not-before'],
    [{ notAfter: 'soon' }, '--not-after'],
    [{ notBefore: '2026-12-02', notAfter: '2026-12-01' }, "expire before it's valid"],
    [{ notAfter: '2020-01-01' }, "expire before it's valid"],
  ])('is refused where it is none: %j', (given, named) => {
    expect(() => term(given)).toThrow(named);
  });
});

const NOW = Date.UTC(2026, 10, 18, 9);
const of = { what: 'seal.pem', remedy: 'Do this.' };

function warning(notAfter: number, notBefore = NOW - DAY) {
  const notices: string[] = [];
  warnOfExpiry({ notBefore, notAfter }, of, (text) => notices.push(text), NOW);
  return notices[0];
}

describe('the warning of a certificate that ends [C-expiry-warning]', () => {
  it.each([
    [30 * DAY, 'expires in 30 days, on 2026-12-18 10:00. Do this.'],
    [2 * DAY + 1000, 'expires in 2 days, on 2026-11-20 10:00. Do this.'],
    [DAY, 'expires in 1 day, on 2026-11-19 10:00. Do this.'],
    [DAY - 1000, 'expires within a day, on 2026-11-19 09:59. Do this.'],
    [0, 'expires within a day, on 2026-11-18 10:00. Do this.'],
    [-1000, 'expired on 2026-11-18 09:59. Do this.'],
  ])('%i ms before its end: %s', (left, text) => {
    expect(warning(NOW + left)).toBe(`The signing certificate seal.pem ${text}`);
  });

  it('is not given earlier', () => {
    expect(warning(NOW + 30 * DAY + 1000)).toBeUndefined();
    expect(warning(NOW + 900 * DAY)).toBeUndefined();
  });

  it('tells of one that has not begun, and of the clock', () => {
    expect(warning(NOW + 900 * DAY, NOW + 1000)).toBe(
      "The signing certificate seal.pem isn't valid until 2026-11-18 10:00. Check this machine's clock.",
    );
    expect(warning(NOW + 900 * DAY, NOW)).toBeUndefined();
  });
});

const own = certificateOf(certificateDer('seal'));

function party(given: Partial<CertificateInput> = {}) {
  return resolveSubject({ type: 'seal', hosts: [], ...given } as CertificateInput, own);
}

function refused(given: Partial<CertificateInput>): Fault {
  try {
    party(given);
  } catch (error) {
    return error as Fault;
  }
  throw new Error('nothing was refused');
}

describe('whom a new certificate is for [C-cert-create-party]', () => {
  it("is the profile's own TPP where nothing is given", () => {
    expect(party()).toEqual({
      organizationIdentifier: 'PSDNO-FSA-123456789',
      organizationName: 'Example TPP AS',
      commonName: 'Example TPP AS seal 123456789',
      country: 'NO',
      ncaName: 'The Financial Supervisory Authority of Norway',
      ncaId: 'NO-FSA',
      hosts: [],
    });
  });

  it('takes country and authority from the authorization number', () => {
    const given = { organizationIdentifier: 'PSDSE-FINA-44059', ncaName: 'Finansinspektionen' };
    expect(party(given)).toMatchObject({ country: 'SE', ncaId: 'SE-FINA', ncaName: 'Finansinspektionen' });
    expect(party({ ...given, country: 'DK', ncaId: 'DK-DFSA' })).toMatchObject({
      country: 'DK',
      ncaId: 'DK-DFSA',
    });
  });

  it('names a QWAC by its first host, localhost where none is given', () => {
    expect(party({ type: 'qwac' })).toMatchObject({ commonName: 'localhost', hosts: ['localhost'] });
    const hosts = ['tpp.example', '127.0.0.1'];
    expect(party({ type: 'qwac', hosts })).toMatchObject({ commonName: 'tpp.example', hosts });
    expect(party({ type: 'qwac', hosts, commonName: 'Example' }).commonName).toBe('Example');
  });

  it('keeps a common name of its own making within 64 characters', () => {
    expect([...party({ organization: 'Æ'.repeat(64) }).commonName]).toHaveLength(64);
  });

  it.each([
    [{ organizationIdentifier: '123456789' }, 'INPUT_INVALID', '"123456789"'],
    [{ organizationIdentifier: 'PSDNO-FSA-' }, 'INPUT_INVALID', 'PSDNO-FSA-'],
    [{ organizationIdentifier: 'PSDSE-FINA-1' }, 'INPUT_MISSING', 'SE-FINA'],
    [{ ncaId: 'FSA' }, 'INPUT_INVALID', '"FSA"'],
    [{ hosts: ['tpp.example'] }, 'USAGE', '--san'],
  ])('is refused with what to write: %j', (given, code, named) => {
    const fault = refused(given);
    expect(fault).toMatchObject({ code, details: { hint: expect.any(String) } });
    expect(fault.message).toContain(named);
  });
});
