import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCertificateFile } from '../../src/certificates/certificate-file.ts';
import { lintCertificate } from '../../src/certificates/lint/lint.ts';
import { readPkcs12 } from '../../src/certificates/pkcs12.ts';
import { readPrivateKey } from '../../src/certificates/private-key.ts';
import { findChain } from '../../src/certificates/trust.ts';
import { soon } from '../signing/soon.ts';
import { der, derInteger } from '../support/der-writer.ts';
import { numbers } from '../support/numbers.ts';
import { makeCertificate, makePkcs12, openssl } from '../support/openssl.ts';
import { runs } from '../support/sweep.ts';
import { certificateDer } from './qualified-parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-hostile-'));
let pem: Buffer;
let encryptedKey: Buffer;
let files: Buffer[];

beforeAll(() => {
  makeCertificate(folder, 'one');
  pem = Buffer.from(
    readFileSync(join(folder, 'one.key.pem'), 'utf8') + readFileSync(join(folder, 'one.pem'), 'utf8'),
  );
  openssl(folder, [
    ...['pkcs8', '-topk8', '-in', 'one.key.pem', '-iter', '1', '-passout', 'pass:secret'],
    ...['-outform', 'DER', '-out', 'key.der'],
  ]);
  encryptedKey = readFileSync(join(folder, 'key.der'));
  files = [[], ['-legacy'], ['-certpbe', 'NONE', '-keypbe', 'NONE'], ['-nomac']].map((options) =>
    makePkcs12(folder, 'one', { options: [...options, '-iter', '1'] }),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Bytes changed, left out and doubled. */
function mutated(bytes: Buffer, next: (below: number) => number): Buffer {
  let changed = Buffer.from(bytes);
  for (let round = next(4); round >= 0; round--) {
    const [from, length] = [next(changed.length), next(12)];
    const kind = next(3);
    if (kind === 0) changed[from] = next(256);
    else {
      const piece = kind === 1 ? changed.subarray(from, from + length) : Buffer.alloc(0);
      changed = Buffer.concat([changed.subarray(0, from), piece, changed.subarray(from + length)]);
    }
  }
  return changed;
}

function milliseconds(act: () => unknown): number {
  const started = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

/** Reads a file, and uses all that was read. */
function use(bytes: Uint8Array): void {
  const reading = parseCertificateFile(bytes);
  if (reading.kind === 'damaged') expect(reading.reason).not.toBe('');
  if (reading.kind === 'foreign') expect(reading.file.remedy).not.toBe('');
  if (reading.kind !== 'contents') return;
  const { certificates, keys } = reading.contents;
  const opened = keys.map((key) => readPrivateKey(key, 'secret')).flatMap((key) => (key.ok ? [key.key] : []));
  const chain = findChain(certificates, opened);
  if (chain === undefined) return;
  for (const finding of lintCertificate(chain.leaf, { at: 0, days: 30, chain, key: opened[0] })) {
    expect(finding.message).not.toBe('');
  }
}

/** All but one in a hundred are shorter: garbage is collected at any time. */
function nearlyLongest(times: readonly number[]): number | undefined {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99) - 1];
}

describe('hostile files of certificates [S12-certificate-files-hostile]', () => {
  it('end in words, whatever is changed in a PEM file', () => {
    const next = numbers(3);
    const times = Array.from({ length: runs(100, 2000) }, () => milliseconds(() => use(mutated(pem, next))));
    expect(nearlyLongest(times)).toBeLessThan(50);
  });

  it('end in words, whatever is changed in a certificate with every extension', () => {
    const next = numbers(4);
    const [seal, web] = [certificateDer('seal'), certificateDer('web')];
    const times = Array.from({ length: runs(200, 4000) }, (_, round) =>
      milliseconds(() => use(mutated(round % 2 === 0 ? seal : web, next))),
    );
    expect(nearlyLongest(times)).toBeLessThan(50);
  });

  it('end in words, whatever is changed in a PKCS #12 file', async () => {
    const next = numbers(5);
    const opened: unknown[] = [];
    const rounds = runs(160, 3000);
    for (let round = 0; round < rounds; round++) {
      const reading = await readPkcs12(mutated(files[round % files.length]!, next), 'secret');
      if (!reading.ok) expect(reading.reason).not.toBe('');
      opened.push(reading.ok);
    }
    expect(opened.filter((ok) => ok === false).length).toBeGreaterThan(rounds * 0.7);
  });

  it('end in words, whatever is changed in an encrypted key', () => {
    const next = numbers(6);
    for (let round = 0; round < runs(200, 3000); round++) {
      const reading = readPrivateKey(
        { label: 'ENCRYPTED PRIVATE KEY', der: mutated(encryptedKey, next) },
        'secret',
      );
      if (!reading.ok) expect(reading.reason).not.toBe('');
    }
  });

  it('are refused at once when they are deep, huge or endless', async () => {
    const nested = (tag: number) =>
      Array.from({ length: 5000 }).reduce<Buffer>((inner) => der(tag, inner), Buffer.alloc(0));
    const indefinite = Buffer.alloc(262_144, Buffer.from('3080', 'hex'));
    const pieces = Buffer.concat([
      Buffer.from('308002010330', 'hex'),
      Buffer.alloc(262_000, Buffer.from('2480', 'hex')),
    ]);
    const hostile = [
      nested(0x30),
      nested(0xa0),
      nested(0x24),
      indefinite,
      pieces,
      Buffer.alloc(262_144, 0x30),
      Buffer.alloc(262_145),
    ];
    for (const bytes of hostile) {
      soon(() => use(bytes), 100);
      const started = process.cpuUsage();
      expect((await readPkcs12(bytes, 'secret')).ok).toBe(false);
      expect(process.cpuUsage(started).user / 1000).toBeLessThan(100);
    }
  });

  it('may have a serial number as long as a certificate can be', () => {
    const bytes = certificateDer('seal', {}, { serial: derInteger(1n << 480_000n) });
    soon(() => use(bytes), 100);
    const reading = parseCertificateFile(bytes);
    if (reading.kind !== 'contents') throw new Error(reading.kind);
    const codes = lintCertificate(reading.contents.certificates[0]!, { at: Date.UTC(2026, 1), days: 30 }).map(
      ({ code }) => code,
    );
    expect(codes).toEqual(['serial-number']);
  });

  it('may be text that looks like Base64 without end', () => {
    for (const content of [
      'A'.repeat(262_144),
      `${'A'.repeat(64)}${' '.repeat(262_000)}!`,
      `${' '.repeat(262_000)}{`,
      `-----BEGIN CERTIFICATE-----\n${'A\n'.repeat(100_000)}`,
      `${'-----BEGIN X-----\n-----END X-----\n'.repeat(7000)}`,
    ]) {
      soon(() => use(Buffer.from(content)), 150);
    }
  });
});
