import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listSuspects } from '../../src/signing/check-signature.ts';
import { CHECKS, type Check, listChecks } from '../../src/signing/checks.ts';
import { createFinding, FINDING_CODES, findConsequences, sortFindings } from '../../src/signing/findings.ts';
import { type VerifyOptions, verify } from '../../src/signing/verify.ts';
import { KEY_ID, type Made, made, NOW, PRIVATE_KEY, sealOf } from './stack.ts';

const lines = ['date', 'digest', 'psu-id', 'host', 'x-request-id'].map((name) => ({ name, value: 'v' }));
const headers = (suspects: ReturnType<typeof listSuspects>) => suspects.map(({ header }) => header);

describe('what is suspected where nothing is proved [G3-never-false]', () => {
  it('begins with what nothing confirms, then what the body and the search confirm, then how the string is built', () => {
    const suspects = listSuspects(lines, { isDigestRight: true, isSearched: true });
    expect(headers(suspects)).toEqual(['x-request-id', 'psu-id', 'host', 'digest', 'date', undefined]);
    expect(suspects.map(({ reason }) => reason)).toEqual([
      'Nothing else in the request confirms X-Request-ID.',
      'Nothing else in the request confirms PSU-ID.',
      'Nothing else in the request confirms Host.',
      'Digest matches the body, but both may have been changed together.',
      'No Date within 24 hours explains it, but another might.',
      "The string may have been built in a way this search doesn't know.",
    ]);
  });

  it('claims nothing of a search that ended early, or of a Digest that is not of the body', () => {
    const reasons = listSuspects(lines, { isDigestRight: false, isSearched: false }).map(
      ({ reason }) => reason,
    );
    expect(reasons.slice(3, 5)).toEqual([
      'Nothing else in the request confirms Digest.',
      'Nothing else in the request confirms Date.',
    ]);
  });
});

function folded(parts: Made) {
  const { findings } = verify(made(parts), { at: NOW, clock: () => 0 });
  return findConsequences(findings).map(({ finding: { code }, of }) => `${code} of ${of.code}`);
}

