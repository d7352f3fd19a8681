import { sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readPublicKeyFile } from '../../src/certificates/certificate-file.ts';
import { listChecks } from '../../src/signing/checks.ts';
import { type Dialect, REQUEST_PROFILE } from '../../src/signing/signing-string.ts';
import { type VerifyOptions, verify } from '../../src/signing/verify.ts';
import { spkiOf } from '../support/keys.ts';
import { certificate, clock, keyId, other, tpp } from './broken.ts';
import { AT, type Handmade, handmade } from './tpp.ts';

function publicKeyOf({ publicKey }: Pick<typeof tpp, 'publicKey'>) {
  const reading = readPublicKeyFile(spkiOf({ publicKey }));
  if (!reading.ok) throw new Error(reading.reason);
  return reading.key;
}

const of = (parts: Handmade, options: Partial<VerifyOptions> = {}) =>
  verify(handmade(tpp, parts), { at: AT, clock, ...options });
const codes = (parts: Handmade, options: Partial<VerifyOptions> = {}) =>
  of(parts, options).findings.map(({ code, cause }) => `${code} ${cause ?? ''}`.trim());

describe('a public key that is given [G4-given-key]', () => {
  const publicKey = publicKeyOf(tpp);

  it('checks a request without a certificate, which is no fault then', () => {
    const verification = of(certificate(undefined), { publicKey });
    expect([verification.verdict, verification.facts.rsa]).toEqual(['valid', 'verified']);
    const state = new Map(listChecks(verification).map((check) => [check.name, check]));
    expect(state.get('RSA signature')).toMatchObject({
      state: 'pass',
      detail: expect.stringContaining('given key'),
    });
    for (const name of [
      'certificate',
      'certificate validity',
      'PSD2 statement',
      'keyId and certificate',
    ] as const)
      expect(state.get(name)?.state).toBe('not-checked');
  });

  it('finds the cause where the string was built otherwise', () => {
    const parts = { ...certificate(undefined), build: () => 'date: x' };
    expect(codes(parts, { publicKey })[0]).toMatch(/^signature-invalid/);
  });

  it('is told when it is not the one that signed', () => {
    const [first] = of(certificate(undefined), { publicKey: publicKeyOf(other) }).findings;
    expect(first?.code).toBe('key-mismatch');
    expect(first?.message).toBe("The signature doesn't match the given key.");
  });

  it("doesn't hide that the certificate has another key, since the bank goes by that", () => {
    expect(codes(certificate(other.certificateHeader), { publicKey })).toContain('key-mismatch');
    expect(codes({}, { publicKey })).toEqual([]);
  });
});

describe("an authority's certificate [G4-key-mismatch]", () => {
  it('is told as that, and nothing is said of keyId or of what it states', () => {
    const sent = certificate(Buffer.from(tpp.ca.der).toString('base64'));
    expect(codes(sent)).toEqual(['key-mismatch ca-certificate']);
    expect(of(sent).findings[0]?.expected).toBeUndefined();
    const states = listChecks(of(sent)).filter(({ state }) => state === 'pass');
    expect(states.map(({ name }) => name)).not.toContain('PSD2 statement');
  });

  it("is no cause where a seal's key is another", () => {
    expect(codes(certificate(other.certificateHeader))[0]).toBe('key-mismatch');
  });
});

describe('the serial number of the CA [G4-known-authorities]', () => {
  const ofCa = keyId('SN=77ABC,CA=CN=Test Issuing CA');
  const chain = {
    ...ofCa,
    ...certificate(`${tpp.certificateHeader},${Buffer.from(tpp.ca.der).toString('base64')}`),
  };

  it('is told by an authority that is known, or by a chain in the header', () => {
    expect(codes(ofCa, { authorities: [tpp.ca] })).toEqual(['keyid-mismatch ca-serial']);
    expect(codes(chain)).toContain('keyid-mismatch ca-serial');
  });

  it('is said to be possible where no authority is known, and to be excluded where it is', () => {
    const text = (serial: string, options: Partial<VerifyOptions>) =>
      of(keyId(`SN=${serial},CA=CN=Test Issuing CA`), options).findings[0]?.message;
    expect(text('77ABC', {})).toContain('or the serial of its CA');
    expect(text('1234', { authorities: [tpp.ca] })).toContain('nor that of its CA');
    expect(text('1234', { authorities: [other.certificate] })).toContain('or the serial of its CA');
  });
});

it.each([
  ['CN=Test Issuing CB', "keyId has CN=Test Issuing CB, the certificate's issuer has CN=Test Issuing CA."],
  ['CN=Test Issuing CA,C=NO', 'the issuer has no C=NO.'],
  ['O=Test Issuing CA', "keyId has O=Test Issuing CA, the certificate's issuer has CN=Test Issuing CA."],
  ['Test Issuing CA', "The issuer isn't a list of name=value parts."],
])('an issuer that is no way of writing that of the certificate: %s: the first difference is named [G4-keyid-mismatch]', (issuer, words) => {
  const [first] = of(keyId(`SN=AB12CD3,CA=${issuer}`)).findings;
  expect([first?.code, first?.cause]).toEqual(['keyid-mismatch', 'unknown']);
  expect(first?.message).toContain(words);
});

describe('what a bank asks of a signature [G3-dialect]', () => {
  const dialect: Dialect = {
    ...REQUEST_PROFILE,
    keyId: { serial: 'serial=', issuer: 'issuer=' },
    algorithms: ['hs2019', 'rsa-sha256'],
    signedHeaders: ['date'],
    maxSkewSeconds: 5,
  };

  it('is what the checks go by', () => {
    const parts: Handmade = {
      names: ['date', 'digest'],
      parameters: {
        algorithm: 'hs2019',
        keyId: tpp.keyId.replace('SN=', 'serial=').replace('CA=', 'issuer='),
      },
    };
    expect(codes(parts, { dialect })).toEqual([]);
    expect(codes(parts)).toEqual([
      'keyid-format',
      'algorithm-unexpected hs2019',
      ...Array.from({ length: 3 }, () => 'required-header-not-signed'),
    ]);
    expect(codes(parts, { dialect, at: AT + 6000 })).toEqual(['date-skew']);
    expect(codes({}, { dialect })).toEqual(['keyid-format']);
  });

  it('may be that the certificate stands in another header', () => {
    const elsewhere: Handmade = {
      sent: (request) => ({
        ...request,
        headers: request.headers.map(([name, value]) => [
          name === 'TPP-Signature-Certificate' ? 'X-Seal' : name,
          value,
        ]),
      }),
    };
    expect(codes(elsewhere, { dialect: { ...REQUEST_PROFILE, certificateHeader: 'x-seal' } })).toEqual([]);
    expect(codes(elsewhere)).toContain('certificate-missing');
  });

  it('may be another hash, which the search for the cause goes by too', () => {
    const sha512: Dialect = { ...REQUEST_PROFILE, hash: 'sha512', algorithms: ['rsa-sha512'] };
    const signature = (bytes: Uint8Array) => sign('sha512', bytes, tpp.privateKey);
    const parts: Handmade = { signature, parameters: { algorithm: 'rsa-sha512' } };
    expect(codes(parts, { dialect: sha512 })).toEqual([]);
    const build: Handmade['build'] = (lines) => lines.map((line) => `${line.join(': ')}\n`).join('');
    expect(codes({ ...parts, build }, { dialect: sha512 })).toEqual(['signature-invalid trailing-newline']);
  });
});
