import { describe, expect, it } from 'vitest';
import { createFinding, findConsequences, sortFindings } from '../../src/signing/findings.ts';
import { verify } from '../../src/signing/verify.ts';
import { type Made, made, NOW } from './stack.ts';

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
