import { describe, expect, it } from 'vitest';
import { changesOf, TRANSITIONS } from '../../support/life/books.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve } from '../../support/life/operator.ts';
import { statusOf } from '../../support/life/payments.ts';
import { reachAs } from '../../support/life/product-states.ts';
import { approvedAs, type Kind } from '../../support/life/products.ts';
import { sweep } from '../../support/sweep.ts';
import { IMPOSSIBLE } from './impossible-transitions.ts';
import { ROWS, type Row } from './transition-rows.ts';

const bank = bankOfEach();
const kinds = Object.keys(ROWS) as (keyof typeof ROWS)[];

const FUNDS = ['ACCP', 'ACSP', 'ACWP'];

/**
 * Cards, bulks and cross-border payments have the life of a domestic one (test/bank/life/transitions.test.ts), but
 * each takes the money in its own way. So `npm test` tries what leads to a status in which money is taken or awaited,
 * and of the rest one row for each end, which shows that a bulk's items go there together.
 */
function isOwn(kind: Kind): (row: Row) => boolean {
  if (kind === 'instant' || kind === 'periodic') return () => true;
  const ends = new Set<string>();
  return ({ changes }) => {
    const end = changes.at(-1)?.split('→')[1] ?? '';
    const isNew = !ends.has(end);
    ends.add(end);
    return isNew || FUNDS.includes(end);
  };
}

describe('the transitions that a product takes [D4-transitions]', () => {
  const named = kinds.flatMap((kind) =>
    sweep(ROWS[kind], isOwn(kind)).map(
      (row, index) => [`${kind} ${index + 1}: ${row.changes.join(', ')}`, kind, row] as const,
    ),
  );

  it.each(named)('are reached by what the door takes: %s', async (_, kind, { from, wish, act, changes }) => {
    const payment = await reachAs(bank(), kind, from, wish);
    expect(await statusOf(bank(), payment)).toBe(from);
    const before = changesOf(bank(), payment);
    await act(bank(), payment);
    expect(await statusOf(bank(), payment)).toBe(changes.at(-1)?.split('→')[1]);
    expect(changesOf(bank(), payment)).toEqual([...before, ...changes]);
  });

  it.each(kinds)('are all thirty but the impossible ones: %s', (kind) => {
    const reached = new Set(ROWS[kind].flatMap(({ changes }) => changes));
    const impossible = IMPOSSIBLE[kind].flatMap(({ edges }) => edges);
    expect(impossible.filter((edge) => reached.has(edge))).toEqual([]);
    expect([...reached, ...impossible].sort()).toEqual([...TRANSITIONS].sort());
  });

  it('are those of each item of a bulk by itself', async () => {
    const payment = await approvedAs(bank(), 'bulk', { amounts: ['1.00', '2.00'] });
    expect(changesOf(bank(), payment)).toEqual(['RCVD→ACTC', 'RCVD→ACTC']);
  });
});

describe('the transitions that a product can not take [D4-transitions, D4-instant, D4-periodic-rests]', () => {
  const named = kinds.flatMap((kind) =>
    IMPOSSIBLE[kind].flatMap(({ edges, why, attempts }) =>
      Object.entries(attempts).map(
        ([what, attempt]) => [`${kind}, ${what}: ${why}`, { kind, edges, attempt }] as const,
      ),
    ),
  );

  it.each(named)('are not taken, whatever is tried: %s', async (_, { kind, edges, attempt }) => {
    const { payment, ends } = await attempt(bank(), kind);
    expect(await statusOf(bank(), payment)).toBe(ends);
    const taken = changesOf(bank(), payment);
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.filter((change) => edges.includes(change))).toEqual([]);
  });

  it('leave an approval that comes twice without effect', async () => {
    const payment = await approvedAs(bank(), 'instant');
    await expect(approve(bank(), payment)).rejects.toThrow();
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });
});
