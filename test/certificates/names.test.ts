import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeDer } from '../../src/certificates/der.ts';
import { describeName, OPENSSL_NAMES, readName, renderName } from '../../src/certificates/names.ts';
import { soon } from '../signing/soon.ts';
import { derCertificate } from '../support/der-certificate.ts';
import { derName, type WrittenAttribute } from '../support/der-writer.ts';
import { rsaKeys, spkiOf } from '../support/keys.ts';
import { printedIssuers } from '../support/printed-issuers.ts';

interface NameCase {
  readonly id: string;
  readonly why: string;
  readonly issuerDerHex: string;
  readonly rfc2253: { readonly strict: string; readonly java: string; readonly openssl: string };
}

function vectors(file: string): NameCase[] {
  return JSON.parse(readFileSync(new URL(`../vectors/${file}`, import.meta.url), 'utf8')).cases;
}

const cases = [...vectors('issuer-names.json'), ...vectors('issuer-names-more.json')];
const spki = spkiOf(rsaKeys());

function nameOf(hex: string) {
  return readName(decodeDer(Buffer.from(hex, 'hex')), 'the issuer');
}

function named(...rdns: (readonly WrittenAttribute[])[]) {
  return readName(decodeDer(derName(rdns)), 'the issuer');
}

function printedByOpenssl(issuers: readonly Buffer[]): string[] {
  const ders = issuers.map((issuer) => derCertificate({ spki, issuer }));
  return printedIssuers(ders, 'RFC2253');
}

describe('issuer in the rfc2253 style [G1-issuer-rfc2253]', () => {
  it.each(cases)('writes $id: $why', ({ issuerDerHex, rfc2253 }) => {
    expect(renderName(nameOf(issuerDerHex), 'rfc2253')).toBe(rfc2253.strict);
  });

  it('writes octets that are not what their tag says as # and hex', () => {
    const cn = '2.5.4.3';
    expect(renderName(named([[cn, 0x0c, Buffer.from('c3', 'hex')]]), 'rfc2253')).toBe('CN=#0c01c3');
    expect(renderName(named([[cn, 0x1e, Buffer.from('004', 'latin1')]]), 'rfc2253')).toBe('CN=#1e03303034');
    expect(renderName(named([[cn, 0x1e, Buffer.from('d834', 'hex')]]), 'rfc2253')).toBe('CN=#1e02d834');
    expect(renderName(named([[cn, 0x1c, Buffer.from('00110000', 'hex')]]), 'rfc2253')).toBe(
      'CN=#1c0400110000',
    );
  });
});

describe('issuer in the java style [G1-issuer-java]', () => {
  it.each(cases)('writes $id: $why', ({ issuerDerHex, rfc2253 }) => {
    expect(renderName(nameOf(issuerDerHex), 'java')).toBe(rfc2253.java);
  });

  it('writes what encodes half a surrogate pair as one replacement character, as OpenJDK does', () => {
    const name = named([['2.5.4.3', 0x0c, Buffer.from('41eda080eda041ff', 'hex')]]);
    expect(renderName(name, 'java')).toBe('CN=A\ufffd\ufffdA\ufffd');
  });

  it('takes no longer for a value of 60,000 blanks', () => {
    const name = named([['2.5.4.3', 0x0c, `x${' '.repeat(60_000)}x`]]);
    for (const style of ['rfc2253', 'java', 'openssl'] as const) soon(() => renderName(name, style));
  });
});

describe('issuer in the openssl style [G1-issuer-openssl]', () => {
  it.each(cases)('writes $id: $why', ({ issuerDerHex, rfc2253 }) => {
    expect(renderName(nameOf(issuerDerHex), 'openssl')).toBe(rfc2253.openssl);
  });

  it('agrees with the openssl command about each', () => {
    const rendered = cases.map(({ id, issuerDerHex }) => [id, renderName(nameOf(issuerDerHex), 'openssl')]);
    const printed = printedByOpenssl(cases.map(({ issuerDerHex }) => Buffer.from(issuerDerHex, 'hex')));
    expect(rendered).toEqual(printed.map((name, place) => [cases[place]?.id, name]));
  });

  it('knows every name of its table as the openssl command prints it', () => {
    const issuer = derName([...OPENSSL_NAMES.keys()].map((oid) => [[oid, 0x0c, 'x']]));
    expect(renderName(readName(decodeDer(issuer), 'the issuer'), 'openssl')).toBe(
      printedByOpenssl([issuer])[0],
    );
  });
});

describe('names for people [G1-issuer-plain]', () => {
  it('names every type that openssl names and leaves the values plain', () => {
    const name = named(
      [['2.5.4.6', 0x13, 'NO']],
      [['2.5.4.97', 0x0c, 'PSDNO-FSA-1']],
      [['2.5.4.3', 0x0c, 'Sør AS']],
    );
    expect(describeName(name)).toBe('CN=Sør AS, organizationIdentifier=PSDNO-FSA-1, C=NO');
  });

  it('quotes a value that would read as something else', () => {
    const name = named(
      [['2.5.4.10', 0x0c, 'A, CN=B "x"']],
      [['2.5.4.3', 0x0c, '']],
      [['2.5.4.3', 0x0c, ' y']],
    );
    expect(describeName(name)).toBe('CN=" y", CN="", O="A, CN=B \\"x\\""');
  });

  it('joins the values of one part with a plus and writes an unknown type as its number', () => {
    expect(
      describeName(
        named([
          ['1.2.3.4', 0x0c, 'x'],
          ['2.5.4.3', 0x0c, 'y'],
        ]),
      ),
    ).toBe('1.2.3.4=x + CN=y');
  });
});
