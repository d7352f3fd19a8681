import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../src/cli/output-style.ts';
import type { HttpRequest } from '../../src/message.ts';
import { buildReport } from '../../src/signatures/report.ts';
import { addDifferences } from '../../src/signatures/verify.ts';
import { comparison } from '../../src/signatures/view.ts';
import { type Difference, listDifferences } from '../../src/signing/differences.ts';
import { createFinding } from '../../src/signing/findings.ts';
import { verify } from '../../src/signing/verify.ts';
import { AT, handmade, makeTpp, paymentRequest } from '../signing/tpp.ts';

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

  it('does not advise the comparison that it is', () => {
    const { remedy } = createFinding('digest-mismatch', { cause: 'unknown' });
    expect(remedy).toContain('psd2 verify diff SIGNED SENT');
    expect(addDifferences(createFinding('digest-mismatch', { cause: 'unknown' }), []).remedy).not.toContain(
      'diff',
    );
    expect(
      addDifferences(createFinding('digest-mismatch', { cause: 'unknown', remedy: 'A.' }), []).remedy,
    ).toBe('A.');
  });
});

describe('the report on two requests [C-verify-diff]', () => {
  const first = handmade(makeTpp(), { request: paymentRequest({ body: Buffer.from('{"a":1}') }) });
  const report = (second: HttpRequest) => {
    const [one, other] = [first, second].map((request) => {
      const verification = verify(request, { at: AT, recovery: false });
      const shown = buildReport({ format: 'http', request, notes: [] }, verification, { at: AT });
      return { request, verification, shown };
    });
    if (!one || !other) throw new Error('two requests');
    return comparison.text(
      { first: one.shown, second: other.shown, differences: listDifferences(one, other) },
      { isTerminal: false, width: 80, paint: PLAIN, hasBlocks: false },
    );
  };

  it('shows where an edited body begins to differ', async () => {
    expect(await report({ ...first, body: Buffer.from('{"a":9}') })).toContain(
      'Body: - first, + second\n- {"a":1}\n+ {"a":9}\n       ^ byte 6, line 1, column 6',
    );
  });

  it('compares the signing strings if the signed one is unknown', async () => {
    const headers = first.headers.map(([name, value]): [string, string] => [
      name,
      name === 'X-Request-ID' ? '3e9b96c0-c3ea-4bcb-8209-a5b98c3630b5' : value,
    ]);
    expect(await report({ ...first, headers })).toMatch(
      /Signing strings: - first, \+ second\n(?: {7}.*\n)+ {5}- x-request-id.*\n {5}\+ x-request-id:·3e9b96c0/,
    );
  });
});
