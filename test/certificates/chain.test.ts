import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Certificate, isKeyOf } from '../../src/certificates/certificate.ts';
import { parseCertificateFile } from '../../src/certificates/certificate-file.ts';
import { findChain } from '../../src/certificates/trust.ts';
import { soon } from '../signing/soon.ts';
import { rsaKeys } from '../support/keys.ts';
import { makeCertificate } from '../support/openssl.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-chain-'));
const NAMES = ['root', 'middle', 'leaf', 'twin', 'stray'] as const;
const certificates = {} as Record<(typeof NAMES)[number], Certificate>;

/** Root, an authority below it, a leaf; an authority of the same name with another key; one of nobody's. */
beforeAll(() => {
  const noCa = ['-addext', 'basicConstraints=critical,CA:FALSE'];
  makeCertificate(folder, 'root', ['-subj', '/CN=Root'], rsaKeys('ca'));
  makeCertificate(folder, 'middle', ['-subj', '/CN=Middle', ...issuedBy('root')], rsaKeys('own'));
  makeCertificate(folder, 'leaf', ['-subj', '/CN=Leaf', ...noCa, ...issuedBy('middle')], rsaKeys('other'));
  makeCertificate(folder, 'twin', ['-subj', '/CN=Middle'], rsaKeys('third'));
  makeCertificate(folder, 'stray', ['-subj', '/CN=Stray', ...noCa], rsaKeys('fourth'));
  for (const name of NAMES) certificates[name] = certificateIn(`${name}.pem`);
});
afterAll(() => rmSync(folder, { recursive: true }));

function issuedBy(issuer: string): string[] {
  return ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key.pem`];
}

function certificateIn(file: string): Certificate {
  const reading = parseCertificateFile(readFileSync(join(folder, file)));
  if (reading.kind !== 'contents') throw new Error(file);
  return reading.contents.certificates[0]!;
}

function keyIn(name: string) {
  return createPrivateKey(readFileSync(join(folder, `${name}.key.pem`)));
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, place) =>
    permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]),
  );
}

function arranged(names: readonly (typeof NAMES)[number][], keys: readonly string[] = []) {
  const given = names.map((name) => certificates[name]);
  const chain = findChain(given, keys.map(keyIn))!;
  const nameOf = (one: Certificate) => NAMES.find((name) => certificates[name] === one);
  return { path: chain.path.map(nameOf), strays: chain.strays.map(nameOf), isInOrder: chain.isInOrder };
}

describe('a chain in any order [A-chain-any-order]', () => {
  it('is the leaf, its issuer and the root, whatever their order', () => {
    for (const order of permutations(['root', 'middle', 'leaf'] as const)) {
      const isInOrder = order.join() === 'leaf,middle,root';
      expect(arranged(order)).toEqual({ path: ['leaf', 'middle', 'root'], strays: [], isInOrder });
    }
  });

  it('goes by the signature where two issuers have one name; the other is a stray', () => {
    for (const order of permutations(['root', 'middle', 'leaf', 'twin'] as const)) {
      const { path, strays } = arranged(order);
      expect({ path, strays }).toEqual({ path: ['leaf', 'middle', 'root'], strays: ['twin'] });
    }
  });

  it('names what has no part in it, and finds the leaf by its private key', () => {
    for (const order of permutations(['stray', 'root', 'leaf', 'middle'] as const)) {
      expect(arranged(order, ['leaf'])).toMatchObject({
        path: ['leaf', 'middle', 'root'],
        strays: ['stray'],
      });
      expect(arranged(order, ['stray']).path).toEqual(['stray']);
    }
  });

  it('goes as far as the file does', () => {
    expect(arranged(['leaf']).path).toEqual(['leaf']);
    expect(arranged(['leaf', 'root'])).toMatchObject({ path: ['leaf'], strays: ['root'] });
    expect(arranged(['root', 'middle']).path).toEqual(['middle', 'root']);
    expect(arranged(['root']).path).toEqual(['root']);
    expect(findChain([])).toBeUndefined();
  });

  it('counts a certificate that is there twice once', () => {
    const twice = [certificates.leaf, certificates.middle, certificates.leaf].map((one) => ({ ...one }));
    const chain = findChain(twice)!;
    expect(chain.path.map(({ serial }) => serial)).toEqual([
      certificates.leaf.serial,
      certificates.middle.serial,
    ]);
    expect(chain.strays).toEqual([]);
  });

  it('knows whose key is whose', () => {
    for (const name of NAMES) {
      expect(NAMES.filter((other) => isKeyOf(keyIn(other), certificates[name]))).toEqual([name]);
    }
  });

  it('stays quick where every name is the same', () => {
    const many = Array.from({ length: 32 }, (_, place) => ({
      ...certificates.twin,
      der: Buffer.concat([certificates.twin.der, Buffer.from([place])]),
    }));
    soon(() => findChain(many));
  });
});
