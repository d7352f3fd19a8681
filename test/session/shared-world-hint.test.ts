import { describe, expect, it } from 'vitest';
import { findOperationHint } from '../../src/session/hints.ts';
import { OTHERS_IDENTITY } from '../../src/wire/errors.ts';

describe('the hint of a shared world [S11-shared-world]', () => {
  it("says what to do about another's organizationIdentifier, by the bank's own words", () => {
    const refused = (text: string) =>
      findOperationHint('read user', [{ category: 'ERROR', code: 'FORBIDDEN', text }], {});
    expect(refused(`PSDNO-FSA-1 ${OTHERS_IDENTITY}: use another`)).toContain('Use the first key');
    expect(refused('the certificate lacks the role')).toBeUndefined();
  });
});
