import { once } from 'node:events';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Certificate } from '../../src/certificates/certificate.ts';
import { writePem } from '../../src/certificates/pem.ts';
import { Authorities } from '../../src/certificates/trust.ts';
import type { HttpRequest } from '../../src/message.ts';
import { createSigner, sign } from '../../src/signing/sign.ts';
import { pemOf } from '../support/keys.ts';
import { keyUsage, purposes, qcStatements, rsaKeys } from '../support/made-certificates.ts';
import { ca, DAY, keysOf, qwac, ROOT, seal, tpp } from '../support/production-bank.ts';
import { served } from '../support/served-bank.ts';
import { testTls } from '../support/tls.ts';
import { trueTime } from '../support/true-clock.ts';

/** TLS goes by the machine's clock, and so do the dates here. */
const TERM = { from: trueTime() - 30 * DAY, to: trueTime() + 30 * DAY };

async function productionBank() {
  const authorities = new Authorities([ca(ROOT, TERM)]);
  const bank = await served({
    ...{ policy: 'production', admission: { authorities, mutualTls: true }, clock: trueTime },
  });
  return { ...bank, port: bank.server.port };
}

function request(): HttpRequest {
  const asked: HttpRequest = {
    method: 'GET',
    target: '/v1/accounts',
    headers: [
      ['Host', 'localhost'],
      ['Accept', 'application/json'],
      ['X-Request-ID', 'mutual'],
      ['TPP-Session-ID', 'session'],
      ['TPP-Redirect-URI', 'https://tpp.example/cb'],
      ['PSU-Context', 'PRIVATE'],
      ['PSU-IP-Address', '192.0.2.1'],
    ],
    body: new Uint8Array(),
  };
  const signer = createSigner(keysOf('seal', rsaKeys).privateKey, seal(TERM));
  return sign(asked, signer, { date: trueTime() }).request;
}

const shows = (certificate: Certificate): ConnectionOptions => ({
  cert: writePem({ label: 'CERTIFICATE', der: certificate.der }),
  key: pemOf(keysOf('qwac').privateKey),
});

async function connected(port: number, own: ConnectionOptions): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, ca: testTls().ca, ...own });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

/** Status line and body of one answer. */
async function answered(socket: TLSSocket): Promise<string> {
  const { method, target, headers } = request();
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return text;
}

describe('mutual TLS [D12-mutual-tls]', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('lets in the QWAC of the TPP, by %s', async (version) => {
    const { port, unexpected } = await productionBank();
    const socket = await connected(port, { ...shows(qwac(TERM)), minVersion: version, maxVersion: version });
    expect(await answered(socket)).toContain('SCA_NOT_FOUND');
    expect(unexpected).toEqual([]);
  });

  it('tells who shows nothing what is missing, in the shape of the interface', async () => {
    const text = await answered(await connected((await productionBank()).port, {}));
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain(
      '"code":"BAD_REQUEST","text":"tls-certificate-missing: The connection has no client certificate',
    );
  });

  it('tells who shows what is not good why', async () => {
    const { port } = await productionBank();
    const impostor = { ...ROOT, keys: keysOf('impostor') };
    const rows: readonly (readonly [Certificate, string])[] = [
      [qwac({ ...TERM, issuer: impostor }), 'tls-certificate-untrusted'],
      [qwac({ from: TERM.from, to: trueTime() - DAY }), 'tls-certificate-expired'],
      [
        qwac({ ...TERM, subject: { ...tpp('PSDNO-FSA-1'), keys: keysOf('qwac') } }),
        'tls-certificate-other-tpp',
      ],
      [
        qwac({ ...TERM, extensions: [keyUsage(0x80), purposes('client'), qcStatements('seal')] }),
        'tls-certificate-type',
      ],
    ];
    for (const [certificate, code] of rows) {
      expect(await answered(await connected(port, shows(certificate)))).toContain(`"text":"${code}: `);
    }
  });

  it.each([
    'TLSv1.2',
    'TLSv1.3',
  ] as const)('knows the certificate of a session that goes on, by %s', async (version) => {
    const { port } = await productionBank();
    const own = { ...shows(qwac(TERM)), minVersion: version, maxVersion: version } as const;
    const first = await connected(port, own);
    const later = new Promise<Buffer>((resolve) => first.once('session', resolve));
    // By TLS 1.2 it comes with the handshake, by TLS 1.3 after it.
    const early = version === 'TLSv1.2' ? first.getSession() : undefined;
    await answered(first);
    const again = await connected(port, {
      ca: testTls().ca,
      minVersion: version,
      maxVersion: version,
      session: early ?? (await later),
    });
    expect(again.isSessionReused()).toBe(true);
    expect(await answered(again)).toContain('SCA_NOT_FOUND');
  });

  it('does not begin a session of one who shows nothing as one who did', async () => {
    const { port } = await productionBank();
    const first = await connected(port, {});
    const session = new Promise<Buffer>((resolve) => first.once('session', resolve));
    expect(await answered(first)).toContain('tls-certificate-missing');
    const again = await connected(port, { ...shows(qwac(TERM)), session: await session });
    expect(again.isSessionReused()).toBe(true);
    expect(await answered(again)).toContain('tls-certificate-missing');
  });

  it('is for who has the key, but the health of the bank is for everybody', async () => {
    const { port, send } = await productionBank();
    const stolen = { ...shows(qwac(TERM)), key: pemOf(keysOf('thief').privateKey) };
    await expect(async () => connected(port, stolen)).rejects.toThrow();
    const health = { method: 'GET', target: '/health', headers: [], body: new Uint8Array() };
    expect((await send(health)).status).toBe(200);
  });

  it('asks nobody for a certificate where none is required', async () => {
    const authorities = new Authorities([ca(ROOT, TERM)]);
    const { server } = await served({
      policy: 'production',
      admission: { authorities, mutualTls: false },
      clock: trueTime,
    });
    const socket = await connected(server.port, shows(qwac(TERM)));
    expect(await answered(socket)).toContain('SCA_NOT_FOUND');
  });
});
