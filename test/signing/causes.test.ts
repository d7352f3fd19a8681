import { describe, expect, it } from 'vitest';
import { FINDING_CODES, type Finding, listCauses } from '../../src/signing/findings.ts';
import { verify } from '../../src/signing/verify.ts';
import { body, type Case, clock, hashed, JSON_BODY, joined, signedValue, tpp } from './broken.ts';
import { certificateCases, contentsCases } from './broken-certificates.ts';
import { contentCases } from './broken-content.ts';
import { headerCases } from './broken-headers.ts';
import { keyIdCases, signatureCases } from './broken-signatures.ts';
import { AT, handmade } from './tpp.ts';

const allCases: readonly Case[] = [
  ...headerCases,
  ...certificateCases,
  ...contentCases,
  ...signatureCases,
  ...keyIdCases,
  ...contentsCases,
];

const findingsOfCases = new Map<Case, readonly Finding[]>();

/** Looked for once: a cause that is far down the list takes a while. */
function findingsOf(one: Case): readonly Finding[] {
  const [, , request, options] = one;
  const message = 'body' in request ? request : handmade(tpp, request);
  const findings = findingsOfCases.get(one) ?? verify(message, { at: AT, clock, ...options }).findings;
  findingsOfCases.set(one, findings);
  return findings;
}

const titled = allCases.map((one) => [`${one[0]}${one[1] === undefined ? '' : `, ${one[1]}`}`, one] as const);

describe('every finding, from a request made wrong in one way [G4-findings, G4-causes, G3-recovery]', () => {
  it.each(titled)('%s', (_, one) => {
    expect(findingsOf(one).map(({ code, cause }) => [code, cause])).toContainEqual([one[0], one[1]]);
  });

  it.each(
    titled.filter(
      ([, [code]]) =>
        code !== 'certificate-expired' &&
        code !== 'certificate-not-yet-valid' &&
        code !== 'certificate-no-psd2',
    ),
  )('comes first: %s', (_, one) => {
    expect(findingsOf(one)[0]).toMatchObject({
      code: one[0],
      ...(one[1] === undefined ? {} : { cause: one[1] }),
    });
  });
});

describe('the recovery of causes [G3-recovery-headers]', () => {
  it.each([
    'psu-id',
    'tpp-redirect-uri',
    'date',
    'digest',
    'x-request-id',
  ])('names %s when that one was changed', (header) => {
    const request = handmade(
      tpp,
      signedValue(header, (value) => value.toUpperCase()),
    );
    const finding = verify(request, { at: AT, clock }).findings[0];
    expect(finding?.code).toBe('signature-invalid-value');
    expect(finding?.header).toBe(header);
  });

  it('finds two faults in one string', () => {
    const request = handmade(tpp, {
      build: (all) => `${all.map(([name, value]) => `${name}:${value}`).join('\r\n')}\r\n`,
    });
    expect(verify(request, { at: AT, clock }).findings[0]).toMatchObject({
      code: 'signature-invalid',
      cause: 'crlf',
    });
  });

  it('names the cause of a string that was signed with another hash too', () => {
    const request = handmade(tpp, { ...joined('\n', '\n'), ...hashed('sha512') });
    const found = verify(request, { at: AT, clock }).findings.map(({ code, cause }) => `${code} ${cause}`);
    expect(found).toEqual(['signature-hash sha512', 'signature-invalid trailing-newline']);
  });

  it('stops when its time is over and says so', () => {
    let now = 0;
    const slow = () => {
      now += 40;
      return now;
    };
    const request = handmade(
      tpp,
      signedValue('x-request-id', () => 'another'),
    );
    expect(verify(request, { at: AT, clock: slow }).findings[0]).toMatchObject({
      code: 'signature-invalid',
      cause: 'not-searched',
    });
  });

  it('looks into no more bytes than it is allowed', () => {
    const recovery = { hashedBytes: 5e8, milliseconds: 100, bytes: 50 };
    const request = handmade(tpp, body('else', JSON_BODY));
    expect(verify(request, { at: AT, clock, recovery }).findings[0]).toMatchObject({ cause: 'not-searched' });
  });
});

describe('the closed table [G4-closed-table]', () => {
  const tried = new Set(allCases.map(([code, cause]) => `${code} ${cause ?? ''}`.trim()));
  /** Shown by the certificates and names of test/vectors, see verify.test.ts and key-id.test.ts. */
  const elsewhere = new Set([
    'certificate-type',
    // Looked for only when that is asked.
    'required-header-absent',
    'certificate-qc-malformed',
    ...['unwrapped', 'flat-roles', 'set', 'string-type', 'name-oid-mismatch', 'ncaid'].map(
      (cause) => `certificate-qc-malformed ${cause}`,
    ),
    ...['reversed', 'spaces'].map((cause) => `keyid-mismatch ${cause}`),
    ...['orgid-name', 'orgid-string', 'hex-upper', 'string-tag', 'portal-signer'].map(
      (cause) => `keyid-style ${cause}`,
    ),
  ]);

  it('is tried row by row', () => {
    const rows = FINDING_CODES.flatMap((code) => {
      const causes = listCauses(code).map((cause) => `${code} ${cause}`);
      return causes.length === 0 ? [code] : causes;
    });
    expect(rows.filter((row) => !tried.has(row) && !elsewhere.has(row))).toEqual([]);
  });
});
