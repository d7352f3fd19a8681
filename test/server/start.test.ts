import { connect } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../../src/server/serve.ts';
import { echo, serveDoor } from '../support/served.ts';
import { makeTls, rawTcpServer, testTls } from '../support/tls.ts';

describe('starting to serve [S12-tls-version, A-server-start]', () => {
  it('says the URL of the place', async () => {
    const server = await serveDoor(echo);
    expect(server.url).toBe(`https://127.0.0.1:${server.port}`);
    const everywhere = await serveDoor(echo, { host: '0.0.0.0' });
    expect(everywhere.url).toBe(`https://localhost:${everywhere.port}`);
  });

  it('refuses TLS 1.1', async () => {
    const server = await serveDoor(echo);
    const socket = connect({
      port: server.port,
      host: '127.0.0.1',
      ca: testTls().ca,
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    onTestFinished(() => void socket.destroy());
    const code = await new Promise((resolve) => {
      socket.once('secureConnect', () => resolve('connected'));
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    expect(code).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
    expect(server.requests).toEqual([]);
  });

  it('is refused by words at a port that is taken, or at an address of another machine', async () => {
    const port = await rawTcpServer(() => {});
    const message = `Can't listen on 127.0.0.1 port ${port}: another program uses this port.`;
    await expect(serveDoor(echo, { port })).rejects.toMatchObject({
      ...{ code: 'INPUT_INVALID', message },
      details: { hint: 'Choose another port, or 0 for a free one.' },
    });
    await expect(serveDoor(echo, { port, portFlag: '--site-port' })).rejects.toMatchObject({
      ...{ message, details: { hint: 'Choose another port with --site-port, or 0 for a free one.' } },
    });
    await expect(serveDoor(echo, { host: '192.0.2.1' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      details: { hint: "Use one of this machine's addresses, or 0.0.0.0 for all of them." },
    });
  });

  it('is refused by words with a key that is none, or another’s', async () => {
    const { key, certificate } = testTls();
    const means = { handle: echo, clock: Date.now, onUnexpected: () => {}, port: 0 };
    for (const tls of [
      { key: 'no key', certificate },
      { key, certificate: 'no certificate' },
      { key, certificate: makeTls().certificate },
    ]) {
      await expect(serve({ ...means, tls })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    }
  });
});
