import { describe, expect, it } from 'vitest';
import type { Certificate } from '../../src/certificates/certificate.ts';
import { Authorities } from '../../src/certificates/trust.ts';
import { basicConstraints, type Party } from '../support/made-certificates.ts';
import { AT, ca, DAY, party, ROOT, seal } from '../support/production-bank.ts';

const CAS = Array.from({ length: 12 }, (_, place) => party(`CA ${place}`));

/** A chain of so many CAs, the root first, and a seal of the last. */
function chainOf(length: number) {
  const cas = [ROOT, ...Array.from({ length: length - 1 }, (_, place) => party(`Link ${place}`))];
  const certificates = cas.map((own, place) => ca(own, { issuer: cas[Math.max(0, place - 1)]! }));
  return { certificates, seal: seal({ issuer: cas.at(-1)! }) };
}

/** What every two of these have certified, both ways. */
function crossed(cas: readonly Party[]): Certificate[] {
  return cas.flatMap((own) => cas.filter((issuer) => issuer !== own).map((issuer) => ca(own, { issuer })));
}

/** These, and how often a signature has been checked with a key of theirs. */
function counted(certificates: readonly Certificate[]) {
  const checks = { count: 0 };
  const watched = certificates.map((certificate) =>
    Object.defineProperty({ ...certificate }, 'keyBits', {
      get: () => {
        checks.count += 1;
        return certificate.keyBits;
      },
    }),
  );
  return { watched, checks };
}

describe('a chain of CAs [D12-trust]', () => {
  it('has eight of them at most', () => {
    for (const [length, fault] of [
      [8, undefined],
      [9, 'too-long'],
    ] as const) {
      const { certificates, seal: own } = chainOf(length);
      expect(new Authorities(certificates).findFault(own, AT)).toBe(fault);
    }
  });

  it('is not followed further than that: a hundred cost no more signatures than nine', () => {
    const { certificates, seal: own } = chainOf(100);
    const { watched, checks } = counted(certificates);
    expect(new Authorities(watched).findFault(own, AT)).toBe('too-long');
    expect(checks.count).toBeLessThanOrEqual(9);
  });
});

describe('CAs that have certified one another [D12-trust]', () => {
  const [first, second] = CAS as [Party, Party];
  const own = seal({ issuer: first });

  it('are trusted where any chain from them ends, in whatever order they are configured', () => {
    const last = CAS.at(-1)!;
    const all = [...crossed(CAS), ca(last, { issuer: ROOT }), ca(ROOT)];
    for (const certificates of [all, all.toReversed()]) {
      expect(new Authorities(certificates).findFault(own, AT)).toBeUndefined();
    }
  });

  it('are not where none ends, and each signature is checked once, for however many seals', () => {
    const { watched, checks } = counted(crossed(CAS));
    const authorities = new Authorities(watched);
    expect(authorities.findFault(own, AT)).toBe('too-long');
    // Each of them was issued under one name, that eleven have.
    const most = 11 * watched.length + 11;
    expect(checks.count).toBeLessThanOrEqual(most);
    expect(authorities.findFault(own, AT)).toBe('too-long');
    expect(checks.count).toBeLessThanOrEqual(most);
  });

  it('are trusted by the way on which nothing has expired', () => {
    const old = ca(first, { issuer: second, to: AT - DAY });
    const certificates = [old, ca(second), ca(first, { issuer: ROOT }), ca(ROOT)];
    expect(new Authorities(certificates).findFault(own, AT)).toBeUndefined();
    expect(new Authorities(certificates.slice(0, 2)).findFault(own, AT)).toBe('issuer-expired');
  });

  it('are told what the way that came furthest fails by', () => {
    const certificates = [
      ...crossed([first, second]),
      ca(first, { issuer: ROOT }),
      ca(ROOT, { to: AT - DAY }),
    ];
    expect(new Authorities(certificates).findFault(own, AT)).toBe('issuer-expired');
  });

  it('count for pathLenConstraint by the shortest way', () => {
    const root = ca(ROOT, { extensions: [basicConstraints(true, 1)] });
    const long = [ca(first, { issuer: second }), ca(second, { issuer: ROOT })];
    expect(new Authorities([...long, root]).findFault(own, AT)).toBe('path-length');
    expect(new Authorities([...long, ca(first, { issuer: ROOT }), root]).findFault(own, AT)).toBeUndefined();
  });
});
