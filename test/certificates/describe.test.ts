import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeCertificate, readCertificate } from '../../src/certificates/certificate.ts';
import { readPem } from '../../src/certificates/pem.ts';

function described(file: string) {
  const pem = readPem(readFileSync(new URL(`../vectors/eidas/${file}.pem`, import.meta.url), 'utf8'));
  const reading = readCertificate(pem.ok ? pem.blocks[0]!.der : Buffer.alloc(0));
  if (!reading.ok) throw new Error(reading.reason);
  return describeCertificate(reading.certificate);
}

describe('description of a certificate [C-cert-inspect-shape]', () => {
  it('has the shape of cert inspect', () => {
    expect(described('seal')).toEqual({
      subject: 'CN=Example TPP AS Seal, organizationIdentifier=PSDNO-FSA-999999999, O=Example TPP AS, C=NO',
      issuer:
        'CN=Example Test Qualified CA 1, organizationIdentifier=NTRNO-999999990, O=Example Trust Services AS, C=NO',
      serial: 'A1B2C3D4E5F60718',
      notBefore: '2025-01-01T00:00:00Z',
      notAfter: '2045-01-01T00:00:00Z',
      keyBits: 2048,
      type: 'seal',
      roles: ['PSP_PI', 'PSP_AI'],
      ncaName: 'The Financial Supervisory Authority of Norway',
      ncaId: 'NO-FSA',
      organizationIdentifier: 'PSDNO-FSA-999999999',
    });
  });

  it('keeps every field where there is nothing to say', () => {
    expect(described('bad-no-psd2-statement')).toMatchObject({ roles: [], ncaName: null, ncaId: null });
  });
});