describe('what follows from another finding [C-verify-report]', () => {
  it('is a header that is listed and not sent where its absence is told already', () => {
    expect(folded({ headers: { Date: null }, names: ['date', 'digest', 'x-request-id', 'psu-id'] })).toEqual([
      'listed-header-absent of date-missing',
    ]);
    expect(folded({ names: ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id'] })).toEqual([]);
  });

  it('is nothing of a warning, and no fault that stands before', () => {
    const of = (...codes: Parameters<typeof createFinding>[]) =>
      findConsequences(sortFindings(codes.map(([code, details]) => createFinding(code, details)))).length;
    const [date, listed] = [{ header: 'date' }, { header: 'date' }];
    expect(of(['date-missing', date], ['listed-header-absent', listed])).toBe(1);
    expect(of(['date-missing', date], ['listed-header-absent', { header: 'digest' }])).toBe(0);
    expect(of(['digest-missing', { severity: 'warning', header: 'digest' }], ['certificate-expired'])).toBe(
      0,
    );
  });
});

function checks(parts: Made, options: Partial<VerifyOptions> = {}): Record<string, Check> {
  const verification = verify(made(parts), { at: NOW, clock: () => 0, ...options });
  return Object.fromEntries(listChecks(verification).map((check) => [check.name, check]));
}

const lineOf = (check: Check | undefined) => [check?.state, check?.detail];

describe('the checks one by one [G3-checks]', () => {
  it('are all passed by a valid request, each with what it looked at', () => {
    const verification = verify(made({ body: '{"a":1}' }), { at: NOW, role: 'PSP_PI' });
    expect(listChecks(verification).map(({ name, state, detail }) => [name, state, detail])).toEqual([
      ['Signature header', 'pass', undefined],
      ['encoded-word', 'pass', 'not encoded, pure ASCII'],
      ['syntax', 'pass', undefined],
      ['headers parameter', 'pass', '5 names'],
      ['keyId form', 'pass', undefined],
      ['certificate', 'pass', 'RSA, 2048 bits'],
      ['algorithm', 'pass', 'rsa-sha256'],
      ['Date', 'pass', '3 seconds behind the clock'],
      ['listed headers present', 'pass', '5 of 5'],
      ['required headers signed', 'pass', 'date digest x-request-id psu-id tpp-redirect-uri'],
      ['Digest', 'pass', 'SHA-256 of 7 bytes'],
      ['signature encoding', 'pass', 'Base64 of 256 bytes'],
      ['RSA signature', 'pass', 'PKCS #1 v1.5, SHA-256'],
      ['keyId and certificate', 'pass', 'serial number and issuer'],
      ['certificate validity', 'pass', 'until Sun, 01 Jan 2045 00:00:00 GMT'],
      ['certificate type', 'pass', 'QSealC'],
      ['PSD2 statement', 'pass', 'PSP_PI, PSP_AI'],
      ['role', 'pass', 'PSP_PI'],
    ]);
  });

  it('hold every finding code once, in the order of findings', () => {
    expect(CHECKS.flatMap(({ codes }) => [...codes]).toSorted()).toEqual(FINDING_CODES.toSorted());
    const first = CHECKS.map(({ codes }) => FINDING_CODES.indexOf(codes[0]));
    expect(first).toEqual(first.toSorted((left, right) => left - right));
  });

  it('give every finding of a request a line, and no other', () => {
    const request = made({
      headers: { Date: '2026-10-14', Digest: 'SHA-256=x' },
      algorithm: 'hs2019',
      keyId: KEY_ID.replace('SN=', 'SN=00'),
      value: (value) => value.replaceAll('",', '", '),
    });
    const verification = verify(request, { at: NOW, role: 'PSP_AS' });
    const found = listChecks(verification).filter(({ findings }) => findings.length > 0);
    const codes = found.flatMap(({ findings }) => findings).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(verification.findings.map(({ code }) => code).toSorted());
    expect(found.map(({ name, state, detail }) => [name, state, detail])).toEqual([
      ['syntax', 'warning', undefined],
      ['algorithm', 'fault', undefined],
      ['Date', 'fault', undefined],
      ['Digest', 'fault', undefined],
      ['keyId and certificate', 'warning', undefined],
      ['role', 'fault', undefined],
    ]);
  });

  it('say why they could not be made without a signature', () => {
    const all = checks({ way: (headers) => headers.filter(([name]) => name !== 'Signature') });
    expect(lineOf(all['Signature header'])).toEqual(['fault', undefined]);
    const unmade = Object.values(all).filter(({ state }) => state === 'not-checked');
    expect(unmade.map(({ name }) => name)).toEqual([
      'encoded-word',
      'syntax',
      'headers parameter',
      'keyId form',
      'algorithm',
      'listed headers present',
      'required headers signed',
      'signature encoding',
      'RSA signature',
      'keyId and certificate',
    ]);
    expect(unmade.every(({ detail }) => detail !== undefined && detail !== '')).toBe(true);
    expect(lineOf(all.Digest)[0]).toBe('pass');
  });

  it('say why they could not be made without a certificate', () => {
    const all = checks({ headers: { 'TPP-Signature-Certificate': null } });
    const unmade = Object.values(all).filter(({ state }) => state === 'not-checked');
    expect(unmade.map(({ name, detail }) => [name, detail])).toEqual(
      [
        ...['RSA signature', 'keyId and certificate', 'certificate validity', 'certificate type'],
        ...['PSD2 statement', 'role'],
      ].map((name) => [name, "there's no readable certificate"]),
    );
    expect(lineOf(all['signature encoding'])).toEqual(['pass', "Base64 (the key's length isn't known)"]);
  });

  it('do not say that RSA passed where it was not reckoned', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const certificate = sealOf({ spki: publicKey.export({ type: 'spki', format: 'der' }) });
    expect(lineOf(checks({ certificate })['RSA signature'])).toEqual(['not-checked', "the key isn't RSA"]);
    const short = checks({ encode: (bytes) => bytes.subarray(1).toString('base64') });
    expect(lineOf(short['RSA signature'])).toEqual(['not-checked', "the signature isn't as long as the key"]);
    const absent = checks({ names: ['date', 'digest', 'psu-corporate-id'], string: () => 'another' });
    expect(lineOf(absent['RSA signature'])).toEqual([
      'not-checked',
      "without every listed header, the signed string isn't known",
    ]);
  });

  it('tell an encoded-word, a certificate given, a second, and a body that is not there', () => {
    const asWord = checks({ value: (value) => `=?utf-8?B?${Buffer.from(value).toString('base64')}?=` });
    expect(lineOf(asWord['encoded-word'])).toEqual(['pass', 'RFC 2047, decoded']);
    const { certificate } = verify(made(), { at: NOW });
    const given = checks({}, certificate === null ? {} : { certificate });
    expect(lineOf(given.certificate)).toEqual(['pass', 'RSA, 2048 bits, used instead of the header']);
    const now = { headers: { Date: new Date(NOW).toUTCString() }, body: '', method: 'GET' };
    expect(lineOf(checks(now).Date)).toEqual(['pass', 'the same second as the clock']);
    expect(lineOf(checks(now).Digest)).toEqual(['pass', 'no body, none needed']);
    expect(lineOf(checks(now, { at: NOW - 1000 }).Date)).toEqual(['pass', '1 second ahead of the clock']);
    expect(lineOf(checks({}, { role: [] }).role)).toEqual(['pass', 'any role is accepted']);
  });

  it('hold nothing of the request in their words but numbers and names', () => {
    const secret = PRIVATE_KEY.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    const all = checks({ headers: { 'PSU-ID': 'a person', 'TPP-Signature-Certificate': secret } });
    expect(JSON.stringify(Object.values(all).map(lineOf))).not.toMatch(/a person|MIIE/);
  });
});
