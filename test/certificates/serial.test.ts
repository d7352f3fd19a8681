import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatSerialHex, readCertificate } from '../../src/certificates/certificate.ts';
import { readPem } from '../../src/certificates/pem.ts';

const { cases } = JSON.parse(readFileSync(new URL('../vectors/issuer-names.json', import.meta.url), 'utf8'));

describe('serial numbers [G1-serial]', () => {
  it.each(
    cases as { id: string; certPem: string; serial: Record<string, string> }[],
  )('writes the serial of $id as the vectors do', ({ certPem, serial }) => {
    const pem = readPem(certPem);
    const reading = readCertificate(pem.ok ? pem.blocks[0]!.der : Buffer.alloc(0));
    if (!reading.ok) throw new Error(reading.reason);
    expect(formatSerialHex(reading.certificate.serial)).toBe(serial.hexUpper);
    expect(formatSerialHex(reading.certificate.serial, 'even')).toBe(serial.openssl);
    expect(String(reading.certificate.serial)).toBe(serial.decimal);
  });

  it.each([
    [0n, '0', '00'],
    [1n, '1', '01'],
    [0xabcn, 'ABC', '0ABC'],
    [-0xabcn, '-ABC', '-0ABC'],
  ])('writes %s with as few digits as it takes, or an even number', (serial, minimal, even) => {
    expect(formatSerialHex(serial)).toBe(minimal);
    expect(formatSerialHex(serial, 'even')).toBe(even);
  });
});
