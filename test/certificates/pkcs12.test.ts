import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPkcs12 } from '../../src/certificates/pkcs12.ts';
import { der, derInteger, derOid } from '../support/der-writer.ts';
import { makeCertificate, makePkcs12, openssl, writeIn } from '../support/openssl.ts';
import { sweep } from '../support/sweep.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-p12-'));
let certificate: Buffer;
let key: ReturnType<typeof createPrivateKey>;

beforeAll(() => {
  makeCertificate(folder, 'one');
  certificate = new X509Certificate(readFileSync(join(folder, 'one.pem'))).raw;
  key = createPrivateKey(readFileSync(join(folder, 'one.key.pem')));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function opened(bytes: Uint8Array, passphrase: string | undefined) {
  const reading = await readPkcs12(bytes, passphrase);
  if (!reading.ok) throw new Error(`${reading.fault}: ${reading.reason}`);
  return reading;
}

const KINDS: readonly (readonly [name: string, options: readonly string[], isOld: boolean])[] = [
  ['as openssl 3 writes it', [], false],
  [
    'AES-128, AES-192 and SHA-512',
    ['-certpbe', 'AES-128-CBC', '-keypbe', 'AES-192-CBC', '-macalg', 'sha512'],
    false,
  ],
  ['3DES and SHA-1', ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'], false],
  ['3DES in PBES2', ['-certpbe', 'DES-EDE3-CBC', '-keypbe', 'DES-EDE3-CBC'], false],
  ['3DES with two keys', ['-legacy', '-certpbe', 'PBE-SHA1-2DES', '-keypbe', 'PBE-SHA1-2DES'], false],
  ['of old: RC2 with 40 bits and 3DES', ['-legacy'], true],
  [
    'of old: RC2 with 128 bits',
    ['-legacy', '-certpbe', 'PBE-SHA1-RC2-128', '-keypbe', 'PBE-SHA1-RC2-128'],
    true,
  ],
  ['of old, in the key alone', ['-legacy', '-certpbe', 'AES-256-CBC', '-keypbe', 'PBE-SHA1-RC2-40'], true],
  ['a seal of SHA-224', ['-macalg', 'sha224'], false],
  ['a seal of SHA-384', ['-macalg', 'sha384'], false],
  ['with 100,000 iterations', ['-iter', '100000'], false],
  ['without a seal', ['-nomac'], false],
  ['certificates in the clear', ['-certpbe', 'NONE'], false],
  ['nothing encrypted but sealed', ['-certpbe', 'NONE', '-keypbe', 'NONE'], false],
];

describe('opening PKCS #12 [S12-pkcs12-open, A-pkcs12-old]', () => {
  // What is written with 100,000 is read in pkcs12-write.test.ts.
  it.each(
    sweep(KINDS, ([name]) => name !== 'with 100,000 iterations'),
  )('%s: the certificate and its key, and another passphrase is wrong', async (_, options, isOld) => {
    const bytes = makePkcs12(folder, 'one', { options });
    const reading = await opened(bytes, 'secret');
    expect(reading.isOld).toBe(isOld);
    expect(reading.certificates.map((der) => Buffer.from(der).equals(certificate))).toEqual([true]);
    expect(reading.keys.map((one) => one.equals(key))).toEqual([true]);
    expect(await readPkcs12(bytes, 'Secret')).toMatchObject({ ok: false, fault: 'passphrase-wrong' });
    expect(await readPkcs12(bytes, undefined)).toMatchObject({ ok: false, fault: 'passphrase-missing' });
  });

  it.each([
    'sæcret €',
    'a 𝄞 b',
    'x'.repeat(64),
    'two words',
  ])('takes the passphrase %s', async (passphrase) => {
    for (const options of [[], ['-legacy']]) {
      const reading = await opened(makePkcs12(folder, 'one', { passphrase, options }), passphrase);
      expect(reading.keys).toHaveLength(1);
    }
  });

  it('opens one with the empty passphrase without being given any', async () => {
    for (const options of [[], ['-legacy'], ['-nomac']]) {
      const reading = await opened(makePkcs12(folder, 'one', { passphrase: '', options }), undefined);
      expect(reading.certificates).toHaveLength(1);
    }
  });

  it('gives every certificate, in the order of the file', async () => {
    makeCertificate(folder, 'two');
    const bytes = makePkcs12(folder, 'one', { options: ['-certfile', 'two.pem'] });
    const { certificates } = await opened(bytes, 'secret');
    expect(certificates.map((der) => new X509Certificate(der).subject)).toEqual(['CN=one', 'CN=two']);
  });

  it('reads what node-forge writes', async () => {
    const forgeKey = forge.pki.privateKeyFromPem(readFileSync(join(folder, 'one.key.pem'), 'utf8'));
    const forgeCertificate = forge.pki.certificateFromPem(readFileSync(join(folder, 'one.pem'), 'utf8'));
    for (const algorithm of ['aes256', '3des'] as const) {
      const asn1 = forge.pkcs12.toPkcs12Asn1(forgeKey, [forgeCertificate], 'secret', { algorithm });
      const reading = await opened(Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1'), 'secret');
      expect(reading.keys.map((one) => one.equals(key))).toEqual([true]);
    }
  });

  it('reads BER: indefinite lengths, strings in pieces, lengths longer than needed', async () => {
    for (const options of [[], ['-legacy'], ['-certpbe', 'NONE', '-keypbe', 'NONE']]) {
      const bytes = asBer(makePkcs12(folder, 'one', { options }));
      expect(bytes.includes(Buffer.from('3080020103', 'hex'))).toBe(true);
      writeIn(folder, 'ber.p12', bytes);
      const printed = openssl(folder, [
        ...['pkcs12', '-in', 'ber.p12', '-noout', '-info', '-legacy', '-passin', 'pass:secret'],
      ]);
      expect(printed).toContain('Certificate bag');
      expect((await opened(bytes, 'secret')).keys.map((one) => one.equals(key))).toEqual([true]);
    }
  });
});

/** The same in BER: every constructed value of indefinite length, OCTET STRINGs of the outer levels in pieces. */
function asBer(bytes: Buffer): Buffer {
  const pieces = (content: Buffer): Buffer => {
    const half = content.length >> 1;
    const piece = (part: Buffer) => Buffer.concat([Buffer.from([0x04, 0x84]), uint32(part.length), part]);
    return Buffer.concat([
      Buffer.from([0x24, 0x80]),
      piece(content.subarray(0, half)),
      piece(content.subarray(half)),
      END,
    ]);
  };
  const walk = (source: Buffer): Buffer => {
    const out: Buffer[] = [];
    for (let at = 0; at < source.length; ) {
      const { tag, content, end } = valueAt(source, at);
      if ((tag & 0x20) !== 0) out.push(Buffer.from([tag, 0x80]), walk(content), END);
      else if (tag === 0x04 && content.length > 300) out.push(pieces(content));
      else out.push(source.subarray(at, end));
      at = end;
    }
    return Buffer.concat(out);
  };
  return walk(bytes);
}

const END = Buffer.alloc(2);

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
}

function valueAt(source: Buffer, at: number) {
  const first = source[at + 1]!;
  const octets = first < 0x80 ? 0 : first - 0x80;
  const start = at + 2 + octets;
  const length = octets === 0 ? first : source.readUIntBE(at + 2, octets);
  return { tag: source[at]!, content: source.subarray(start, start + length), end: start + length };
}

describe('PKCS #12 that is not opened [S12-pkcs12-iterations, S12-pkcs12-open]', () => {
  it('is one with more than 600,000 iterations, before any is done', async () => {
    const bytes = withIterations(makePkcs12(folder, 'one', { options: ['-iter', '65536'] }), 600_001);
    const started = process.cpuUsage();
    expect(await readPkcs12(bytes, 'secret')).toEqual({
      ok: false,
      fault: 'iterations',
      reason: 'its key is derived in 600001 iterations, more than the limit of 600000',
    });
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(100);
  });

  it.each([
    ['2147483647', derInteger(2_147_483_647n)],
    ['a number of 38 digits', derInteger(1n << 126n)],
  ])('is one that says %s iterations', async (said, count) => {
    const bytes = withMacIterations(makePkcs12(folder, 'one'), count);
    expect(await readPkcs12(bytes, 'secret')).toMatchObject({
      fault: 'iterations',
      reason: expect.stringContaining(said),
    });
  });

  it.each([0n, -5n])('is one that says %s iterations', async (count) => {
    const negative = Buffer.from([0x02, 0x01, 0xfb]);
    const bytes = withMacIterations(makePkcs12(folder, 'one'), count < 0n ? negative : derInteger(count));
    expect(await readPkcs12(bytes, 'secret')).toMatchObject({ ok: false, fault: 'damaged' });
  });

  it.each([
    ['RC4 (128 bits)', ['-legacy', '-certpbe', 'PBE-SHA1-RC4-128', '-keypbe', 'PBE-SHA1-RC4-128']],
    ['RC4 (40 bits)', ['-legacy', '-certpbe', 'PBE-SHA1-RC4-40', '-keypbe', 'PBE-SHA1-RC4-40']],
    ['2.16.840.1.101.3.4.1.4', ['-certpbe', 'AES-128-CFB', '-keypbe', 'AES-128-CFB']],
  ])('is one with %s, which is named', async (named, options) => {
    expect(await readPkcs12(makePkcs12(folder, 'one', { options }), 'secret')).toMatchObject({
      ok: false,
      fault: 'unsupported',
      reason: expect.stringContaining(named),
    });
  });

  it('is one whose seal has another length than its hash', async () => {
    const [version, authSafe, mac] = fieldsOf(makePkcs12(folder, 'one'));
    const [info, salt, count] = fieldsOf(mac!);
    const [algorithm] = fieldsOf(info!);
    const short = der(0x30, der(0x30, algorithm!, der(0x04, Buffer.alloc(5))), salt!, count!);
    expect(await readPkcs12(der(0x30, version!, authSafe!, short), 'secret')).toMatchObject({
      fault: 'damaged',
    });
  });

  it('is one that is sealed with a public key', async () => {
    const signed = der(0x30, derOid('1.2.840.113549.1.7.2'), der(0xa0, der(0x30)));
    const reading = await readPkcs12(der(0x30, derInteger(3n), signed), 'secret');
    expect(reading).toMatchObject({ ok: false, fault: 'unsupported' });
  });

  it('is every truncation, without a throw', async () => {
    const bytes = makePkcs12(folder, 'one');
    for (let length = 0; length < bytes.length; length += 7) {
      expect((await readPkcs12(bytes.subarray(0, length), 'secret')).ok).toBe(false);
    }
  });
});

/** Every count of 65,536 becomes another of three octets. */
function withIterations(bytes: Buffer, count: number): Buffer {
  const integer = (value: number) => derInteger(BigInt(value)).toString('hex');
  return Buffer.from(bytes.toString('hex').replaceAll(integer(65_536), integer(count)), 'hex');
}

/** DER of the values in the outermost one. */
function fieldsOf(bytes: Buffer): Buffer[] {
  const { content } = valueAt(bytes, 0);
  const fields: Buffer[] = [];
  for (let at = 0; at < content.length; ) {
    const { end } = valueAt(content, at);
    fields.push(content.subarray(at, end));
    at = end;
  }
  return fields;
}

function withMacIterations(bytes: Buffer, count: Buffer): Buffer {
  const [version, authSafe, mac] = fieldsOf(bytes);
  const [info, salt] = fieldsOf(mac!);
  return der(0x30, version!, authSafe!, der(0x30, info!, salt!, count));
}
