import { describe, expect, it } from 'vitest';
import { addDifferences } from '../../src/signatures/verify.ts';
import type { Difference } from '../../src/signing/differences.ts';
import { createFinding } from '../../src/signing/findings.ts';

const difference = (part: Difference['part'], name = ''): Difference => ({
  ...{ part, name, first: 'a', second: 'b', sameForm: true },
});
const suspects = ['psu-id', 'date', '(request-target)'].map((header) => ({ header, reason: 'A.' }));

describe('a finding beside a request that works [G3-never-false, C-verify-diff]', () => {
  it('suspects nothing that both have alike', () => {
    const unproved = createFinding('signature-invalid', { cause: 'unknown', suspects });
    const left = (...differences: Difference[]) =>
      addDifferences(unproved, differences).suspects?.map(({ header }) => header);
    expect(left(difference('header', 'date'), difference('target'))).toEqual(['date', '(request-target)']);
    expect(left(difference('signature', 'psu-id'))).toBeUndefined();
  });

  it('names no header that is not proved, and leaves what is proved as it is', () => {
    const unproved = createFinding('signature-invalid', { cause: 'unknown', header: 'psu-id' });
    expect(addDifferences(unproved, [])).not.toHaveProperty('header');
    const proved = createFinding('signature-invalid-value', { cause: 'case', header: 'psu-id' });
    expect(addDifferences(proved, [])).toBe(proved);
  });
});
