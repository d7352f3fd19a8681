import { describe, expect, it } from 'vitest';
import { describeCertificate } from '../../src/certificates/certificate.ts';
import { eidas } from '../support/read-certificate.ts';

const described = (file: string) => describeCertificate(eidas(file));

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
