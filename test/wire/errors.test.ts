import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { message } from '../../src/wire/errors.ts';
import { link } from '../../src/wire/link.ts';

it('a message of the bank has category, code and text, and a path only where there is one [I-errors, D2-error-body]', () => {
  expect(message('ERROR', 'NOT_FOUND', 'nothing here')).toEqual({
    category: 'ERROR',
    code: 'NOT_FOUND',
    text: 'nothing here',
  });
  expect(message('WARNING', 'FORMAT_ERROR', 'look', 'creditorName')).toEqual({
    category: 'WARNING',
    code: 'FORMAT_ERROR',
    path: 'creditorName',
    text: 'look',
  });
});

describe('the text of a message [I-text-limit]', () => {
  const textOf = (text: string) => message('ERROR', 'FORMAT_ERROR', text).text ?? '';

  it('is whole up to 512 characters', () => {
    for (const text of ['', 'x'.repeat(512), '😀'.repeat(512)]) expect(textOf(text)).toBe(text);
  });

  it('is cut to 512 with a sign that it was', () => {
    expect(textOf('x'.repeat(513))).toBe(`${'x'.repeat(511)}…`);
    expect(textOf(`x${'😀'.repeat(600)}`)).toBe(`x${'😀'.repeat(510)}…`);
  });

  it('is never cut within a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 300, maxLength: 1200, size: 'max' }), (text) => {
        expect(textOf(text)).not.toMatch(/\p{Surrogate}/u);
        expect([...textOf(text)].length).toBeLessThanOrEqual(512);
      }),
      { numRuns: 30 },
    );
  });
});

it('a link has href and verbs, both always [D2-links]', () => {
  expect(link('/v1/a', 'GET', 'DELETE')).toEqual({ href: '/v1/a', verbs: ['GET', 'DELETE'] });
});
