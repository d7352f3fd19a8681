import { describe, expect, it } from 'vitest';
import { Multiset } from '../../../src/seed/apply/multiset.ts';

describe('a multiset of texts [C-seed-same, C-seed-streams]', () => {
  it('takes each as often as it was added, and no others, however many there are', () => {
    const known = new Multiset();
    const texts = Array.from({ length: 5000 }, (_, place) => `text ${place % 2000}`);
    for (const text of texts) known.add(text);
    expect(known.size).toBe(5000);
    expect(known.take('text 2000')).toBe(false);
    expect(texts.every((text) => known.take(text))).toBe(true);
    expect(texts.some((text) => known.take(text))).toBe(false);
    expect(known.size).toBe(0);
  });

  it('finds those that came after one that is taken away', () => {
    const known = new Multiset();
    for (let place = 0; place < 31; place += 1) known.add(`${place}`);
    for (let place = 0; place < 30; place += 1) known.take(`${place}`);
    expect(known.take('30')).toBe(true);
    known.add('7');
    expect([known.take('7'), known.take('7')]).toEqual([true, false]);
  });
});
