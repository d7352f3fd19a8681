import { describe, expect, it } from 'vitest';
import { describeCertificate, readCertificate } from '../../src/certificates/certificate.ts';
import { renderName } from '../../src/certificates/names.ts';
import { numbers } from '../support/numbers.ts';
import { eidas } from '../support/read-certificate.ts';
import { runs, sweep } from '../support/sweep.ts';

const seal = Buffer.from(eidas('seal').der);

/** Reads, and uses all that was read; returns the milliseconds of the processor that it took. */
function use(bytes: Uint8Array): number {
  const started = process.cpuUsage();
  const reading = readCertificate(bytes);
  if (reading.ok) {
    describeCertificate(reading.certificate);
    for (const style of ['rfc2253', 'java', 'openssl'] as const)
      renderName(reading.certificate.issuer, style);
  } else {
    expect(reading.reason).not.toBe('');
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

/** All but one in a hundred are shorter: garbage is collected at any time. */
function nearlyLongest(times: readonly number[]): number | undefined {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99) - 1];
}

describe('hostile certificates [S12-der-hostile]', () => {
  it('refuses every truncation of a certificate', () => {
    for (let length = 0; length < seal.length; length++) {
      expect(readCertificate(seal.subarray(0, length)).ok).toBe(false);
    }
  });

  it('throws at no single changed byte', () => {
    // Each byte becomes one of the four, each of its neighbours another.
    const changes = sweep(
      Array.from(seal).flatMap((_, position) =>
        [0x00, 0x30, 0x80, 0xff].map((octet) => ({ position, octet })),
      ),
      ({ position }, place) => place % 4 === position % 4,
    );
    for (const { position, octet } of changes) {
      const changed = Buffer.from(seal);
      changed[position] = octet;
      use(changed);
    }
  });

  it('throws at no mixture of changed, left out and doubled bytes, and stays quick', () => {
    const next = numbers(1);
    const times = Array.from({ length: runs(500, 8000) }, () => {
      let bytes = Buffer.from(seal);
      for (let round = next(6); round >= 0; round--) {
        const [from, length] = [next(bytes.length), next(12)];
        const piece = bytes.subarray(from, from + length);
        const kind = next(3);
        if (kind === 0) bytes[from] = next(256);
        else
          bytes = Buffer.concat(
            [bytes.subarray(0, from), kind === 1 ? piece : [], bytes.subarray(from + length)].map((part) =>
              Buffer.from(part),
            ),
          );
      }
      return use(bytes);
    });
    expect(nearlyLongest(times)).toBeLessThan(20);
  });

  it('throws at no random bytes', () => {
    const next = numbers(2);
    for (let round = 0; round < runs(200, 4000); round++) {
      use(Buffer.from(Array.from({ length: next(200) }, () => next(256))));
    }
  });

  it('refuses 64 KiB of opening sequences', () => {
    const opening = Buffer.alloc(65_536, Buffer.from('3080', 'hex'));
    expect(readCertificate(opening)).toEqual({ ok: false, reason: 'an indefinite length at byte 1' });
    expect(use(Buffer.alloc(1_000_000, 0x30))).toBeLessThan(100);
  });
});
