import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { issueTlsCertificate } from '../../src/certificates/issue/tls.ts';
import { makeProfileFolder } from '../../src/settings/home.ts';
import { openTlsCa } from '../../src/settings/identity.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { US } from './surroundings.ts';

const NOW = Date.UTC(2026, 10, 21, 11, 0, 0);
const DAY = 86_400_000;
const now = () => NOW;

function profileFolder(): string {
  return makeProfileFolder(join(temporaryFolder(), 'home'), 'offline', US).folder;
}

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the TLS CA of a profile [S8-tls-served]', () => {
  it('is created on first use, ours alone, and stays', async () => {
    const folder = profileFolder();
    const { file, certificate } = await openTlsCa(folder, [], US, now);
    expect(file).toBe(join(folder, 'tls', 'ca.pem'));
    expect([mode(join(folder, 'tls')), mode(file), mode(join(folder, 'tls', 'ca.key.pem'))]).toEqual([
      ...['700', '600', '600'],
    ]);
    const again = await openTlsCa(folder, [], US, () => expect.unreachable('asked the clock'));
    expect(again.certificate).toBe(certificate);
    const read = new X509Certificate(certificate);
    expect(read.ca).toBe(true);
    expect(read.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect(Date.parse(read.validTo) - NOW).toBe(3650 * DAY);
  });

  it('is another for other hosts, which the first may not speak for', async () => {
    const folder = profileFolder();
    const own = await openTlsCa(folder, [], US, now);
    const hosts = ['bank.example', '192.0.2.7'];
    const other = await openTlsCa(folder, hosts, US, now);
    expect(other.file).not.toBe(own.file);
    expect((await openTlsCa(folder, [...hosts].reverse(), US, now)).file).toBe(other.file);
    const { publicKey } = new X509Certificate(own.certificate);
    const leaf = (ca: typeof own) =>
      issueTlsCertificate({
        ...{ serial: 7n, notBefore: NOW, notAfter: NOW + DAY, hosts, publicKey },
        ...{ caCertificate: ca.certificate, caKey: ca.privateKey },
      });
    expect(() => leaf(own)).toThrow('may not speak for');
    expect(new X509Certificate(leaf(other)).checkHost('bank.example')).toBe('bank.example');
  });

  it('with a file missing is said so, and never made anew over what is there', async () => {
    const folder = profileFolder();
    const { file } = await openTlsCa(folder, [], US, now);
    const key = readFileSync(join(folder, 'tls', 'ca.key.pem'), 'utf8');
    rmSync(file);
    await expect(openTlsCa(folder, [], US, now)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    expect(existsSync(file)).toBe(false);
    expect(readFileSync(join(folder, 'tls', 'ca.key.pem'), 'utf8')).toBe(key);
  });
});
