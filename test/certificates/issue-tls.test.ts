import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { issueTlsCa, issueTlsCertificate } from '../../src/certificates/issue/tls.ts';
import { issueCa } from '../../src/certificates/issue.ts';
import { caught } from '../support/fault-of.ts';
import { rsaKeys } from '../support/keys.ts';
import { certificateOf, extensionsOf } from '../support/read-certificate.ts';
import { trueTime } from '../support/true-clock.ts';

const DAY = 86_400_000;
const notBefore = Math.floor(trueTime() / 1000) * 1000 - 60_000;
const caTerm = { serial: 0x80n, notBefore, notAfter: Date.UTC(2055, 0, 1) };
const leafTerm = { serial: 0xabcn, notBefore, notAfter: notBefore + 397 * DAY };
const HOSTS = ['bank.example', '10.1.2.3', '2001:db8::7'];
const EVIL = 'evil.example';
const p256 = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const caKeys = p256();
const serverKeys = p256();

function caFor(hosts: readonly string[]): string {
  return issueTlsCa({ ...caTerm, privateKey: caKeys.privateKey, commonName: 'Prøve-CA for TLS', hosts });
}

const ca = caFor(HOSTS);
const plain = { ...leafTerm, caCertificate: ca, caKey: caKeys.privateKey, publicKey: serverKeys.publicKey };
const leaf = issueTlsCertificate({ ...plain, hosts: HOSTS });
/** Of the same CA key and name, but by a CA certificate that permits more: what a thief of the key would issue. */
const stray = issueTlsCertificate({ ...plain, caCertificate: caFor([EVIL]), hosts: [EVIL] });
const strayAddress = issueTlsCertificate({
  ...plain,
  caCertificate: caFor(['10.9.9.9']),
  hosts: ['10.9.9.9'],
});

function openssl(input: string, ...options: string[]): string {
  return execFileSync('openssl', options, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
}

/** What `openssl verify` says of a certificate of the CA, strictly. */
function verified(pem: string, ...options: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'ca.pem'), ca);
  writeFileSync(join(folder, 'leaf.pem'), pem);
  const strict = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', join(folder, 'ca.pem')];
  try {
    return openssl('', ...strict, ...options, join(folder, 'leaf.pem'));
  } catch (error) {
    return String((error as { stderr: unknown }).stderr);
  }
}

/** Shakes hands with a server of this certificate: the client trusts the CA only. */
async function handshake(pem: string, servername: string, key: KeyObject = serverKeys.privateKey) {
  const server = createServer({ cert: pem, key: key.export({ type: 'pkcs8', format: 'pem' }) }, (socket) => {
    socket.on('error', () => {});
    socket.end();
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port, ca, servername });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  return { authorized: socket.authorized, protocol: socket.getProtocol(), cipher: socket.getCipher().name };
}

describe('the CA of TLS [S8-tls-ca]', () => {
  it('is self-signed with a P-256 key, a CA that may sign certificates and nothing else', () => {
    const certificate = certificateOf(ca);
    expect(certificate).toMatchObject({
      isCa: true,
      serial: 0x80n,
      keyUsage: ['keyCertSign'],
      keyType: 'ec',
      keyBits: 256,
      notBefore,
      notAfter: caTerm.notAfter,
    });
    expect(certificate.issuer).toEqual(certificate.subject);
    expect(new X509Certificate(ca).verify(caKeys.publicKey)).toBe(true);
    expect(extensionsOf(ca).get('2.5.29.19')?.critical).toBe(true);
    expect(extensionsOf(ca).get('2.5.29.15')?.critical).toBe(true);
  });

  it('has critical name constraints: localhost, loopback and the given hosts', () => {
    expect(extensionsOf(ca).get('2.5.29.30')?.critical).toBe(true);
    const text = openssl(ca, 'x509', '-noout', '-ext', 'nameConstraints');
    expect(text.split('\n').map((line) => line.trim())).toEqual([
      'X509v3 Name Constraints: critical',
      'Permitted:',
      'IP:127.0.0.0/255.0.0.0',
      'DNS:localhost',
      'IP:127.0.0.1/255.255.255.255',
      'IP:0:0:0:0:0:0:0:1/FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF',
      'DNS:bank.example',
      'IP:10.1.2.3/255.255.255.255',
      'IP:2001:DB8:0:0:0:0:0:7/FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF',
      '',
    ]);
  });

  it('writes a name beyond ASCII as openssl reads it', () => {
    expect(openssl(ca, 'x509', '-noout', '-subject', '-nameopt', 'RFC2253,-esc_msb,utf8')).toBe(
      'subject=CN=Prøve-CA for TLS\n',
    );
  });
});

