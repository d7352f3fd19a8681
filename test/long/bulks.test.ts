import { describe, expect, it } from 'vitest';
import { bulkOf, changedWithDigest, firstFinding } from '../signing/bulk.ts';

const { compact, written } = bulkOf(100);

describe('a bulk of 100 payments, written by another program [G4-digest-mismatch, G3-search-limit]', () => {
  it.each(written)('is found when it was hashed %s', (_, text, cause) => {
    const found = firstFinding({ body: compact, hashed: text });
    expect([found?.code, found?.cause, found?.proved]).toEqual(['digest-mismatch', cause, true]);
  });

  it.each(written)('is found when it was signed %s', (_, text) => {
    const { code, cause, header } = firstFinding(changedWithDigest(compact, text)) ?? {};
    expect([code, cause, header]).toEqual(['signature-invalid-value', 'replaced', 'digest']);
  });

  it('has no cause that is told as proved when its contents were changed', () => {
    const hashed = compact.replace('100.50', '900.50');
    const { cause, proved } = firstFinding({ body: compact, hashed }) ?? {};
    expect({ isOpen: cause === 'unknown' || cause === 'not-searched', proved }).toEqual({
      isOpen: true,
      proved: false,
    });
  });
});
