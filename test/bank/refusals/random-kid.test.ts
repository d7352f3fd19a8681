import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEED } from '../../support/seed.ts';
import { anyKid, holds, type Method, validOrMutated } from '../../values/kid-check.ts';
import { expectCreated, expectFaults } from './expectations.ts';
import { bankOf, buildBulk, bulk, combine, set, setReferences } from './rows.ts';

interface Agreement {
  readonly bban: string;
  readonly method: Method;
  readonly lengths: readonly number[];
}

/** @see D8-initial-data */
const agreements: readonly Agreement[] = [
  { bban: '99911200011', method: 'MOD10', lengths: [12, 16] },
  { bban: '99920100011', method: 'MOD11', lengths: [8, 12] },
];

/** Mostly of a length that the agreement has; the same ones in every run from one seed. */
function kidsFor({ method, lengths }: Agreement): string[] {
  const every = Array.from({ length: 24 }, (_, place) => place + 2);
  const other = method === 'MOD10' ? 'MOD11' : 'MOD10';
  const kids = fc.oneof(
    { arbitrary: anyKid(method, ...lengths), weight: 8 },
    { arbitrary: anyKid(method, ...every), weight: 1 },
    { arbitrary: anyKid(other, ...lengths), weight: 1 },
  );
  return fc.sample(validOrMutated(kids), { numRuns: 550, seed: SEED });
}

function isTaken(kid: string, { method, lengths }: Agreement): boolean {
  return lengths.includes(kid.length) && holds(kid, method);
}

/** The bank tells at most 100 faults at once. */
const AT_ONCE = 100;

describe('a thousand KIDs, right and mutated, in bulks [D4-kid-random, D4-bulk-items, I-errors-kid]', () => {
  const bank = bankOf();

  const send = (kids: readonly string[], bban: string) => {
    const body = buildBulk(bank(), kids.length);
    kids.forEach((kid, place) => {
      combine(set('creditorAccount.bban', bban), setReferences({ reference: kid }))(body.payments[place]!);
    });
    return bank().send({ path: bulk.path, query: 'allowLogicalDuplicate=true', body });
  };

  for (const agreement of agreements) {
    const { bban, method } = agreement;
    const kids = kidsFor(agreement).filter((kid) => /^[\u0020-\u024f]+$/.test(kid));
    const right = kids.filter((kid) => isTaken(kid, agreement));

    it(`are right and wrong ones of ${method}, five hundred or more`, () => {
      expect(kids.length).toBeGreaterThanOrEqual(500);
      expect(right.length).toBeGreaterThan(150);
      expect(kids.length - right.length).toBeGreaterThan(150);
      expect(new Set(right.map(({ length }) => length)).size).toBe(2);
    });

    it(`are refused exactly where the tests' own check of ${method} refuses them`, async () => {
      for (let from = 0; from < kids.length; from += AT_ONCE) {
        const some = kids.slice(from, from + AT_ONCE);
        const wrong = some.flatMap((kid, place) => (isTaken(kid, agreement) ? [] : [place]));
        const told = wrong.map(
          (place) => new RegExp(`^KID_INVALID payments\\[${place}\\]\\.remittanceInformationStructured`),
        );
        expectFaults(await send(some, bban), 400, told);
      }
    });

    it(`are taken when they are right by ${method}`, async () => {
      expectCreated(await send(right, bban));
    });
  }
});