describe('the certificate of a server [S8-tls-certificate]', () => {
  it('has a P-256 key, is no CA and is for servers', () => {
    expect(certificateOf(leaf)).toMatchObject({
      isCa: false,
      serial: 0xabcn,
      keyUsage: ['digitalSignature'],
      extendedKeyUsage: ['1.3.6.1.5.5.7.3.1'],
      keyType: 'ec',
      keyBits: 256,
    });
    expect(certificateOf(leaf).publicKey.equals(serverKeys.publicKey)).toBe(true);
  });

  it('names localhost, both loopback addresses and the given hosts, each once', () => {
    const given = issueTlsCertificate({ ...plain, hosts: [...HOSTS, 'LOCALHOST', 'bank.example', '::1'] });
    expect(new X509Certificate(given).subjectAltName).toBe(
      'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:bank.example, IP Address:10.1.2.3, IP Address:2001:DB8:0:0:0:0:0:7',
    );
  });

  it('is verified by openssl against the CA, for each of its hosts', () => {
    for (const host of ['localhost', 'bank.example']) {
      expect(verified(leaf, '-verify_hostname', host)).toMatch(/: OK\n$/);
    }
    for (const address of ['127.0.0.1', '::1', '10.1.2.3', '2001:db8::7']) {
      expect(verified(leaf, '-verify_ip', address)).toMatch(/: OK\n$/);
    }
    expect(verified(leaf, '-verify_hostname', EVIL)).toContain('hostname mismatch');
  });

  it('shakes hands with TLS 1.3 when the client trusts the CA', async () => {
    for (const servername of ['localhost', 'bank.example']) {
      expect(await handshake(leaf, servername)).toMatchObject({ authorized: true, protocol: 'TLSv1.3' });
    }
  });

  it('is valid for 397 days at most', () => {
    const longer = { ...plain, hosts: [], notAfter: notBefore + 397 * DAY + 1000 };
    expect(caught(() => issueTlsCertificate(longer))).toMatchObject({ code: 'INPUT_INVALID' });
    expect(certificateOf(leaf).notAfter - certificateOf(leaf).notBefore).toBe(397 * DAY);
  });
});

describe('a host outside the constraints [S8-tls-constraints]', () => {
  it('is refused by openssl and by node:tls, whoever has the key of the CA', async () => {
    expect(verified(stray)).toContain('permitted subtree violation');
    expect(verified(strayAddress)).toContain('permitted subtree violation');
    await expect(handshake(stray, EVIL)).rejects.toThrow(/permitted subtree violation/);
  });

  it('gets no certificate', () => {
    for (const host of [EVIL, 'notbank.example', '10.1.2.4', '2001:db8::8']) {
      const fault = caught(() => issueTlsCertificate({ ...plain, hosts: [host] }));
      expect(fault).toMatchObject({ name: 'Fault', code: 'INPUT_INVALID' });
      expect(fault.message).toContain('the CA may not speak for');
    }
  });

  it('is not one that lies within: names below a permitted one, all of 127.0.0.0/8', () => {
    const pem = issueTlsCertificate({ ...plain, hosts: ['psd2.localhost', 'a.bank.example', '127.9.9.9'] });
    expect(verified(pem, '-verify_hostname', 'psd2.localhost')).toMatch(/: OK\n$/);
    expect(verified(pem, '-verify_ip', '127.9.9.9')).toMatch(/: OK\n$/);
  });
});

describe('what can not stand in a certificate of TLS [S8-tls-certificate]', () => {
  it.each([
    ['*.bank.example'],
    ['bank_1.example'],
    ['bank.example.'],
    ['bånk.example'],
    ['bank.example:443'],
    ['256.1.1.1'],
    ['fe80::1%eth0'],
    [''],
    [`${'a'.repeat(64)}.example`],
    [`${'a.'.repeat(127)}example`],
  ])('is host %j, which is refused by name', (host) => {
    const fault = caught(() => caFor([host]));
    expect(fault).toMatchObject({ code: 'INPUT_INVALID' });
    expect(fault.message).toContain(`${host} is neither a host name nor an address`);
  });

  it.each([
    ['serial', { serial: 0n }],
    ['serial', { serial: 1n << 160n }],
    ['notAfter', { notAfter: notBefore - 1000 }],
    ['P-256', { publicKey: generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey }],
    ['P-256', { publicKey: rsaKeys().publicKey }],
    ['caKey', { caKey: serverKeys.privateKey }],
    ['caCertificate', { caCertificate: leaf, caKey: serverKeys.privateKey }],
  ])('is a %s like this', (named, change) => {
    const fault = caught(() => issueTlsCertificate({ ...plain, hosts: [], ...change }));
    expect(fault).toMatchObject({ code: 'INPUT_INVALID' });
    expect(fault.message).toContain(named);
  });

  it('is the key of the other CA, of seals', () => {
    const { privateKey } = rsaKeys('ca');
    const seals = issueCa({ ...caTerm, privateKey, commonName: 'Seals' });
    const request = { ...plain, hosts: [], caCertificate: seals, caKey: privateKey };
    expect(caught(() => issueTlsCertificate(request)).message).toContain('P-256');
  });
});
