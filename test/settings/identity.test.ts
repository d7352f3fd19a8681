import { createPublicKey, X509Certificate } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Certificate, readCertificate } from '../../src/certificates/certificate.ts';
import { makeProfileFolder } from '../../src/settings/home.ts';
import { type Identity, openIdentity, readIdentity } from '../../src/settings/identity.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { SOMEBODY_ELSE, US } from './surroundings.ts';

const NOW = Date.UTC(2026, 10, 21, 11, 0, 0);
/** A second start creates nothing, and so asks no clock. */
const CREATES_NOTHING = { now: () => expect.unreachable('asked the clock') };

function keysFolder(): string {
  return makeProfileFolder(join(temporaryFolder(), 'home'), 'offline', US).keys;
}

/** Every file of a folder with its bytes. */
function content(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

function mode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

/** Made once, for the tests that look at it or change a copy of it. */
let first: Identity;
const home = mkdtempSync(join(tmpdir(), 'psd2-identity-'));
const firstFolder = makeProfileFolder(join(home, 'home'), 'offline', US).keys;

beforeAll(async () => {
  first = await openIdentity(firstFolder, US, { now: () => NOW });
});
afterAll(() => rmSync(home, { recursive: true }));

function made(): string {
  const folder = keysFolder();
  mkdirSync(folder, { mode: 0o700 });
  for (const [name, text] of Object.entries(content(firstFolder)))
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  return folder;
}

function read(der: Uint8Array): Certificate {
  const reading = readCertificate(der);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.certificate;
}

describe('an identity at first use [S8-authorisation-number, G5-first-use, C-default-profile]', () => {
  it('is a seal with PSP_PI and PSP_AI and the CA that issued it', () => {
    const certificate = read(first.certificateDer);
    expect(certificate).toMatchObject({
      type: 'seal',
      keyType: 'rsa',
      keyBits: 2048,
      isCa: false,
      qcFaults: [],
      psd2: {
        roles: ['PSP_PI', 'PSP_AI'],
        ncaName: 'The Financial Supervisory Authority of Norway',
        ncaId: 'NO-FSA',
      },
    });
    expect(certificate.organizationIdentifier).toMatch(/^PSDNO-FSA-3[0-9]{8}$/);
    const seal = new X509Certificate(readFileSync(first.certificateFile));
    const ca = new X509Certificate(readFileSync(first.caFile));
    expect(Buffer.compare(seal.raw, first.certificateDer)).toBe(0);
    expect(seal.checkPrivateKey(first.privateKey)).toBe(true);
    expect(createPublicKey(readFileSync(first.keyFile)).equals(seal.publicKey)).toBe(true);
    expect(seal.verify(ca.publicKey)).toBe(true);
    expect(seal.checkIssued(ca)).toBe(true);
    expect(ca.ca).toBe(true);
  });

  it('that cannot be made is refused with the way out', async () => {
    const folder = join(temporaryFolder(), 'no-such-folder', 'keys');
    await expect(openIdentity(folder, US)).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      details: { hint: expect.stringContaining('PSD2_HOME') },
    });
  });
});

describe('an identity that is there [S8-key-not-overwritten, S8-key-fstat, C-key-of-others]', () => {
  it('is read again, and nothing of it is changed', async () => {
    const folder = made();
    const before = content(folder);
    const identity = await openIdentity(folder, US, CREATES_NOTHING);
    expect(identity.privateKey.export({ type: 'pkcs8', format: 'pem' })).toBe(before['seal.key.pem']);
    expect(content(folder)).toEqual(before);
  });

  it.each([0o644, 0o620])('is refused when its key has mode %o', async (bits) => {
    const folder = made();
    const key = join(folder, 'seal.key.pem');
    chmodSync(key, bits);
    await expect(openIdentity(folder, US, CREATES_NOTHING)).rejects.toMatchObject({
      code: 'PERMISSIONS',
      message: expect.stringContaining(`(mode 0${bits.toString(8)})`),
      details: { hint: `chmod 600 ${key}` },
    });
    expect(mode(key)).toBe(bits.toString(8));
  });

  it('is refused when its key is of another user, and root is no exception', async () => {
    await expect(openIdentity(made(), SOMEBODY_ELSE, CREATES_NOTHING)).rejects.toMatchObject({
      code: 'PERMISSIONS',
      message: expect.stringContaining('belongs to another user'),
    });
  });

  it.each([
    'seal.key.pem',
    'seal.pem',
  ])('without its %s is refused, and no other is put in its place', async (name) => {
    const folder = made();
    rmSync(join(folder, name));
    const before = content(folder);
    await expect(openIdentity(folder, US, CREATES_NOTHING)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: `${join(folder, name)} is missing.`,
      details: { hint: expect.stringContaining(`mv ${folder} ${folder}.old`) },
    });
    expect(content(folder)).toEqual(before);
  });

  it.each(['seal.key.pem', 'seal.pem'])('with a damaged %s is refused and left as it is', async (name) => {
    const folder = made();
    writeFileSync(join(folder, name), 'damaged');
    await expect(openIdentity(folder, US, CREATES_NOTHING)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
    expect(readFileSync(join(folder, name), 'utf8')).toBe('damaged');
  });

  it('is only looked for by readIdentity, which makes nothing', () => {
    const folder = keysFolder();
    expect(readIdentity(folder, US)).toBeUndefined();
    expect(existsSync(folder)).toBe(false);
  });
});
