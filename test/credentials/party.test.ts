import { describe, expect, it } from 'vitest';
import { type CertificateInput, resolveSubject } from '../../src/credentials/issue.ts';
import type { Fault } from '../../src/errors.ts';
import { certificateDer } from '../certificates/qualified-parts.ts';
import { certificateOf } from '../support/read-certificate.ts';

const own = certificateOf(certificateDer('seal'));

function party(given: Partial<CertificateInput> = {}) {
  return resolveSubject({ type: 'seal', hosts: [], ...given } as CertificateInput, own);
}

function refused(given: Partial<CertificateInput>): Fault {
  try {
    party(given);
  } catch (error) {
    return error as Fault;
  }
  throw new Error('nothing was refused');
}

describe('whom a new certificate is for [C-cert-create-party]', () => {
  it("is the profile's own TPP where nothing is given", () => {
    expect(party()).toEqual({
      organizationIdentifier: 'PSDNO-FSA-123456789',
      organizationName: 'Example TPP AS',
      commonName: 'Example TPP AS seal 123456789',
      country: 'NO',
      ncaName: 'The Financial Supervisory Authority of Norway',
      ncaId: 'NO-FSA',
      hosts: [],
    });
  });

  it('takes country and authority from the authorization number', () => {
    const given = { organizationIdentifier: 'PSDSE-FINA-44059', ncaName: 'Finansinspektionen' };
    expect(party(given)).toMatchObject({ country: 'SE', ncaId: 'SE-FINA', ncaName: 'Finansinspektionen' });
    expect(party({ ...given, country: 'DK', ncaId: 'DK-DFSA' })).toMatchObject({
      country: 'DK',
      ncaId: 'DK-DFSA',
    });
  });

  it('names a QWAC by its first host, localhost where none is given', () => {
    expect(party({ type: 'qwac' })).toMatchObject({ commonName: 'localhost', hosts: ['localhost'] });
    const hosts = ['tpp.example', '127.0.0.1'];
    expect(party({ type: 'qwac', hosts })).toMatchObject({ commonName: 'tpp.example', hosts });
    expect(party({ type: 'qwac', hosts, commonName: 'Example' }).commonName).toBe('Example');
  });

  it('keeps a common name of its own making within 64 characters', () => {
    expect([...party({ organization: 'Æ'.repeat(64) }).commonName]).toHaveLength(64);
  });

  it.each([
    [{ organizationIdentifier: '123456789' }, 'INPUT_INVALID', '"123456789"'],
    [{ organizationIdentifier: 'PSDNO-FSA-' }, 'INPUT_INVALID', 'PSDNO-FSA-'],
    [{ organizationIdentifier: 'PSDSE-FINA-1' }, 'INPUT_MISSING', 'SE-FINA'],
    [{ ncaId: 'FSA' }, 'INPUT_INVALID', '"FSA"'],
    [{ hosts: ['tpp.example'] }, 'USAGE', '--san'],
  ])('is refused with what to write: %j', (given, code, named) => {
    const fault = refused(given);
    expect(fault).toMatchObject({ code, details: { hint: expect.any(String) } });
    expect(fault.message).toContain(named);
  });
});
