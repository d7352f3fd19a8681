import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseSignatureHeader,
  unescapeQuotedPairs,
  writeSignatureHeader,
} from '../../src/signing/signature-header.ts';

const parameters = {
  keyId: 'SN=1,CA=CN=x',
  algorithm: 'rsa-sha256',
  headers: 'date digest',
  signature: 'AAAA',
};

describe('the Signature header [I-authentication-3-signature-header, G1-signature-header, G2-raw-quotes]', () => {
  it('writes comma without blank, values raw between the quotes', () => {
    expect(writeSignatureHeader(parameters)).toBe(
      'keyId="SN=1,CA=CN=x",algorithm="rsa-sha256",headers="date digest",signature="AAAA"',
    );
  });

  it('reads back any issuer, quotes and commas in it included', () => {
    const issuer = fc.string().filter((text) => !/"[ \t]*,?[ \t]*(?:$|[A-Za-z_-]+[ \t]*=)/.test(text));
    fc.assert(
      fc.property(issuer, (text) => {
        const read = parseSignatureHeader(writeSignatureHeader({ ...parameters, keyId: `SN=1,CA=${text}` }));
        return read.problems.length === 0 && read.parameters.keyId === `SN=1,CA=${text}`;
      }),
    );
  });

  it('reads issuers in quotes of their own', () => {
    const keyId = 'SN=1,CA=CN="Comma, CA", O="Bank, Sons", C=DE';
    expect(parseSignatureHeader(writeSignatureHeader({ ...parameters, keyId })).parameters.keyId).toBe(keyId);
  });

  it('ends keyId at a parameter it does not know', () => {
    const value = writeSignatureHeader(parameters).replace(',algorithm', ',version="1",algorithm');
    expect(parseSignatureHeader(value)).toEqual({ parameters, problems: [], isPartial: false });
  });

  it('refuses what has no parameters, or half of one', () => {
    for (const value of ['', 'keyId', '=', 'keyId="a"algorithm="b"', 'keyId="a",', 'keyId="a'])
      expect(parseSignatureHeader(value).problems.some(({ tolerated }) => !tolerated)).toBe(true);
  });

  it('undoes quoted-pairs', () => {
    expect(unescapeQuotedPairs('O=\\"Trust\\\\, AS\\"')).toBe('O="Trust\\, AS"');
  });
});
