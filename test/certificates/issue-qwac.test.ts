import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { issueCa, issueQwac, issueSeal } from '../../src/certificates/issue.ts';
import { lintCertificate } from '../../src/certificates/lint/lint.ts';
import type { Fault } from '../../src/errors.ts';
import { rsaKeys, rsaPublicKey } from '../support/keys.ts';
import { openssl, opensslOf, writeIn } from '../support/openssl.ts';
import { certificateOf, extensionsOf } from '../support/read-certificate.ts';
import { trueTime } from '../support/true-clock.ts';

const caKeys = rsaKeys('ca');
const ownKeys = rsaKeys('own');
const now = trueTime();
const term = { notBefore: now - 86_400_000, notAfter: now + 200 * 86_400_000 };
const caCertificate = issueCa({ privateKey: caKeys.privateKey, commonName: 'Test CA', serial: 1n, ...term });

const plain = {
  caCertificate,
  caKey: caKeys.privateKey,
  publicKey: ownKeys.publicKey,
  organizationIdentifier: 'PSDNO-FSA-123456789',
  organizationName: 'Example TPP AS',
  commonName: 'tpp.example.test',
  country: 'NO',
  roles: ['PSP_PI', 'PSP_AI'],
  ncaName: 'The Financial Supervisory Authority of Norway',
  ncaId: 'NO-FSA',
  hosts: ['tpp.example.test', 'localhost', '127.0.0.1', '2001:DB8::1'],
  serial: 0xabcn,
  ...term,
} as const;

const qwac = issueQwac(plain);
const vector = readFileSync(new URL('../vectors/eidas/qwac.pem', import.meta.url), 'utf8');

/** The lines that openssl prints of an extension. */
function printed(pem: string, name: string): string {
  return opensslOf(pem, 'x509', '-noout', '-ext', name)
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

describe('issuing a QWAC [G5-issue-qwac]', () => {
  it('has the qcStatements of the openssl-made QWAC byte for byte, not critical', () => {
    const [ours, theirs] = [qwac, vector].map((pem) => extensionsOf(pem).get('1.3.6.1.5.5.7.1.3'));
    expect(Buffer.from(ours!.value).toString('hex')).toBe(Buffer.from(theirs!.value).toString('hex'));
    expect(ours?.critical).toBe(false);
    const tree = execFileSync('openssl', ['asn1parse', '-i', '-inform', 'DER'], {
      input: ours!.value,
      encoding: 'utf8',
    });
    expect(tree).toBe(
      readFileSync(new URL('../vectors/eidas/qwac.qcstatements.txt', import.meta.url), 'utf8'),
    );
  });

  it('is for TLS in both directions, by what openssl prints', () => {
    expect(opensslOf(qwac, 'x509', '-noout', '-ext', 'keyUsage')).toContain('X509v3 Key Usage: critical');
    expect(printed(qwac, 'keyUsage')).toBe('Digital Signature, Key Encipherment');
    expect(printed(qwac, 'extendedKeyUsage')).toBe(
      'TLS Web Server Authentication, TLS Web Client Authentication',
    );
    expect(printed(qwac, 'subjectAltName')).toBe(
      'DNS:tpp.example.test, DNS:localhost, IP Address:127.0.0.1, IP Address:2001:DB8:0:0:0:0:0:1',
    );
    for (const name of ['extendedKeyUsage', 'certificatePolicies']) {
      expect(printed(qwac, name)).toBe(printed(vector, name));
    }
    expect(certificateOf(qwac)).toMatchObject({ type: 'qwac', isCa: false, qcFaults: [] });
  });

  it('has the policies, and the places to ask, of the openssl-made certificates', () => {
    const seal = issueSeal(plain);
    const vectorSeal = readFileSync(new URL('../vectors/eidas/seal.pem', import.meta.url), 'utf8');
    expect(printed(seal, 'certificatePolicies')).toBe(printed(vectorSeal, 'certificatePolicies'));
    for (const pem of [seal, qwac]) {
      expect(printed(pem, 'authorityInfoAccess')).toMatch(
        /^OCSP - URI:http:\/\/\S+\nCA Issuers - URI:http:\/\/\S+$/,
      );
      expect(printed(pem, 'crlDistributionPoints')).toMatch(/URI:http:\/\/\S+\.example\.test\/\S+/);
    }
  });

  it('is verified by openssl for server and client, and is no seal of S/MIME', () => {
    const folder = mkdtempSync(join(tmpdir(), 'psd2-qwac-'));
    try {
      writeIn(folder, 'ca.pem', caCertificate);
      writeIn(folder, 'qwac.pem', qwac);
      for (const purpose of ['sslserver', 'sslclient']) {
        const args = ['verify', '-x509_strict', '-purpose', purpose, '-CAfile', 'ca.pem', 'qwac.pem'];
        expect(openssl(folder, args)).toContain('qwac.pem: OK');
      }
      expect(() =>
        openssl(folder, ['verify', '-purpose', 'timestampsign', '-CAfile', 'ca.pem', 'qwac.pem']),
      ).toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('serves and is shown in a handshake of mutual TLS', async () => {
    const key = ownKeys.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const own = { key, cert: qwac, ca: caCertificate };
    const server = createServer({ ...own, requestCert: true }, (socket) => {
      socket.end((socket.getPeerCertificate().subject as unknown as Record<string, string>).CN ?? '');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket: TLSSocket = connect({
      ...own,
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      servername: 'localhost',
    });
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toBe('tpp.example.test');
    expect(socket.authorized).toBe(true);
    socket.destroy();
    server.close();
  });

  it('names the hosts that node:crypto finds in it, and no other', () => {
    const certificate = new X509Certificate(qwac);
    expect(certificate.checkHost('tpp.example.test')).toBe('tpp.example.test');
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkHost('other.example.test')).toBeUndefined();
  });

  it.each([2048, 3072, 4096])('takes a key of %i bits, as a seal does, and breaks no rule', (bits) => {
    const publicKey = rsaPublicKey(bits);
    for (const pem of [issueQwac({ ...plain, publicKey }), issueSeal({ ...plain, publicKey })]) {
      const certificate = certificateOf(pem);
      expect(certificate.keyBits).toBe(bits);
      expect(lintCertificate(certificate, { at: now, days: 30, roles: plain.roles })).toEqual([]);
    }
  });

  it.each([
    ['hosts', { hosts: [] }],
    ['neither a host name nor an address', { hosts: ['no host'] }],
    ['neither a host name nor an address', { hosts: ['*.example.test'] }],
    ['roles', { roles: [] }],
    ['country', { country: 'Norge' }],
  ])('refuses what can not stand in it: %s', (named, change) => {
    try {
      issueQwac({ ...plain, ...change });
      throw new Error('nothing was refused');
    } catch (error) {
      expect(error).toMatchObject({ name: 'Fault', code: 'INPUT_INVALID' });
      expect((error as Fault).message).toContain(named);
    }
  });
});
