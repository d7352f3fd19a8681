import { describe, expect, it } from 'vitest';
import { describeCertificate, readCertificate } from '../../src/certificates/certificate.ts';
import { renderName } from '../../src/certificates/names.ts';
import { eidas } from '../support/read-certificate.ts';
import { sweep } from '../support/sweep.ts';

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

  it('refuses 64 KiB of opening sequences', () => {
    const opening = Buffer.alloc(65_536, Buffer.from('3080', 'hex'));
    expect(readCertificate(opening)).toEqual({ ok: false, reason: 'an indefinite length at byte 1' });
    expect(use(Buffer.alloc(1_000_000, 0x30))).toBeLessThan(100);
  });
});
