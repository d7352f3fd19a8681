import { describe, expect, it } from 'vitest';
import type { CaptureNote } from '../../src/captures/capture.ts';
import { adjustForIncompleteCapture, createCaptureFinding } from '../../src/signatures/report.ts';
import { createFinding } from '../../src/signing/findings.ts';

const note = (code: CaptureNote['code'], header?: string): CaptureNote => ({
  ...{ code, message: 'A.', remedy: 'B.' },
  ...(header === undefined ? { part: 'body' as const } : { part: 'header' as const, header }),
});

function about(notes: readonly CaptureNote[], body: string, ...found: Parameters<typeof createFinding>[]) {
  const request = { method: 'POST', target: '/', headers: [], body: Buffer.from(body) };
  const findings = found.map(([code, details]) => createFinding(code, details));
  const judged = adjustForIncompleteCapture({ format: 'http', request, notes }, findings, ['date', 'psu-id']);
  return { ...judged, codes: judged.findings.map(({ code }) => code) };
}

describe('what a capture lacks [G4-capture-incomplete, G4-capture-changed, G4-warnings]', () => {
  it('is a warning, and an error only where a shell was to fill in what is signed', () => {
    const severity = (one: CaptureNote) => createCaptureFinding(one, ['date']).severity;
    expect(severity(note('capture-incomplete'))).toBe('warning');
    expect(severity(note('capture-incomplete', 'date'))).toBe('warning');
    expect(severity(note('capture-changed', 'date'))).toBe('warning');
    expect(severity(note('shell-expansion', 'date'))).toBe('error');
    expect(severity(note('shell-expansion', 'accept'))).toBe('warning');
  });

  it('leaves Digest unchecked where the body is gone, whatever a hash of nothing would explain', () => {
    const { codes, unmade } = about([note('capture-incomplete')], '', [
      'digest-mismatch',
      { cause: 'empty-object' },
    ]);
    expect(codes).toEqual([]);
    expect(unmade.get('Digest')).toBe("the capture doesn't hold the whole body");
  });

  it('keeps a cause that is proved with the part of the body that is there', () => {
    const notes = [note('capture-incomplete')];
    expect(about(notes, '{}', ['digest-mismatch', { cause: 'missing-newline' }]).codes).toEqual([
      'digest-mismatch',
    ]);
    expect(about(notes, '{}', ['digest-mismatch', { cause: 'unknown' }]).codes).toEqual([]);
  });

  it('leaves RSA unchecked where a shell was to fill in a signed header, but not where one is missing', () => {
    const invalid = ['signature-invalid', { cause: 'unknown' }] as const;
    expect(about([note('shell-expansion', 'psu-id')], '', [...invalid]).codes).toEqual([]);
    const missing = about([note('capture-incomplete', 'psu-id')], '', [...invalid]);
    expect(missing.findings[0]?.suspects?.[0]?.header).toBe('psu-id');
    expect(about([note('shell-expansion', 'accept')], '', [...invalid]).codes).toEqual(['signature-invalid']);
  });
});
