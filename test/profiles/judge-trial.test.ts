import { describe, expect, it } from 'vitest';
import { TRUST_FAULTS } from '../../src/certificates/trust.ts';
import { Fault } from '../../src/errors.ts';
import { judgeTrial } from '../../src/profiles/probe.ts';
import { findOperationHint } from '../../src/session/hints.ts';
import { ADMISSION_CODES, ADMISSIONS, type AdmissionCode } from '../../src/wire/admission.ts';
import { OTHERS_IDENTITY } from '../../src/wire/errors.ts';

interface Message {
  readonly code: string;
  readonly text?: string;
  readonly path?: string;
}

function refusal(status: number, message: Message, asked?: 'accounts') {
  return judgeTrial(
    new Fault('BANK_REFUSED', 'refused', { status, tppMessages: [{ category: 'ERROR', ...message }] }),
    asked,
  );
}

function refused(code: AdmissionCode, says: string, remedy: string) {
  const row = ADMISSIONS[code];
  const text = [`${code}:`, row.message, says, remedy].filter((part) => part !== '').join(' ');
  return { text, ...refusal(row.status, { code: row.code, text }) };
}

describe('what a bank of production policy said to a TPP [C-profile-trial, D12-admission]', () => {
  // A remedy of the command's own would send its reader to the certificate, where the registry is what is wrong.
  it.each(ADMISSION_CODES)('%s: the remedy of the table, and once', (code) => {
    const { message, remedy } = refused(code, '', ADMISSIONS[code].remedy);
    expect(remedy).toBe(ADMISSIONS[code].remedy);
    expect(message).toContain(ADMISSIONS[code].message);
    expect(message).not.toContain(remedy);
  });

  it.each(Object.values(TRUST_FAULTS))('%s', (says, remedy) => {
    for (const code of ['certificate-untrusted', 'tls-certificate-untrusted'] as const) {
      const judged = refused(code, says, remedy);
      expect(judged.remedy).toBe(remedy);
      expect(judged.message).toContain(says);
      expect(judged.message).not.toContain(remedy);
    }
  });

  // A refusal of 403 for another reason than the certificate's roles or the account.
  it.each(ADMISSION_CODES)('%s: a failed command sends its reader to the text', (code) => {
    const { text } = refused(code, '', ADMISSIONS[code].remedy);
    const message = { category: 'ERROR', code: ADMISSIONS[code].code, text } as const;
    expect(findOperationHint('list accounts', [message], {})).toContain("Read the message's text");
  });

  it("doesn't send the owner of another key to the certificate [S11-shared-world]", () => {
    const text = `PSDNO-FSA-1 ${OTHERS_IDENTITY}: use another organizationIdentifier`;
    const { found, message, remedy } = refusal(403, {
      ...{ code: 'FORBIDDEN', path: 'TPP-Signature-Certificate', text },
    });
    expect(found).toBe('certificate');
    expect(message).toContain(OTHERS_IDENTITY);
    expect(remedy).toMatch(/^Use the first key, or a certificate with another organizationIdentifier\./);
  });

  it.each([
    ['dateFrom', true],
    ['Signature', false],
    [undefined, false],
  ])('takes a wrong format for that of the dates only where they are named: %s', (path, ok) => {
    const at = path === undefined ? {} : { path };
    expect(refusal(400, { code: 'FORMAT_ERROR', ...at }, 'accounts').ok).toBe(ok);
  });

  it("doesn't say that a role is missing where the bank said no more than FORBIDDEN", () => {
    const { found, message, remedy } = refusal(403, { code: 'FORBIDDEN' });
    expect(found).toBe('role');
    expect(message).not.toMatch(/lacks/);
    expect(remedy).toContain('ask the bank whether it knows this TPP');
  });
});
